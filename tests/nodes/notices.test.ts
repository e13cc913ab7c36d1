/** Nodes notify each other of every kind of change, and learn of changes even if a notice is lost. */
import { completeConfig } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SharedStore, STORE_SCHEMA } from '../../packages/server/src/compose/store-postgres.ts'
import { askingStore } from '../../packages/server/src/compose/watch.ts'
import { StoreWatch } from '../../packages/server/src/jobs/watch-store.ts'
import { PostgresNodes } from '../../packages/server/src/ports/derived-store/postgres-nodes.ts'
import { postgresEventLog } from '../../packages/server/src/ports/event-log/postgres.ts'
import type { SentParts } from '../../packages/server/src/ports/event-log/shop-event.ts'
import { shopEvent } from '../../packages/server/src/ports/event-log/testing/shop-events.ts'
import { toNewEvent } from '../../packages/server/src/ports/event-log/to-new-event.ts'
import { ChangeNotices } from '../../packages/server/src/ports/postgres/change-notices.ts'
import { openPostgres } from '../../packages/server/src/ports/postgres/open-postgres.ts'
import { testDatabase } from '../../packages/server/src/ports/postgres/testing/shared-server.ts'
import { postgresRecordStore } from '../../packages/server/src/ports/record-store/postgres.ts'

const SHOP = 'told.myshopify.com'
const closing: (() => Promise<void>)[] = []
let url: string
let a: Awaited<ReturnType<typeof openNode>>

beforeAll(async () => {
  url = await testDatabase()
  a = await openNode('a')
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

async function openNode(name: string) {
  const db = await openPostgres({ url }, STORE_SCHEMA)
  const [records, log] = [postgresRecordStore(db), postgresEventLog(db, ':memory:')]
  const nodes = new PostgresNodes(db, { name, derives: () => true })
  closing.push(async () => {
    await log.close()
    await db.close()
  })
  return { db, records, log, nodes }
}

const view = (id: string) => toNewEvent({ event: shopEvent({ id }), sent: {} as SentParts })

describe('a change', () => {
  it('to records, events or an erasure sends a notice; an event that is already known sends none', async () => {
    let told = 0
    a.db.onChanged = () => told++
    const isTold = async (change: () => Promise<unknown>) => {
      const before = told
      await change()
      return told > before
    }
    expect(await isTold(() => a.records.putShop(SHOP, completeConfig({})))).toBe(true)
    expect(await isTold(() => a.log.append(SHOP, [view('e1')]))).toBe(true)
    expect(await isTold(() => a.log.append(SHOP, [view('e1')]))).toBe(false)
    expect(await isTold(() => a.nodes.announce(SHOP, { subjects: ['visitor:v'] } as never))).toBe(true)
    expect(await isTold(() => a.records.deleteShop(SHOP))).toBe(true)
  })

  it('reaches another node whether its notice arrives or is lost', async () => {
    const sending = new ChangeNotices(a.db, { url })
    const b = await openNode('b')
    const notices = new ChangeNotices(b.db, { url })
    closing.push(async () => {
      sending.close()
      notices.close()
    })
    // Every other notice is lost, while B believes that its connection works.
    let arrived = 0
    const lossy = {
      areHeard: true,
      listen: (onNotice: () => void) =>
        notices.listen(() => {
          if (++arrived % 2 === 0) onNotice()
        }),
    }
    const notified = new Set<string>()
    b.records.onChange((shop) => notified.add(shop))
    const watch = new StoreWatch({
      ...askingStore({ ...b, notices } as unknown as SharedStore),
      notices: lossy,
      onAppended: (shop) => notified.add(`${shop} events`),
      noticeIntake: () => {},
      onErased: async () => {},
      readOnlyAfterSeconds: 0,
      onError: (error) => {
        throw error
      },
    })
    await watch.runOnce()
    watch.start()
    closing.push(() => watch.stop())
    for (let n = 0; n < 2; n++) {
      const shop = `shop-${n}.myshopify.com`
      await a.records.putShop(shop, completeConfig({}))
      await expect.poll(() => notified, { timeout: 20_000 }).toContain(shop)
      await a.log.append(shop, [view(`first of ${n}`)])
      await expect.poll(() => notified, { timeout: 20_000 }).toContain(`${shop} events`)
    }
    expect(arrived).toBeGreaterThan(1)
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sqliteDerivedStore } from '../ports/derived-store/sqlite.ts'
import { sqliteEdgeBuffer } from '../ports/edge-buffer/sqlite.ts'
import type { LogEntry } from '../ports/event-log/event-log.ts'
import { sqliteEventLog } from '../ports/event-log/sqlite.ts'
import { EdgeForwarder, type ForwarderDeps } from './edge-forwarder.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-forwarder-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const [A, B] = ['a.myshopify.com', 'b.myshopify.com']
const event = (shop: string, visitor: string, receivedAtMs = 1000): LogEntry => ({
  shop,
  event: { id: visitor, receivedAtMs, subjects: [`visitor:${visitor}`], body: '{}', sent: '{}' },
})

let count = 0

/** An edge node and a home store whose answers can be replaced. Nothing is sent before `runOnce`. */
function edge({ refuses = [], ...home }: Partial<ForwarderDeps> & { refuses?: readonly string[] } = {}) {
  const path = join(folder, String(++count))
  const log = sqliteEventLog(`${path}-log.db`)
  const store = sqliteDerivedStore(`${path}-derived.db`)
  const spool = sqliteEdgeBuffer(`${path}-spool.db`)
  const errors: unknown[] = []
  const shipping = new EdgeForwarder({
    ...{ spool, store, clock: () => 2000, onError: (error) => errors.push(error) },
    log: {
      async appendAll(entries) {
        const refused = entries.find(({ event }) => refuses.includes(event.id))
        if (refused) throw new Error(`no row for ${refused.event.id}`)
        return log.appendAll(entries)
      },
    },
    originOf: async (shop) => `${shop} first`,
    originAtHome: async (shop) => `${shop} first`,
    erasedSince: async () => [],
    ...home,
  })
  const arrived = async (shop: string) => (await log.read(shop, 0, 100)).map(({ id }) => id)
  const close = async () => {
    await shipping.stop()
    await log.close()
    await store.close()
  }
  return { shipping, spool, log, errors, arrived, close }
}

describe('events that an edge node received', () => {
  it('reach the home store for every shop except one that cannot store them, and later for that one', async () => {
    let isLocked = true
    const node = edge({
      originAtHome: async (shop) => {
        if (shop === A && isLocked) throw new Error('somebody holds this shop')
        return `${shop} first`
      },
    })
    await node.shipping.intake.appendAll([event(A, 'one'), event(B, 'two')])
    await node.shipping.runOnce()
    expect([await node.arrived(A), await node.arrived(B)]).toEqual([[], ['two']])
    expect([node.errors.length, await node.spool.waiting()]).toEqual([1, 1])
    expect(node.shipping.problem).toContain('not been sent to the home region')
    isLocked = false
    await node.shipping.runOnce()
    expect([await node.arrived(A), node.shipping.problem]).toEqual([['one'], undefined])
    await node.close()
  })

  it('reach the home store, except for refused ones, which stay on disk and are retried', async () => {
    const refuses = ['0', '7', '8', '250', '499']
    const node = edge({ refuses })
    const all = Array.from({ length: 500 }, (_, i) => event(A, String(i)))
    await node.shipping.intake.appendAll(all)
    await node.shipping.runOnce()
    const others = all.map((one) => one.event.id).filter((id) => !refuses.includes(id))
    const arrived = async () => (await node.log.read(A, 0, 1000)).map(({ id }) => id)
    expect([await arrived(), await node.spool.waiting()]).toEqual([others, 5])
    expect(node.shipping.problem).toContain('not been sent to the home region')
    await node.shipping.intake.appendAll([event(A, 'later')])
    await node.shipping.runOnce()
    expect(await arrived()).toEqual([...others, 'later'])
    refuses.length = 0
    await node.shipping.runOnce()
    expect([(await arrived()).length, await node.spool.waiting(), node.shipping.problem]).toEqual([501, 0, undefined])
    await node.close()
  })

  it.each([
    ['deleted', undefined],
    ['deleted and created again', `${A} second`],
  ])('are not sent to a shop that was %s meanwhile', async (_, origin) => {
    const node = edge({ originAtHome: async (shop) => (shop === A ? origin : `${shop} first`) })
    await node.shipping.intake.appendAll([event(A, 'former'), event(B, 'two')])
    await node.shipping.intake.putServes([
      { shop: A, serve: { surface: 'search', requestId: 'r', atMs: 1000, subjects: ['visitor:former'], products: [] } },
    ])
    await node.shipping.runOnce()
    expect([await node.log.listShops(), await node.spool.waiting()]).toEqual([[B], 0])
    await node.close()
  })

  it('exclude earlier events of an erased shopper, but include those after the erasure', async () => {
    const erasure = { atMs: 1500, subjects: ['visitor:gone', 'customer:1'], sessions: [] }
    const node = edge({ erasedSince: async (shop, sinceMs) => (shop === A && sinceMs <= 1500 ? [erasure] : []) })
    const later = { shop: A, event: { ...event(A, 'gone', 1600).event, id: 'later' } }
    await node.shipping.intake.appendAll([event(A, 'gone'), event(A, 'other'), event(B, 'gone'), later])
    await node.shipping.runOnce()
    expect([await node.arrived(A), await node.arrived(B)]).toEqual([['other', 'later'], ['gone']])
    await node.close()
  })
})

/** Old events of this node are in the snapshot store, where reading, export and erasure must find them. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EventSealing } from '../../packages/server/src/jobs/seal-events.ts'
import type { PostgresEventLog } from '../../packages/server/src/ports/event-log/postgres.ts'
import { testDatabase } from '../../packages/server/src/ports/postgres/testing/shared-server.ts'
import { anonymous, viewed } from '../conformance/event-effects.ts'
import { sampleEnvelope } from '../conformance/event-samples.ts'
import { type Harness, startHarness, type TestShop } from '../conformance/harness.ts'

const NOW = Date.parse('2026-06-01T12:00:00Z')
const OLD = NOW - 60 * 86_400_000
const EVENTS = 1200
const folder = mkdtempSync(join(tmpdir(), 'vitrine-sealed-events-'))

let node: Harness
let shop: TestShop
let nowMs = OLD

beforeAll(async () => {
  const settings = {
    ...{ VITRINE_STORE: await testDatabase(), VITRINE_SECRET: 's'.repeat(32), VITRINE_SEAL_AFTER_DAYS: '30' },
    VITRINE_SNAPSHOTS: `folder:${folder}`,
  }
  node = await startHarness(settings, { clock: () => nowMs })
  shop = await node.createShop()
  const lines = Array.from({ length: EVENTS }, (_, n) =>
    JSON.stringify(
      sampleEnvelope('product_viewed', OLD, {
        envelope: { ...anonymous, visitor_id: `v${n % 4}` },
        event: viewed(7),
      } as never),
    ),
  )
  const path = `/api/admin/v1/shops/${shop.shop}/events/bulk`
  const headers = { authorization: `Bearer ${node.adminKey}`, 'content-type': 'application/x-ndjson' }
  const sent = await node.request(path, { method: 'POST', headers, body: lines.join('\n') })
  expect([sent.status, sent.body.accepted]).toEqual([200, EVENTS])
  await node.settle()
  nowMs = NOW
  const log = node.vitrine?.events.log as PostgresEventLog
  const onError = (error: unknown) => {
    throw error
  }
  await new EventSealing({ log, storeId: 'id', afterDays: 30, clock: () => nowMs, onError }).runOnce()
})
afterAll(async () => {
  await node?.close()
  rmSync(folder, { recursive: true, force: true })
})

const views = async () => {
  const rows = await node.vitrine!.events.store.rollups(shop.shop, { dimension: 'shop', fromDay: 0, toDay: 1e6 })
  return rows.find(({ metric }) => metric === 'product_views')?.value
}

/** Returns the texts of all files that contain events. */
function stored(): string {
  return readdirSync(join(folder, 'contents'))
    .map((name) => readFileSync(join(folder, 'contents', name)))
    .filter((bytes) => bytes.subarray(0, 4).toString() === 'VSR1')
    .map((bytes) => {
      const start = 8 + bytes.readUInt32LE(4)
      const { lengths } = JSON.parse(bytes.subarray(8, start).toString()) as { lengths: number[] }
      return zstdDecompressSync(bytes.subarray(start, start + lengths[0]!)).toString()
    })
    .join('\n')
}

describe('events in the snapshot store', () => {
  it('are counted from there, with the same result as before they were moved', async () => {
    expect(stored().match(/visitor:v3/g)).toHaveLength(EVENTS / 4)
    expect(await views()).toBe(EVENTS)
    await node.vitrine!.events.follower.rebuild(shop.shop)
    expect(await views()).toBe(EVENTS)
  })

  it("are part of a person's export, and removed by an erasure", async () => {
    const path = `/shops/${shop.shop}/visitors/v3`
    expect((await node.admin('GET', path)).body.events).toHaveLength(EVENTS / 4)
    expect((await node.admin('DELETE', path)).status).toBeLessThan(300)
    expect(stored()).not.toContain('visitor:v3')
    expect(stored().match(/visitor:v2/g)).toHaveLength(EVENTS / 4)
    expect((await node.admin('GET', path)).status).toBe(404)
    expect(await views()).toBe(EVENTS)
  })
})

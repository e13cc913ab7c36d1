import { EvidenceGate } from '../../packages/server/src/features/ingest/evidence-gate.ts'
import { NetworkSequences } from '../../packages/server/src/features/ingest/network-sequences.ts'
import { EVENT_NAMES } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { EventQuota } from '../../packages/server/src/features/ingest/event-quota.ts'
import { GroupCommit } from '../../packages/server/src/features/ingest/group-commit.ts'
import { claimed } from '../../packages/server/src/features/identity/testing/proofs.ts'
import { ingestEvent, type IngestOutcome } from '../../packages/server/src/features/ingest/ingest-event.ts'
import { userAgentReader } from '../../packages/server/src/features/ingest/user-agents.ts'
import { KnownProducts } from '../../packages/server/src/features/ingest/known-products.ts'
import { OutcomeLog } from '../../packages/server/src/features/ingest/outcome-log.ts'
import { sqliteRecordStore } from '../../packages/server/src/ports/record-store/sqlite.ts'
import type { EventLog } from '../../packages/server/src/ports/event-log/event-log.ts'
import { SqliteEventTables } from '../../packages/server/src/ports/event-log/sqlite-event-tables.ts'
import { sampleEnvelope } from '../conformance/event-samples.ts'
import { mutate, seededRandom } from './mutate.ts'

const COUNT = 10_000
const nowMs = Date.parse('2026-03-01T12:00:00Z')
const templates = EVENT_NAMES.map((name) => JSON.stringify(sampleEnvelope(name, nowMs)))

describe('fuzzed envelopes', () => {
  it(`answers each of ${COUNT} with 400 or 200 and stores nothing after a 400`, async () => {
    const tables = new SqliteEventTables(':memory:')
    const log = {
      appendAll: async (entries: Parameters<EventLog['appendAll']>[0]) => tables.appendAll(entries),
    } as unknown as EventLog
    const deps = {
      commits: new GroupCommit(log),
      outcomes: new OutcomeLog(),
      quota: new EventQuota(),
      products: new KnownProducts(sqliteRecordStore({ path: ':memory:' })),
      evidence: new EvidenceGate(() => new Uint8Array(16), new NetworkSequences({ add: async () => [], isShared: false, onError: () => {} })), // biome-ignore format: one line reads better
      newId: () => 'new',
      readUserAgent: userAgentReader(),
      onAppended: () => {},
    }
    const random = seededRandom(7)
    const kinds = ['v1', 'v3', 'legacy'] as const
    const counts = { accepted: 0, refused: 0 }
    const expected = new Set<string>()
    for (let done = 0; done < COUNT; done += 1000) {
      const outcomes = Array.from({ length: 1000 }, async (_, i) => {
        const envelope = JSON.parse(templates[i % templates.length] as string)
        envelope.event.id = `${String(done + i).padStart(8, '0')}-0000-4000-8000-000000000000`
        const body = mutate(envelope, random) as typeof envelope
        const outcome = await ingestEvent(deps, { shop: 's', kind: kinds[i % 3] as 'v1', body, nowMs, proof: claimed })
        if (outcome.kind === 'accepted') {
          counts.accepted++
          expected.add(String(body.event.id).toLowerCase())
          return
        }
        counts.refused++
        expectClearRefusal(outcome)
      })
      await Promise.all(outcomes)
    }
    expect(counts.accepted + counts.refused).toBe(COUNT)
    expect(counts.refused).toBeGreaterThan(COUNT / 4)
    expect(counts.accepted).toBeGreaterThan(COUNT / 20)
    expect(tables.lastOffset('s')).toBe(expected.size)
  })
})

function expectClearRefusal(outcome: Exclude<IngestOutcome, { kind: 'accepted' }>): void {
  if (outcome.kind === 'nobody') {
    expect(outcome.message).toMatch(/required/)
    return
  }
  if (outcome.kind !== 'invalid') throw new Error(`an invalid envelope has the outcome ${outcome.kind}`)
  const [item] = outcome.items
  if (!item?.message || !Array.isArray(item.path) || !item.type || !item.context.label)
    throw new Error(JSON.stringify(outcome))
}

import { EvidenceGate } from './evidence-gate.ts'
import { NetworkSequences } from './network-sequences.ts'
import { describe, expect, it } from 'vitest'
import { sampleEnvelope } from '../../../../../tests/conformance/event-samples.ts'
import { claimed } from '../identity/testing/proofs.ts'
import type { EventLog, LogEntry } from '../../ports/event-log/event-log.ts'
import { SqliteEventTables } from '../../ports/event-log/sqlite-event-tables.ts'
import { EventQuota } from './event-quota.ts'
import { GroupCommit } from './group-commit.ts'
import { ingestEvent } from './ingest-event.ts'
import { ingestHistory } from './ingest-history.ts'
import { userAgentReader } from './user-agents.ts'
import { sqliteRecordStore } from '../../ports/record-store/sqlite.ts'
import { KnownProducts } from './known-products.ts'
import { OutcomeLog } from './outcome-log.ts'

const nowMs = Date.parse('2026-03-01T12:00:00Z')
const shop = 's.myshopify.com'

/** Each commit waits until the test answers for the disk. */
function gatedLog() {
  const tables = new SqliteEventTables(':memory:')
  const commits: { entries: readonly LogEntry[]; open: () => void; fail: () => void }[] = []
  const appendAll = (entries: readonly LogEntry[]) =>
    new Promise<readonly boolean[]>((resolve, reject) => {
      commits.push({
        entries,
        open: () => resolve(tables.appendAll(entries)),
        fail: () => reject(new Error('disk full')),
      })
    })
  return { tables, commits, log: { appendAll } as unknown as EventLog }
}

const records = sqliteRecordStore({ path: ':memory:' })

function ingestion(log: EventLog, limits = { maxWaiting: 10, maxWaitingBytes: 1e9, maxBatch: 4 }) {
  const woken: string[] = []
  const deps = {
    commits: new GroupCommit(log, limits),
    outcomes: new OutcomeLog(),
    quota: new EventQuota(),
    products: new KnownProducts(records),
    evidence: new EvidenceGate(() => new Uint8Array(16), new NetworkSequences({ add: async () => [], isShared: false, onError: () => {} })), // biome-ignore format: one line reads better
    newId: () => 'new',
    readUserAgent: userAgentReader(),
    onAppended: (one: string) => woken.push(one),
  }
  const send = (body: unknown = sampleEnvelope('page_viewed', nowMs)) =>
    ingestEvent(deps, { shop, kind: 'v1', body, nowMs, proof: claimed })
  return { deps, send, woken }
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

describe('ingestEvent', () => {
  it('answers only after a commit, which stores many events at once', async () => {
    const { commits, log, tables } = gatedLog()
    const { send, woken } = ingestion(log)
    let answered = 0
    const sent = Array.from({ length: 6 }, () => send().then(() => answered++))
    await turn()
    expect(commits.map(({ entries }) => entries.length)).toEqual([4])
    expect(answered).toBe(0)
    commits[0]?.open()
    await turn()
    expect(answered).toBe(4)
    expect(commits.map(({ entries }) => entries.length)).toEqual([4, 2])
    commits[1]?.open()
    await Promise.all(sent)
    expect(tables.lastOffset(shop)).toBe(6)
    expect(woken).toHaveLength(6)
  })

  it('refuses events when too many are waiting, and accepts events again afterwards', async () => {
    const { commits, log } = gatedLog()
    const { send, deps } = ingestion(log)
    const sent = Array.from({ length: 10 }, () => send())
    expect(await send()).toEqual({ kind: 'busy', retryAfterSeconds: 1 })
    expect(deps.outcomes.latest(shop, 1)).toMatchObject([{ outcome: 'busy' }])
    for (let i = 0; i < 3; i++) {
      await turn()
      commits[i]?.open()
    }
    expect((await Promise.all(sent)).every(({ kind }) => kind === 'accepted')).toBe(true)
    const late = send()
    await turn()
    commits[3]?.open()
    expect(await late).toEqual({ kind: 'accepted', isNew: true })
  })

  it('limits waiting events by bytes, too', async () => {
    const { log } = gatedLog()
    const { send } = ingestion(log, { maxWaiting: 1000, maxWaitingBytes: 1, maxBatch: 4 })
    void send()
    expect((await send()).kind).toBe('busy')
  })

  it('acknowledges nothing when the log cannot be written', async () => {
    const { commits, log, tables } = gatedLog()
    const { send } = ingestion(log)
    const sent = send()
    await turn()
    commits[0]?.fail()
    expect((await sent).kind).toBe('busy')
    expect(tables.lastOffset(shop)).toBe(0)
  })

  it('calls each callback of a batch once, even if another one throws', async () => {
    for (const end of ['open', 'fail'] as const) {
      const { commits, log } = gatedLog()
      const failures: unknown[] = []
      const commit = new GroupCommit(log, { maxWaiting: 10, maxWaitingBytes: 1e9, maxBatch: 4 }, (e) =>
        failures.push(e),
      )
      const heard: number[] = []
      for (const place of [0, 1, 2]) {
        const event = { id: `e${place}`, receivedAtMs: 1, subjects: [], body: '{}', sent: '{}' }
        commit.add({ shop, event }, () => {
          heard.push(place)
          if (place === 1) throw new Error('gone')
        })
      }
      await turn()
      commits[0]?.[end]()
      await commit.settle()
      expect(heard).toEqual([0, 1, 2])
      expect(failures).toEqual([new Error('gone')])
      expect(commit.waiting).toBe(0)
    }
  })

  it('marks an event of a robot for the debugger', async () => {
    const { tables } = gatedLog()
    const appendAll = async (entries: readonly LogEntry[]) => tables.appendAll(entries)
    const { deps, send } = ingestion({ appendAll } as unknown as EventLog)
    const sent = sampleEnvelope('page_viewed', nowMs)
    const context = { navigator: { user_agent: 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0.0.0' } }
    await send()
    await send({ ...sent, event: { ...sent.event, id: crypto.randomUUID(), context } })
    expect(deps.outcomes.latest(shop, 2).map(({ bot }) => bot)).toEqual([true, undefined])
  })

  it('stores nothing of a refused event and records why it was refused', async () => {
    const { commits, log } = gatedLog()
    const { send, deps } = ingestion(log)
    expect((await send({ ...sampleEnvelope('page_viewed', nowMs), channel: 'WEB' })).kind).toBe('invalid')
    expect(
      (await send(sampleEnvelope('page_viewed', nowMs, { envelope: { visitor_id: null, client_id: null } }))).kind,
    ).toBe('nobody')
    expect(commits).toEqual([])
    expect(deps.outcomes.takeCounts().map(({ outcome, count }) => [outcome, count])).toEqual([
      ['refused: channel any.only', 1],
      ['refused: nobody', 1],
    ])
  })
})

describe('ingestHistory', () => {
  it('accepts events of any age once, and says which it refused', async () => {
    const tables = new SqliteEventTables(':memory:')
    const log = tables as unknown as EventLog
    const deps = { log, newId: () => 'new', readUserAgent: userAgentReader(), onAppended: () => {} }
    const old = sampleEnvelope('product_viewed', Date.parse('2025-01-01T00:00:00Z'))
    const envelopes = [old, old, { ...old, event: { ...old.event, name: 'nonsense' } }]
    expect(await ingestHistory(deps, shop, { envelopes, nowMs })).toMatchObject({
      accepted: 1,
      duplicates: 1,
      refused: [{ place: 2, error: [{ type: 'any.only' }] }],
    })
    expect(JSON.parse(tables.read(shop, 0, 10)[0]?.body ?? '')).toMatchObject({
      atMs: Date.parse('2025-01-01T00:00:00Z'),
    })
  })

  it('lists the first hundred refusals, stores in thousands, and wakes followers each time', async () => {
    const log = new SqliteEventTables(':memory:') as unknown as EventLog
    let appended = 0
    const deps = { log, newId: () => 'new', readUserAgent: userAgentReader(), onAppended: () => void appended++ }
    const old = sampleEnvelope('product_viewed', Date.parse('2025-01-01T00:00:00Z'))
    const wrong = Array.from({ length: 150 }, () => ({ ...old, event: { ...old.event, name: 'nonsense' } }))
    const refused = await ingestHistory(deps, shop, { envelopes: wrong, nowMs })
    expect([refused.accepted, refused.refused.length, refused.refused[99]?.place, appended]).toEqual([0, 100, 99, 0])
    const many = Array.from({ length: 1001 }, (_, i) => ({
      ...old,
      event: { ...old.event, id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}` },
    }))
    expect((await ingestHistory(deps, shop, { envelopes: many, nowMs })).accepted).toBe(1001)
    expect(appended).toBe(2)
    const exact = many.slice(0, 1000)
    expect((await ingestHistory(deps, shop, { envelopes: exact, nowMs })).duplicates).toBe(1000)
    expect(appended).toBe(3)
  })
})

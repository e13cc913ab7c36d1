import { describe, expect, it } from 'vitest'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import { postgresDerivedStore } from '../../ports/derived-store/postgres.ts'
import { DERIVED_SCHEMA } from '../../ports/derived-store/postgres-schema.ts'
import { sqliteDerivedTables } from '../../ports/derived-store/sqlite-derived-tables.ts'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import { storeNodes } from '../../ports/postgres/testing/nodes.ts'
import { EvidenceGate } from './evidence-gate.ts'
import { NetworkSequences, type NetworkSequencesDeps } from './network-sequences.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const nodes = storeNodes(DERIVED_SCHEMA, (db) => postgresDerivedStore(db))
const order = (visitorId: string) =>
  ({ trust: 'keyed', visitorId, receivedAtMs: NOW, action: 'order', lines: [] }) as unknown as ShopEvent

function nodeOn(
  store: Pick<DerivedStore, 'addNetworks'>,
  isShared: boolean,
  changes: Partial<NetworkSequencesDeps> = {},
) {
  const errors: unknown[] = []
  const add = async (...given: Parameters<DerivedStore['addNetworks']>) => store.addNetworks(...given)
  const deps: NetworkSequencesDeps = {
    add,
    isShared,
    patienceMs: 60_000,
    onError: (error: unknown) => errors.push(error),
    ...changes,
  }
  const sequences = new NetworkSequences(deps)
  const gate = new EvidenceGate((day) => new TextEncoder().encode(`key of ${day}`), sequences)
  const admits = async (visitor: string) => (await gate.judge('s', order(visitor), '203.0.113.9')).teaches !== false
  const countOf = async (visitors: string[]) => (await Promise.all(visitors.map(admits))).filter(Boolean).length
  return { sequences, admits, countOf, errors, deps }
}
const visitors = (count: number, of = 'v') => Array.from({ length: count }, (_, i) => `${of}${i}`)

describe('the ordinals of a network’s visitors', () => {
  it('P1: give a shop the same evidence on several nodes, concurrently and in sequence', async () => {
    const stores = await nodes(3)
    const gates = stores.map((store) => nodeOn(store, true))
    const counts = await Promise.all(gates.map(({ countOf }, i) => countOf(visitors(100, `n${i} `))))
    expect(counts.reduce((sum, one) => sum + one)).toBe(23)
    const late = nodeOn(stores[0]!, true)
    expect(await late.countOf(visitors(100, 'late '))).toBe(0)
    expect(gates.flatMap(({ errors }) => errors)).toEqual([])
  })

  it('P2: make the first dozen visitors evidence, whichever nodes they come to', async () => {
    const gates = (await nodes(2)).map((store) => nodeOn(store, true))
    const dozen = visitors(12).map((visitor, i) => gates[i % 2]!.admits(visitor))
    expect(await Promise.all(dozen)).toEqual(Array(12).fill(true))
  })

  it('P3: continue after a restart on SQLite', async () => {
    const store = sqliteDerivedTables(':memory:')
    const first = nodeOn(store, false)
    expect(await first.countOf(visitors(12))).toBe(12)
    await first.sequences.flush()
    const second = nodeOn(store, false)
    second.sequences.notice(Math.floor(NOW / 86_400_000), await store.networks(Math.floor(NOW / 86_400_000), 10))
    expect(await second.countOf(visitors(200, 'w'))).toBe(11)
  })

  it('P4: do not make events wait for a store that does not answer; the visitor counts later', async () => {
    const answer = Promise.withResolvers<{ network: string; visitors: number }[]>()
    let isAway = true
    const add: NetworkSequencesDeps['add'] = (_day, counts) => (isAway ? answer.promise : Promise.resolve([...counts]))
    const node = nodeOn({} as never, true, { add, patienceMs: 1 })
    expect(await node.admits('v')).toBe(false)
    isAway = false
    node.deps.patienceMs = 60_000
    answer.reject(new Error('away'))
    await node.sequences.flush()
    expect(node.errors).toHaveLength(1)
    expect(await nodeOn({} as never, true, { add }).admits('v')).toBe(true)
    expect(await node.admits('v')).toBe(true)
  })
})

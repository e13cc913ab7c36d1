import { describe, expect, it } from 'vitest'
import type { IntakeCount } from '../../ports/event-log/event-log.ts'
import { EventQuota, type Spending } from './event-quota.ts'

const noon = Date.parse('2026-03-01T12:00:00Z')
const HALF_DAY_SECONDS = 12 * 60 * 60
const keyed = (bytes: number, nowMs = noon) => ({ bytes, nowMs, isKeyless: false })
const keyless = (bytes: number) => ({ bytes, nowMs: noon, isKeyless: true })

const logged = (all: IntakeCount, keylessPart: IntakeCount = { events: 0, bytes: 0 }) =>
  new Map([['a', { ...all, keyless: keylessPart }]])

describe('EventQuota', () => {
  it('takes as many events per day as allowed, and says when the next day begins', () => {
    const quota = new EventQuota()
    const spend = (nowMs: number) => quota.spend('a', keyed(10, nowMs), { events_per_day: 2, bytes_per_day: 1e9 })
    expect([spend(noon), spend(noon), spend(noon)]).toEqual([undefined, undefined, HALF_DAY_SECONDS])
    expect(spend(noon + HALF_DAY_SECONDS * 1000 - 1)).toBe(1)
    expect(spend(noon + HALF_DAY_SECONDS * 1000)).toBeUndefined()
  })

  it('takes as many bytes per day as allowed; refused events do not count', () => {
    const quota = new EventQuota()
    const spend = (bytes: number) => quota.spend('a', keyed(bytes), { events_per_day: 100, bytes_per_day: 100 })
    expect([spend(60), spend(41), spend(40), spend(1)]).toEqual([
      undefined,
      HALF_DAY_SECONDS,
      undefined,
      HALF_DAY_SECONDS,
    ])
  })

  it('never counts less than the log, and takes back events that the log did not store', () => {
    const quota = new EventQuota()
    const limits = { events_per_day: 3, bytes_per_day: 100 }
    quota.notice(logged({ events: 2, bytes: 20 }), noon)
    expect([quota.spend('a', keyed(1), limits), quota.spend('a', keyed(1), limits)]).toEqual([
      undefined,
      HALF_DAY_SECONDS,
    ])
    quota.giveBack('a', keyed(1))
    quota.notice(logged({ events: 2, bytes: 99 }), noon)
    expect([quota.spend('a', keyed(2), limits), quota.spend('a', keyed(1), limits)]).toEqual([
      HALF_DAY_SECONDS,
      undefined,
    ])
  })

  it('counts each shop separately', () => {
    const quota = new EventQuota()
    const limits = { events_per_day: 1, bytes_per_day: 100 }
    expect(quota.spend('a', keyed(1), limits)).toBeUndefined()
    expect(quota.spend('b', keyed(1), limits)).toBeUndefined()
    expect(quota.spend('a', keyed(1), limits)).toBe(HALF_DAY_SECONDS)
  })

  it('gives events without a key half of the quota, so that they never use up all of it', () => {
    const quota = new EventQuota()
    const limits = { events_per_day: 10, bytes_per_day: 1000 }
    const taken = (spending: ReturnType<typeof keyed>) => quota.spend('a', spending, limits) === undefined
    expect(Array.from({ length: 7 }, () => taken(keyless(1))).filter(Boolean)).toHaveLength(5)
    expect(Array.from({ length: 7 }, () => taken(keyed(1))).filter(Boolean)).toHaveLength(5)
    quota.giveBack('a', keyless(1))
    expect(taken(keyless(1))).toBe(true)
  })

  it('limits the bytes of events without a key, too', () => {
    const quota = new EventQuota()
    const limits = { events_per_day: 100, bytes_per_day: 100 }
    expect(quota.spend('a', keyless(51), limits)).toBe(HALF_DAY_SECONDS)
    expect(quota.spend('a', keyless(50), limits)).toBeUndefined()
    expect(quota.spend('a', keyed(50), limits)).toBeUndefined()
  })

  it('lets a network use as much as it leaves to others, with or without a key; servers and unknown networks may use all', () => {
    const limits = { events_per_day: 100, bytes_per_day: 100_000 }
    const taken = (quota: EventQuota, spending: Spending) => {
      let count = 0
      while (quota.spend('a', spending, limits) === undefined) count++
      return count
    }
    const quota = new EventQuota()
    expect(taken(quota, { ...keyed(1), network: 'flood' })).toBe(50)
    expect(taken(quota, { ...keyed(1), network: 'other' })).toBe(25)
    quota.giveBack('a', { ...keyed(1), network: 'flood' })
    expect(taken(quota, keyed(1))).toBe(26)
    expect(taken(new EventQuota(), { ...keyless(1), network: 'flood' })).toBe(25)
    const bytes = new EventQuota()
    expect(taken(bytes, { ...keyed(10_000), network: 'flood' })).toBe(5)
    const late = new EventQuota()
    late.notice(logged({ events: 94, bytes: 0 }), noon)
    expect(taken(late, { ...keyed(1), network: 'carrier' })).toBe(5)
    expect(taken(late, { ...keyed(1), nowMs: noon + HALF_DAY_SECONDS * 1000, network: 'carrier' })).toBe(50)
  })

  it('reserves the share of events without a key, however many events with a key other nodes receive', () => {
    const quota = new EventQuota()
    const limits = { events_per_day: 10, bytes_per_day: 1000 }
    const taken = (spending: ReturnType<typeof keyed>) => quota.spend('a', spending, limits) === undefined
    quota.notice(logged({ events: 7, bytes: 70 }, { events: 4, bytes: 40 }), noon)
    expect([taken(keyless(1)), taken(keyless(1)), taken(keyed(1)), taken(keyed(1))]).toEqual([true, false, true, true])
    expect(taken(keyed(1))).toBe(false)
  })

  it('gives a network the same limit on several nodes as on one', () => {
    const limits = { events_per_day: 100, bytes_per_day: 100_000 }
    const nodes = [0, 1, 2, 3].map(() => new EventQuota(() => 4))
    const flood = { ...keyed(1), network: 'flood' }
    let taken = 0
    for (const node of nodes) {
      while (node.spend('a', flood, limits) === undefined) taken++
      for (const one of nodes) one.notice(logged({ events: taken, bytes: 0 }), noon)
    }
    expect(taken).toBeLessThanOrEqual(60)
    expect(nodes[0]!.spend('a', { ...keyed(1), network: 'other' }, limits)).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import { EventQuota } from './event-quota.ts'

const noon = Date.parse('2026-03-01T12:00:00Z')
const HALF_DAY_SECONDS = 12 * 60 * 60

describe('EventQuota', () => {
  it('takes as many events as a day may have, and says when the next day begins', () => {
    const quota = new EventQuota()
    const spend = (nowMs: number) => quota.spend('a', 10, { events_per_day: 2, bytes_per_day: 1e9 }, nowMs)
    expect([spend(noon), spend(noon), spend(noon)]).toEqual([undefined, undefined, HALF_DAY_SECONDS])
    expect(spend(noon + HALF_DAY_SECONDS * 1000 - 1)).toBe(1)
    expect(spend(noon + HALF_DAY_SECONDS * 1000)).toBeUndefined()
  })

  it('takes as many bytes as a day may have; what is refused is not counted', () => {
    const quota = new EventQuota()
    const spend = (bytes: number) => quota.spend('a', bytes, { events_per_day: 100, bytes_per_day: 100 }, noon)
    expect([spend(60), spend(41), spend(40), spend(1)]).toEqual([
      undefined,
      HALF_DAY_SECONDS,
      undefined,
      HALF_DAY_SECONDS,
    ])
  })

  it('takes what the log says for the least, and what it did not store for nothing', () => {
    const quota = new EventQuota()
    const limits = { events_per_day: 3, bytes_per_day: 100 }
    quota.notice(new Map([['a', { events: 2, bytes: 20 }]]), noon)
    expect([quota.spend('a', 1, limits, noon), quota.spend('a', 1, limits, noon)]).toEqual([
      undefined,
      HALF_DAY_SECONDS,
    ])
    quota.giveBack('a', 1, noon)
    quota.notice(new Map([['a', { events: 2, bytes: 99 }]]), noon)
    expect([quota.spend('a', 2, limits, noon), quota.spend('a', 1, limits, noon)]).toEqual([
      HALF_DAY_SECONDS,
      undefined,
    ])
  })

  it('counts each shop for itself', () => {
    const quota = new EventQuota()
    const limits = { events_per_day: 1, bytes_per_day: 100 }
    expect(quota.spend('a', 1, limits, noon)).toBeUndefined()
    expect(quota.spend('b', 1, limits, noon)).toBeUndefined()
    expect(quota.spend('a', 1, limits, noon)).toBe(HALF_DAY_SECONDS)
  })
})

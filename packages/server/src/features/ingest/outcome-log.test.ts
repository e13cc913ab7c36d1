import { describe, expect, it } from 'vitest'
import { OutcomeLog, QUARTER_MS, type RecordedOutcome } from './outcome-log.ts'

const outcome = (part: Partial<RecordedOutcome> = {}): RecordedOutcome => ({
  atMs: 0,
  outcome: 'accepted',
  endpoint: 'events',
  eventId: 'e',
  name: 'page_viewed',
  ...part,
})

describe('the outcome of events', () => {
  it('is counted since the start, by kind', () => {
    const log = new OutcomeLog()
    expect(log.totals).toEqual({
      accepted: 0,
      duplicate: 0,
      unreadable: 0,
      unknown_product: 0,
      refused: 0,
      busy: 0,
      over_quota: 0,
      not_counted: 0,
      set_aside: 0,
    })
    for (const kind of ['accepted', 'accepted', 'duplicate', 'busy'] as const)
      log.record('a', outcome({ outcome: kind }))
    expect(log.totals).toEqual({
      accepted: 2,
      duplicate: 1,
      unreadable: 0,
      unknown_product: 0,
      refused: 0,
      busy: 1,
      over_quota: 0,
      not_counted: 0,
      set_aside: 0,
    })
  })

  it('is counted by shop, quarter of an hour and kind, and returned once', () => {
    const log = new OutcomeLog()
    for (const [shop, atMs] of [
      ['a', 0],
      ['a', QUARTER_MS - 1],
      ['b', 0],
      ['a', QUARTER_MS],
      ['a', 1],
    ] as const)
      log.record(shop, outcome({ atMs }))
    expect(log.takeCounts()).toEqual([
      { shop: 'a', quarter: 0, outcome: 'accepted', count: 3 },
      { shop: 'b', quarter: 0, outcome: 'accepted', count: 1 },
      { shop: 'a', quarter: 1, outcome: 'accepted', count: 1 },
    ])
    expect(log.takeCounts()).toEqual([])
    log.record('a', outcome({ atMs: 1 }))
    expect(log.takeCounts()).toEqual([{ shop: 'a', quarter: 0, outcome: 'accepted', count: 1 }])
  })

  it('is shown newest first, the last hundred of a shop', () => {
    const log = new OutcomeLog()
    for (let i = 0; i < 450; i++) log.record('a', outcome({ atMs: i }))
    const times = log.latest('a', 1000).map(({ atMs }) => atMs)
    expect(times).toEqual(Array.from({ length: 100 }, (_, i) => 449 - i))
    expect(log.latest('a', 2).map(({ atMs }) => atMs)).toEqual([449, 448])
    expect(log.latest('b', 2)).toEqual([])
  })

  it('is kept for the shops with the latest events', () => {
    const log = new OutcomeLog()
    for (let i = 0; i <= 500; i++) log.record(`s-${i}`, outcome())
    expect([log.latest('s-0', 1).length, log.latest('s-1', 1).length, log.latest('s-500', 1).length]).toEqual([0, 1, 1])
  })

  it('continues after a restart, and each changed shop is reported once', () => {
    const log = new OutcomeLog()
    log.record('a', outcome({ atMs: 9 }))
    log.prepend('a', [outcome({ atMs: 1 }), outcome({ atMs: 2 })])
    expect(log.latest('a', 5).map(({ atMs }) => atMs)).toEqual([9, 2, 1])
    expect([...log.takeChanged()]).toEqual(['a'])
    expect([...log.takeChanged()]).toEqual([])
  })

  it('is dropped if an erased id is anywhere in the body, and only then', () => {
    const log = new OutcomeLog()
    log.record('a', outcome({ atMs: 1, body: { deep: [{ visitor_id: 'v-1' }] } }))
    log.record('a', outcome({ atMs: 2, body: { visitor_id: 'v-2' } }))
    log.record('b', outcome({ atMs: 3, body: { visitor_id: 'v-1' } }))
    log.takeChanged()
    log.forget('a', ['v-1'])
    expect(log.latest('a', 5).map(({ atMs }) => atMs)).toEqual([2])
    expect(log.latest('b', 5)).toHaveLength(1)
    expect([...log.takeChanged()]).toEqual(['a'])
    log.drop('a')
    expect(log.latest('a', 5)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { OpenVisits } from './open-visits.ts'

const MINUTE_MS = 60_000

describe('OpenVisits', () => {
  it('ends visits after half an hour of inactivity, the longest inactive first', () => {
    const visits = new OpenVisits()
    visits.touch('a', 0).items.push(1)
    visits.touch('b', MINUTE_MS).items.push(2)
    visits.touch('a', 2 * MINUTE_MS).items.push(3)
    expect([...visits.takeFinished(31 * MINUTE_MS)].map(({ items }) => items)).toEqual([[2]])
    expect([...visits.takeFinished(32 * MINUTE_MS)].map(({ items }) => items)).toEqual([[1, 3]])
  })

  it('holds a limited number of visits, even if no time passes', () => {
    const visits = new OpenVisits()
    let ended = 0
    for (let i = 0; i < 30_000; i++) {
      visits.touch(`session-${i}`, 0)
      for (const _ of visits.takeFinished(0)) ended++
    }
    expect(ended).toBe(10_000)
    expect(visits.save().map(([session]) => session)).toContain('session-29999')
    expect(visits.save()).toHaveLength(20_000)
  })
})

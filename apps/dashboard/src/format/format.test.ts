// @vitest-environment happy-dom
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFormat } from './use-format.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const format = createFormat('en', 'EUR')
const now = Date.parse('2026-03-10T12:00:00Z')
const agoOf = (ms: number) => format.ago(new Date(now - ms).toISOString())

beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => void vi.useRealTimers())

describe('a figure', () => {
  it('has one decimal by default, and is a dash if it is missing', () => {
    expect([format.number(1234.56), format.number(0.256, 2), format.number(0)]).toEqual(['1,234.6', '0.26', '0'])
    for (const none of [null, undefined])
      expect([format.number(none), format.percent(none), format.money(none)]).toEqual(['–', '–', '–'])
    expect([format.percent(0.1234), format.percent(0)]).toEqual(['12.3%', '0%'])
  })

  it("of money is in the shop's currency by default, with cents below a thousand", () => {
    expect([format.money(999.99), format.money(-1000.4), format.money(1000)]).toEqual(['€999.99', '-€1,000', '€1,000'])
    expect([format.money(0), format.money(3, 'USD')]).toEqual(['€0.00', '$3.00'])
  })

  it('of a calendar day is the same in every time zone', () => {
    expect([format.day('2026-03-01'), createFormat('de', 'EUR').day('2026-12-31')]).toEqual(['Mar 1', '31. Dez.'])
    expect(format.dateTime('2026-03-01T12:00:00Z')).toContain('Mar 1, 2026')
  })
})

describe('a duration', () => {
  it.each([
    [0, '0 minutes'],
    [1.4 * MINUTE, '1 minute'],
    [2 * HOUR - 1, '120 minutes'],
    [2 * HOUR, '2 hours'],
    [-2 * HOUR, '2 hours'],
    [2 * DAY - 1, '48 hours'],
    [2 * DAY, '2 days'],
    [10.6 * DAY, '11 days'],
  ])('of %s ms is %s', (ms, text) => {
    expect(format.duration(ms)).toBe(text)
  })

  it.each([
    [0, 'this minute'],
    [59.4 * MINUTE, '59 min. ago'],
    [HOUR, '1 hr. ago'],
    [23.4 * HOUR, '23 hr. ago'],
    [DAY, 'yesterday'],
    [29 * DAY, '29 days ago'],
    [-2 * DAY, 'in 2 days'],
  ])('since %s ms ago is %s', (ms, text) => {
    expect(agoOf(ms)).toBe(text)
  })

  it('of 30 days or more is shown as a date', () =>
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 3000 }), (days) => {
        const at = new Date(now - days * DAY).toISOString()
        expect(format.ago(at)).toBe(format.dateTime(at))
      }),
    ))
})

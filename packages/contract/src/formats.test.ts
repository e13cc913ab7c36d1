import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isIsoDateTime, isUsableTime, parseCanonicalTime } from './formats.ts'

const anyTime = fc.date({
  min: new Date('0100-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
})

it('a time is usable from 1970 to the end of 9999', () => {
  const last = Date.parse('9999-12-31T23:59:59.999Z')
  expect([-1, 0, last, last + 1].map(isUsableTime)).toEqual([false, true, true, false])
})

describe('parseCanonicalTime', () => {
  it('parses what Date formats as Date does', () => {
    fc.assert(
      fc.property(anyTime, (date) => {
        expect(parseCanonicalTime(date.toISOString())).toBe(date.getTime())
      }),
    )
  })

  it('returns NaN for other formats and times that do not exist', () => {
    const digits = fc.integer({ min: 0, max: 99 }).map((n) => String(n).padStart(2, '0'))
    const near = fc
      .tuple(digits, digits, digits, digits, digits, digits, digits)
      .map(([a, b, month, day, hour, minute, second]) => `${a}${b}-${month}-${day}T${hour}:${minute}:${second}.000Z`)
    fc.assert(
      fc.property(near, (text) => {
        const ms = parseCanonicalTime(text)
        if (!Number.isNaN(ms)) expect(new Date(ms).toISOString()).toBe(text)
      }),
      { numRuns: 5000 },
    )
    for (const text of [
      '2026-02-29T00:00:00.000Z',
      '2026-03-01T24:00:00.000Z',
      '2026-03-01T12:00:00.00xZ',
      '2026-03-01',
      '',
    ]) {
      expect(parseCanonicalTime(text)).toBeNaN()
    }
    expect(isIsoDateTime('2026-02-29T00:00:00.000Z')).toBe(false)
    expect(isIsoDateTime('2024-02-29T00:00:00.000Z')).toBe(true)
  })
})

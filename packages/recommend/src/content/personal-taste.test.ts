import { describe, expect, it } from 'vitest'
import { affinity, learnTaste, type TasteEvent } from './personal-taste.ts'

const DAY = 86_400_000
const NOW = 20_000 * DAY
const event = (kind: TasteEvent['kind'], daysAgo: number, ...features: string[]) => ({
  features,
  kind,
  atMs: NOW - daysAgo * DAY,
})
const taste = (...events: TasteEvent[]) => learnTaste(events, NOW)

describe('personal taste', () => {
  it('R1: a cart counts as three views, an order as four', () => {
    const { weights, total } = taste(event('view', 0, 'a'), event('cart', 0, 'b'), event('order', 0, 'c'))
    expect([weights.get('a'), weights.get('b'), weights.get('c'), total]).toEqual([1, 3, 4, 8])
  })

  it('R2: an event of three weeks ago counts half', () => {
    const { weights } = taste(event('view', 0, 'a'), event('view', 21, 'b'), event('order', 42, 'c'))
    expect(weights.get('b')).toBeCloseTo(0.5, 9)
    expect(weights.get('c')).toBeCloseTo(1, 9)
  })

  it('R3: an event in the future counts like one of now', () => {
    expect(taste(event('view', -50, 'a')).weights.get('a')).toBe(1)
  })

  it('R4: affinity is the mean weight of the features, with a prior of four events', () => {
    const known = taste(event('order', 0, 'a', 'b'), event('view', 0, 'a', 'a'))
    expect(affinity(known, ['a'])).toBeCloseTo(5 / 9, 9)
    expect(affinity(known, ['a', 'b'])).toBeCloseTo(4.5 / 9, 9)
    expect(affinity(known, ['a', 'x'])).toBeCloseTo(2.5 / 9, 9)
  })

  it('R5: a product that shares more of the taste ranks higher, and many views count more than one', () => {
    const one = taste(event('view', 0, 'linen', 'dress'))
    const many = taste(...Array.from({ length: 20 }, () => event('view', 0, 'linen', 'dress')))
    expect(affinity(one, ['linen', 'dress'])).toBeGreaterThan(affinity(one, ['linen', 'lamp']))
    expect(affinity(many, ['linen'])).toBeGreaterThan(4 * affinity(one, ['linen']))
    expect(affinity(many, ['linen'])).toBeLessThan(1)
  })

  it('R6: is 0 for unknown visitors and products without features', () => {
    expect(affinity(taste(), ['a'])).toBe(0)
    expect(affinity(taste(event('view', 0, 'a')), [])).toBe(0)
  })
})

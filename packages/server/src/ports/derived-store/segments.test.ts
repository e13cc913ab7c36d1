import { expect, it } from 'vitest'
import { alsoInSegment, isInSegment, queryIn, SEGMENT_MARK, segmentOf } from './segments.ts'

it('a segment is what it was made of, whatever a market is called', () => {
  const segment = segmentOf('mobile', { market: 'a|b%', locale: 'de-ch' })
  expect(isInSegment(segment, {})).toBe(true)
  expect(isInSegment(segment, { device: 'mobile', market: 'a|b%', locale: 'de-ch' })).toBe(true)
  expect(isInSegment(segment, { market: 'a' })).toBe(false)
  expect(isInSegment(segmentOf('desktop'), { market: 'us' })).toBe(false)
})

it('queries of segments lie behind all others', () => {
  expect(queryIn('mobile||', 'a') < SEGMENT_MARK).toBe(false)
  expect(Buffer.compare(Buffer.from('\u{10fffe}'), Buffer.from(queryIn('mobile||', '')))).toBe(-1)
})

it('numbers of what can be cut are kept twice, others once', () => {
  const change = (dimension: string) => ({ day: 1, dimension, key: 'k', metric: 'm', value: 1 })
  const kept = alsoInSegment([change('surface'), change('browser')], 'mobile||')
  expect(kept.map(({ dimension }) => dimension)).toEqual(['surface', 'browser', 'surface@mobile||'])
})

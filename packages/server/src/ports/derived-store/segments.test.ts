import { expect, it } from 'vitest'
import { alsoInSegment, isInSegment, queryIn, SEGMENT_MARK, segmentOf } from './segments.ts'

it('a segment is matched by its parts, whatever characters a market contains', () => {
  const segment = segmentOf('mobile', { market: 'a|b%', locale: 'de-ch' })
  expect(isInSegment(segment, {})).toBe(true)
  expect(isInSegment(segment, { device: 'mobile', market: 'a|b%', locale: 'de-ch' })).toBe(true)
  expect(isInSegment(segment, { market: 'a' })).toBe(false)
  expect(isInSegment(segmentOf('desktop'), { market: 'us' })).toBe(false)
})

it('queries of segments sort after all others', () => {
  expect(queryIn('mobile||', 'a') < SEGMENT_MARK).toBe(false)
  expect(Buffer.compare(Buffer.from('\u{10fffe}'), Buffer.from(queryIn('mobile||', '')))).toBe(-1)
})

it('only dimensions that can be filtered are also kept by segment', () => {
  const change = (dimension: string) => ({ day: 1, dimension, key: 'k', metric: 'm', value: 1 })
  const kept = alsoInSegment([change('surface'), change('browser')], 'mobile||')
  expect(kept.map(({ dimension }) => dimension)).toEqual(['surface', 'browser', 'surface@mobile||'])
})

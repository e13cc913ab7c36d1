/**
 * Sums are kept twice: over all shoppers, and by segment (device, market, locale), so that a report can be cut without reading events.
 * Both lie in the same tables. A segment is part of a rollup's dimension and of a counted query:
 *
 *   rollups.dimension   surface        surface@mobile|eu|de
 *   queries.query       sofa           <mark>mobile|eu|de<mark>sofa
 *
 * The mark is the last character there is: a range over queries that ends with it never meets a segment.
 */
import type { EventDevice } from '../event-log/shop-event.ts'
import type { RollupChange, Search } from './derived-facts.ts'

/** As it is stored, see `segmentOf`. */
export type Segment = string

/** Filters that a report accepts; absent is all. */
export interface SegmentFilter {
  device?: string
  market?: string
  locale?: string
}

export const SEGMENT_MARK = '\u{10ffff}'
/** Rollups under this dimension list the segments there are. */
export const SEGMENTS = 'segment'

/** Dimensions that can be cut. */
const CUT: ReadonlySet<string> = new Set([
  ...['shop', 'attributed', 'surface', 'section', 'type', 'variant', 'query', 'step', 'product', 'filter'],
  'filter_value',
])

export function segmentOf(device: EventDevice, place: { market?: string; locale?: string } = {}): Segment {
  return [device, place.market ?? '', place.locale ?? ''].map(encodeURIComponent).join('|')
}

/** Market and locale as a visit keeps them. */
export const placeText = ({ market = '', locale = '' }: { market?: string; locale?: string }) =>
  [market, locale].map(encodeURIComponent).join('|')

/** As `segmentOf`, of a device and a `placeText`; a place that is not known is left out. */
export const segmentAt = (device: string, place: string): Segment => (place === '' ? device : `${device}|${place}`)

export const deviceOf = (segment: Segment) => decodeURIComponent(segment.split('|')[0] ?? '')

export function isInSegment(segment: Segment, filter: SegmentFilter): boolean {
  const [device, market, locale] = segment.split('|').map(decodeURIComponent)
  return isWanted(filter.device, device) && isWanted(filter.market, market) && isWanted(filter.locale, locale)
}

function isWanted(asked: string | undefined, found: string | undefined): boolean {
  return asked === undefined || asked === found
}

export const dimensionIn = (segment: Segment, dimension: string) => `${dimension}@${segment}`
export const queryIn = (segment: Segment, query: string) => SEGMENT_MARK + segment + SEGMENT_MARK + query

/** The same numbers once more, for the segment alone. */
export function alsoInSegment(changes: readonly RollupChange[], segment: Segment | undefined): RollupChange[] {
  if (segment === undefined) return [...changes]
  const cut = changes.filter(({ dimension }) => CUT.has(dimension))
  return [...changes, ...cut.map((change) => ({ ...change, dimension: dimensionIn(segment, change.dimension) }))]
}

/** The same searches once more, for the segment alone. */
export function searchesInSegment(searches: readonly Search[], segment: Segment): Search[] {
  return [...searches, ...searches.map((one) => ({ ...one, query: queryIn(segment, one.query) }))]
}

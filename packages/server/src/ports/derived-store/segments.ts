/**
 * Sums are kept twice: over all shoppers, and by segment (device, market, locale), so that a report can be filtered by
 * segment without reading events. Both are in the same tables. A segment is part of a rollup's dimension and of a
 * counted query:
 *
 * rollups.dimension   surface        surface@mobile|eu|de
 * queries.query       sofa           <mark>mobile|eu|de<mark>sofa
 *
 * The mark is the last Unicode character, so a range over queries that ends with it never includes a segment.
 */
import type { EventDevice } from '../event-log/shop-event.ts'
import type { RollupChange, Search } from './derived-facts.ts'

export type Segment = string

/** An absent part matches all values. */
export interface SegmentFilter {
  device?: string
  market?: string
  locale?: string
}

export const SEGMENT_MARK = '\u{10ffff}'
/** Rollups of this dimension list the existing segments. */
export const SEGMENTS = 'segment'

const CUT: ReadonlySet<string> = new Set([
  ...['shop', 'attributed', 'surface', 'section', 'type', 'variant', 'query', 'step', 'product', 'filter'],
  'filter_value',
])

export function segmentOf(device: EventDevice, place: { market?: string; locale?: string } = {}): Segment {
  return [device, place.market ?? '', place.locale ?? ''].map(encodeURIComponent).join('|')
}

export const placeText = ({ market = '', locale = '' }: { market?: string; locale?: string }) =>
  [market, locale].map(encodeURIComponent).join('|')

/** An unknown place is left out. */
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

export function alsoInSegment(changes: readonly RollupChange[], segment: Segment | undefined): RollupChange[] {
  if (segment === undefined) return [...changes]
  const cut = changes.filter(({ dimension }) => CUT.has(dimension))
  return [...changes, ...cut.map((change) => ({ ...change, dimension: dimensionIn(segment, change.dimension) }))]
}

/** Searches that count as evidence are also counted under this mark. Only their queries are shown to shoppers. */
export const EVIDENCE: Segment = 'evidence'

export function searchesInSegment(searches: readonly Search[], segment: Segment): Search[] {
  return [...searches, ...searches.map((one) => ({ ...one, query: queryIn(segment, one.query) }))]
}

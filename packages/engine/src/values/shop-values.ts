/** The meaning of a shop's values for queries, computed once per segment. */
import { SegmentValues } from './segment-values.ts'
import { type AttributeRoles, attributeRoles, isTooMany } from './attribute-roles.ts'
import type { Bitset } from '../columns/bitset.ts'
import type { ColumnSegment } from '../columns/column-segment.ts'
import type { Memo } from '../text/memo.ts'
import type { TextIndex, TextSegment } from '../text/text-segment.ts'

export function valuesOf({ index }: { index: ValuedIndex }, view: number): SegmentValues {
  const { segment, memo } = index.views[view]
  const holders = holdersOf(index)
  return memo.of('values', () => new SegmentValues(segment.columns, index.text.analyzer, holders), holders.key)
}

function holdersOf({ views, text, memo }: ValuedIndex): AttributeRoles {
  const segments = () => views.map(({ segment, memo }) => ({ columns: segment.columns, memo }))
  return memo.of('attribute roles', () => attributeRoles(segments(), text.analyzer))
}

/** True if the attribute has few enough values for a search by name. */
export function hasNames({ views, memo }: ValuedIndex, attribute: string): boolean {
  const values = () => views.map(({ segment }) => segment.columns.terms.get(attribute)?.values)
  return memo.of(`names of ${attribute}`, () => !isTooMany(values()))
}

export interface ValuedIndex {
  readonly views: readonly ValuedSegment[]
  readonly text: TextIndex
  readonly memo: Memo
}

export interface ValuedSegment {
  readonly segment: { readonly columns: ColumnSegment; readonly text: TextSegment }
  readonly liveDocs: Bitset
  readonly memo: Memo
}

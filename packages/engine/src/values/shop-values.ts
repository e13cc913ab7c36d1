/** What the values of the shop mean for queries, computed once per segment. */
import { termPostings } from '../expand/weighted-postings.ts'
import { findTerm, NO_TERM } from '../text/segment/dictionary.ts'
import { TEXT_FIELDS, type TextField } from '../text/text-doc.ts'
import { fieldCounts } from '../expand/field-counts.ts'
import { SegmentValues } from './segment-values.ts'
import { isTooMany, type AttributeRoles, attributeRoles } from './attribute-roles.ts'
import type { ValuedIndex } from './valued-index.ts'

export function valuesOf({ index }: { index: ValuedIndex }, view: number): SegmentValues {
  const { segment, memo } = index.views[view]
  const holders = holdersOf(index)
  return memo.of('values', () => new SegmentValues(segment.columns, index.text.analyzer, holders), holders.key)
}

function holdersOf({ views, text, memo }: ValuedIndex): AttributeRoles {
  const segments = () => views.map(({ segment, memo }) => ({ columns: segment.columns, memo }))
  return memo.of('attribute roles', () => attributeRoles(segments(), text.analyzer))
}

/** True if the attribute has few enough values to be searched by name. */
export function hasNames({ views, memo }: ValuedIndex, attribute: string): boolean {
  const values = () => views.map(({ segment }) => segment.columns.terms.get(attribute)?.values)
  return memo.of(`names of ${attribute}`, () => !isTooMany(values()))
}

/** A meaning of an ambiguous word counts if at least this share of its uses in the shop has it. */
export const MOSTLY = 0.5

/** True if at least half of the products named by the word have it in this field. */
export function isMostlyIn({ index }: { index: ValuedIndex }, word: string, field: TextField): boolean {
  const place = TEXT_FIELDS.indexOf(field)
  let naming = 0
  let inField = 0
  for (const view of index.text.views) {
    const term = findTerm(view.segment.terms, word)
    if (term === NO_TERM) continue
    const counts = fieldCounts(
      view,
      termPostings(view.segment, term, { weight: 1, kind: 'exact', edits: 0, text: word }),
    )
    naming += counts.naming
    inField += counts.own[place]
  }
  return inField >= MOSTLY * naming
}

/** Meaning of the shop's values for queries, computed once for a segment. */
import { termPostings } from '../expand/weighted-postings.ts'
import { findTerm, NO_TERM } from '../text/segment/dictionary.ts'
import { TEXT_FIELDS, type TextField } from '../text/text-doc.ts'
import { fieldCounts } from '../expand/field-counts.ts'
import { SegmentValues } from './segment-values.ts'
import { isTooMany, type AttributeRoles, attributeRoles } from './attribute-roles.ts'
import type { ValuedIndex } from './valued-index.ts'

export function valuesOf({ index }: { index: ValuedIndex }, view: number): SegmentValues {
  const { segment, cache } = index.views[view]
  const holders = holdersOf(index)
  if (cache.values?.holders.key !== holders.key)
    cache.values = new SegmentValues(segment.columns, index.text.analyzer, holders)
  return cache.values
}

function holdersOf({ views, text, cache }: ValuedIndex): AttributeRoles {
  cache.attributeRoles ??= attributeRoles(
    views.map(({ segment, cache }) => ({ columns: segment.columns, samples: cache.valueSamples })),
    text.analyzer,
  )
  return cache.attributeRoles
}

/** True if the attribute has few enough values to be looked for by name. */
export function hasNames({ views, cache }: ValuedIndex, attribute: string): boolean {
  let isFew = cache.namedAttributes.get(attribute)
  if (isFew === undefined) {
    isFew = !isTooMany(views.map(({ segment }) => segment.columns.terms.get(attribute)?.values))
    cache.namedAttributes.set(attribute, isFew)
  }
  return isFew
}

/** A word that two things are called by is the one that it mostly is in this shop. */
export const MOSTLY = 0.5

/** True if most products that name the word name it in this field. */
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

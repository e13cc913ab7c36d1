import type { ShopIndex } from '../index/shop-index.ts'
import type { Analyzer } from '../text/analysis/analyzer.ts'
import { termPostings } from '../text/expand/weighted-postings.ts'
import { findTerm, NO_TERM } from '../text/segment/dictionary.ts'
import { TEXT_FIELDS, type TextField } from '../text/text-doc.ts'
import { fieldCounts } from '../text/weigh/field-counts.ts'
import type { Constraint } from './constraint.ts'
import type { QueryToken } from './query-tokens.ts'
import { SegmentValues } from './segment-values.ts'
import type { UnderstandRequest } from './understand-query.ts'
import { isTooMany, type ValueHolders, valueHolders } from './value-holders.ts'

/** A query while it is read: what is left of its words, and what was found. */
export interface Reading {
  readonly index: ShopIndex
  /** Of the request's language. */
  readonly analyzer: Analyzer
  readonly request: UnderstandRequest
  readonly typed: string
  /** As long as `typed`. */
  readonly folded: string
  readonly tokens: readonly QueryToken[]
  /** Folded. */
  readonly ignored: ReadonlySet<string>
  readonly relaxed: ReadonlySet<string>
  readonly found: { start: number; constraint: Constraint }[]
  /** What is no longer looked for as words. */
  readonly cuts: { start: number; end: number; instead?: string }[]
}

export interface Run {
  first: number
  end: number
}

/** Takes a run of words for a constraint, unless the caller switched it off. Words that a product need not hold are cut out. */
export function take(
  reading: Reading,
  { first, end }: Run,
  constraint: Omit<Constraint, 'text' | 'label'> & { label?: string; isCut: boolean },
): void {
  const { tokens, typed, folded, ignored, relaxed, found, cuts } = reading
  const [start, stop] = [tokens[first].start, tokens[end - 1].end]
  const asked = folded.slice(start, stop).trim()
  if (ignored.has(asked)) return
  for (let i = first; i < end; i++) tokens[i].isTaken = true
  const text = typed.slice(start, stop)
  const { isCut, label = text, ...rest } = constraint
  if (isCut) cuts.push({ start, end: stop })
  if (!relaxed.has(asked)) found.push({ start, constraint: { ...rest, text, label } })
}

export function isOff({ ignored, relaxed }: Reading, folded: string): boolean {
  return ignored.has(folded.trim()) || relaxed.has(folded.trim())
}

export function valuesOf({ index }: Pick<Reading, 'index'>, view: number): SegmentValues {
  const { segment, cache } = index.views[view]
  const holders = holdersOf(index)
  if (cache.values?.holders.key !== holders.key)
    cache.values = new SegmentValues(segment.columns, index.text.analyzer, holders)
  return cache.values
}

function holdersOf({ views, text, cache }: ShopIndex): ValueHolders {
  cache.valueHolders ??= valueHolders(
    views.map(({ segment, cache }) => ({ columns: segment.columns, samples: cache.valueSamples })),
    text.analyzer,
  )
  return cache.valueHolders
}

/** Whether the values of the attribute are few enough to be looked for by name. */
export function hasNames({ views, cache }: ShopIndex, attribute: string): boolean {
  let isFew = cache.namedAttributes.get(attribute)
  if (isFew === undefined) {
    isFew = !isTooMany(views.map(({ segment }) => segment.columns.terms.get(attribute)?.values))
    cache.namedAttributes.set(attribute, isFew)
  }
  return isFew
}

/** A word that two things are called by is the one that it mostly is in this shop. */
export const MOSTLY = 0.5

/** Whether most of the products that name the word name it in this field. */
export function isMostlyIn({ index }: Pick<Reading, 'index'>, word: string, field: TextField): boolean {
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

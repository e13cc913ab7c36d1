import type { ShopIndex } from '../index/shop-index.ts'
import type { Analyzer } from '../text/analysis/analyzer.ts'
import { findTerm, NO_TERM } from '../text/segment/dictionary.ts'
import { NAMING_FIELDS, ownFields } from '../text/segment/posting-payload.ts'
import { TEXT_FIELDS, type TextField } from '../text/text-doc.ts'
import type { Constraint } from './constraint.ts'
import type { QueryToken } from './query-tokens.ts'
import { SegmentValues } from './segment-values.ts'
import type { UnderstandRequest } from './understand-query.ts'

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
  cache.values ??= new SegmentValues(segment.columns, index.text.analyzer)
  return cache.values
}

/** A word that two things are called by is the one that it mostly is in this shop. */
export const MOSTLY = 0.5
const SAMPLE_SIZE = 256

/** Whether most of the products that name the word name it in this field. */
export function isMostlyIn({ index }: Pick<Reading, 'index'>, word: string, field: TextField): boolean {
  const bit = 1 << TEXT_FIELDS.indexOf(field)
  let naming = 0
  let inField = 0
  for (const { segment } of index.views) {
    const { postStarts, postPayloads } = segment.text
    const term = findTerm(segment.text.terms, word)
    if (term === NO_TERM) continue
    const step = Math.max(1, Math.floor((postStarts[term + 1] - postStarts[term]) / SAMPLE_SIZE))
    for (let at = postStarts[term]; at < postStarts[term + 1]; at += step) {
      const fields = ownFields(postPayloads[at])
      if ((fields & NAMING_FIELDS) === 0) continue
      naming += step
      if ((fields & bit) !== 0) inField += step
    }
  }
  return inField >= MOSTLY * naming
}

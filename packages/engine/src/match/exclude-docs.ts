import { colorWord } from '../colors/color-families.ts'
import { type Bitset, setBit } from '../columns/bitset.ts'
import { stringAt } from '../columns/string-table.ts'
import { hasCode } from '../columns/term-column.ts'
import { findPhrase, visitPostingsOf } from '../expand/find-phrase.ts'
import { pronunciationPostings } from '../expand/pronunciation-postings.ts'
import { inflectedPostings } from '../expand/word-postings.ts'
import type { WeightedPostings } from '../expand/weighted-postings.ts'
import { FIELD_MASK, fieldBit, TITLE_BIT } from '../text/segment/posting-payload.ts'
import type { TextSegment, TextSegmentView } from '../text/text-segment.ts'
import { shownInPicture } from '../values/picture-colors.ts'
import { type ValuedIndex, valuesOf } from '../values/shop-values.ts'
import { wordsOf } from '../text/analysis/analyzer.ts'
import type { Asked, FoundDocs } from './criteria.ts'
import { findTerm, NO_TERM } from '../text/segment/dictionary.ts'
import { SAME_POSITION } from '../text/segment/read-docs.ts'
import { TEXT_FIELDS } from '../text/text-doc.ts'
import { wordSets } from '../languages/language-words.ts'

const OPTIONS_BIT = fieldBit('options')

/**
 * Passes docs that have the word in no field of `refusedIn`, or that deny it ("fragrance free"). If only some variants
 * have it, in an option or (for colors) in their picture, only those are rejected. If options state colors, other
 * fields except the title are ignored, because they name the colors of all variants.
 */
export function excludeDocs(
  { index, view, docs }: FoundDocs,
  { phrases: [words], pictured = [], mustDeny = false }: Asked,
  passing: Bitset,
  refusedIn: number,
): void {
  const { segment } = index.views[view]
  const { variants } = segment.columns
  const textView = index.text.views[view]
  const spelled = words.length === 1 ? pronunciationPostings(index.text, words[0])[view] : []
  const readings = spelled.filter(({ kind }) => kind === 'reading')
  const postings = [...postingsOf(textView, words, index), ...readings]
  // A name of several words is denied next to its first or last word.
  const edges = [words[0], words[words.length - 1]].flatMap((word) => inflectedPostings(textView, word, index.text))
  const isDenied = denialsOf(segment.text, [...edges, ...readings])
  const fields = fieldsWith(postings, docs)
  const hasWord = refusedVariants(index, view, words)
  const isShown = shownInPicture(index, view, pictured)
  const isRefused = (doc: number, variant: number) => !mustDeny && (hasWord(variant) || isShown(doc, variant))
  const refusingFields = fieldsReader(index, view, words, refusedIn & ~OPTIONS_BIT)
  for (let place = 0; place < docs.length; place++) {
    const doc = docs[place]
    const isSaid = (fields[place] & refusingFields(doc)) !== 0
    if (mustDeny ? fields[place] === 0 || !isDenied(doc) : isSaid && !isDenied(doc)) continue
    for (let v = variants.starts[doc]; v < variants.starts[doc + 1]; v++) if (!isRefused(doc, v)) setBit(passing, v)
  }
}

/** For a color in a doc whose options state colors, returns only the title; otherwise `others`. */
function fieldsReader(index: ValuedIndex, view: number, words: readonly string[], others: number) {
  if (words.length !== 1 || colorWord(words[0], index.text.analyzer) === undefined) return () => others
  const stated = valuesOf({ index }, view)
    .statements('colors')
    .filter(({ option }) => option)
  return (doc: number) => (stated.some(({ column, codes }) => hasCode(column, doc, codes)) ? TITLE_BIT : others)
}

/** A single word matches in any inflection, several words only as written. */
function postingsOf(view: TextSegmentView, words: readonly string[], index: ValuedIndex): WeightedPostings[] {
  return words.length === 1 ? inflectedPostings(view, words[0], index.text) : findPhrase(view.segment, words)
}

/** Returns the fields that have the word, by index in `docs`. `docs` must ascend. */
function fieldsWith(postings: readonly WeightedPostings[], docs: Uint32Array): Uint16Array {
  const fields = new Uint16Array(docs.length)
  for (const list of postings)
    visitPostingsOf(list, docs, (place, at) => {
      fields[place] |= list.payloads[at] & FIELD_MASK
    })
  return fields
}

/** Rejects variants whose options contain the words or their color. Each value is read once. */
function refusedVariants(index: ValuedIndex, view: number, words: readonly string[]): (variant: number) => boolean {
  const { analyzer } = index.text
  const stems = words.map((word) => analyzer.stem(word))
  const color = words.length === 1 ? colorWord(words[0], analyzer) : undefined
  const { colors } = valuesOf({ index }, view)
  const options = Array.from(index.views[view].segment.columns.variants.options, ([name, { codes, byDoc }]) => {
    const families = color?.isFamily ? colors.find((each) => each.kind === 'option' && each.name === name) : undefined
    const known = new Map<number, boolean>()
    const isRefused = (code: number): boolean => {
      const value = stringAt(byDoc.values, code)
      if (families?.values.get(value)?.families.has(color!.family)) return true
      const own = wordsOf(value, analyzer).map((word) => analyzer.stem(word))
      return stems.every((stem) => own.includes(stem))
    }
    return (variant: number): boolean => {
      const code = codes[variant]
      if (code < 0) return false
      let refused = known.get(code)
      if (refused === undefined) {
        refused = isRefused(code)
        known.set(code, refused)
      }
      return refused
    }
  })
  return (variant) => options.some((isRefused) => isRefused(variant))
}

const DENIALS_OF = wordSets(({ negation }) => negation?.denials)
const TRAILING_NEGATORS_OF = wordSets(({ negation }) => negation?.denialsAfter)
const FIELD_COUNT = TEXT_FIELDS.length
const REACH = 2

export function denialsOf(segment: TextSegment, postingLists: readonly WeightedPostings[]): (doc: number) => boolean {
  const before = termsOf(segment, DENIALS_OF(segment.language))
  const after = termsOf(segment, TRAILING_NEGATORS_OF(segment.language))
  const excluded = new Set(postingLists.map(({ firstTerm }) => firstTerm))
  return (doc) => isDenied(segment, doc, { excluded, before, after })
}

function termsOf(segment: TextSegment, words: ReadonlySet<string>): Set<number> {
  const terms = new Set<number>()
  for (const word of words) {
    const term = findTerm(segment.terms, word)
    if (term !== NO_TERM) terms.add(term)
  }
  return terms
}

interface NegationTerms {
  readonly excluded: ReadonlySet<number>
  readonly before: ReadonlySet<number>
  readonly after: ReadonlySet<number>
}

/** One denial outweighs all other mentions. */
function isDenied({ words, fieldStarts }: TextSegment, doc: number, terms: NegationTerms): boolean {
  for (let field = 0; field < FIELD_COUNT; field++) {
    const start = fieldStarts[doc * FIELD_COUNT + field]
    const end = fieldStarts[doc * FIELD_COUNT + field + 1]
    for (let i = start; i < end; i++) {
      if (terms.excluded.has(words[i] & ~SAME_POSITION) && isDeniedAt(words, i, start, end, terms)) return true
    }
  }
  return false
}

function isDeniedAt(words: Uint32Array, at: number, start: number, end: number, terms: NegationTerms): boolean {
  for (let i = Math.max(start, at - REACH); i < at; i++) if (terms.before.has(words[i])) return true
  for (let i = at + 1; i <= Math.min(end - 1, at + REACH); i++) if (terms.after.has(words[i])) return true
  return false
}

import { colorWord } from '../colors/color-families.ts'
import { type Bitset, setBit } from '../columns/bitset.ts'
import { stringAt } from '../columns/string-table.ts'
import { findPhrase, visitPostingsOf } from '../expand/find-phrase.ts'
import { readingPostings } from '../expand/reading-postings.ts'
import { wordPostings } from '../expand/word-postings.ts'
import type { WeightedPostings } from '../expand/weighted-postings.ts'
import { denialsOf } from './denials.ts'
import { FIELD_MASK, fieldBit } from '../text/segment/posting-payload.ts'
import type { TextSegmentView } from '../text/text-index.ts'
import { shownInPicture } from '../values/picture-colors.ts'
import { valuesOf } from '../values/shop-values.ts'
import type { ValuedIndex } from '../values/valued-index.ts'
import { wordsOf } from '../values/attribute-roles.ts'
import type { Asked, FoundDocs } from './criteria.ts'

const OPTIONS_BIT = fieldBit('options')

/**
 * Passes docs that do not have the word, or that state that they lack it ("fragrance free"). If only some variants
 * have it, in an option or (for colors) in their picture, only those variants are rejected.
 */
export function excludeDocs(
  { index, view, docs }: FoundDocs,
  { phrases: [words], pictured = [], mustDeny = false }: Asked,
  passing: Bitset,
): void {
  const { segment } = index.views[view]
  const { variants } = segment.columns
  const textView = index.text.views[view]
  const spelled = words.length === 1 ? readingPostings(index.text, words[0])[view] : []
  const postings = [...postingsOf(textView, words, index), ...spelled.filter(({ kind }) => kind === 'reading')]
  const isDenied = denialsOf(segment.text, postings)
  const fields = fieldsWith(postings, docs)
  const hasWord = refusedVariants(index, view, words)
  const isShown = shownInPicture(index, view, pictured)
  const isRefused = (doc: number, variant: number) => !mustDeny && (hasWord(variant) || isShown(doc, variant))
  for (let place = 0; place < docs.length; place++) {
    const doc = docs[place]
    const isSaid = (fields[place] & ~OPTIONS_BIT) !== 0
    if (mustDeny ? fields[place] === 0 || !isDenied(doc) : isSaid && !isDenied(doc)) continue
    for (let v = variants.starts[doc]; v < variants.starts[doc + 1]; v++) if (!isRefused(doc, v)) setBit(passing, v)
  }
}

/** A single word matches in any inflection, several words only as written. */
function postingsOf(view: TextSegmentView, words: readonly string[], index: ValuedIndex): WeightedPostings[] {
  if (words.length === 1)
    return wordPostings(view, words[0], index.text).filter(({ kind }) => kind === 'exact' || kind === 'stem')
  const name = findPhrase(view.segment, words, { weight: 1, kind: 'exact', edits: 0, text: words.join(' ') })
  return name === undefined ? [] : [name]
}

/** Fields that have the word, by index in `docs`, which must ascend. */
function fieldsWith(postings: readonly WeightedPostings[], docs: Uint32Array): Uint16Array {
  const fields = new Uint16Array(docs.length)
  for (const list of postings)
    visitPostingsOf(list, docs, (place, at) => {
      fields[place] |= list.payloads[at] & FIELD_MASK
    })
  return fields
}

/** Rejects variants that have the words, or their color, among their options. Each value is read once. */
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

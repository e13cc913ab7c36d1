import { colorWord } from '../colors/color-families.ts'
import { type Bitset, setBit } from '../columns/bitset.ts'
import { stringAt } from '../columns/string-table.ts'
import type { ShopIndex } from '../index/shop-index.ts'
import { visitPostingsOf } from '../text/expand/find-phrase.ts'
import { wordPostings } from '../text/expand/word-postings.ts'
import type { WeightedPostings } from '../text/expand/weighted-postings.ts'
import { denialsOf } from '../text/score/mark-excluded.ts'
import { FIELD_MASK } from '../text/segment/posting-payload.ts'
import { TEXT_FIELDS } from '../text/text-doc.ts'
import type { Constraint } from './constraint.ts'
import type { FoundDocs } from './constraint-filter.ts'
import { valuesOf } from './reading.ts'
import { wordsOf } from './segment-values.ts'

const OPTIONS_BIT = 1 << TEXT_FIELDS.indexOf('options')

/**
 * Lets pass what does not have the word, or says itself that it lacks it ("fragrance free"). Where only a variant's option has it, only
 * that variant is refused.
 */
export function excludeDocs(
  { index, view, docs }: FoundDocs,
  { phrases: [[word]], mustDeny = false }: Constraint,
  passing: Bitset,
): void {
  const { segment, liveDocs, cache } = index.views[view]
  const { variants } = segment.columns
  const textView = { segment: segment.text, liveDocs, ids: null, cache: cache.text }
  const postings = wordPostings(textView, word, index.text).filter(({ kind }) => kind === 'exact' || kind === 'stem')
  const isDenied = denialsOf(segment.text, postings)
  const fields = fieldsWith(postings, docs)
  const isRefused = refusedVariants(index, view, word)
  for (let place = 0; place < docs.length; place++) {
    const doc = docs[place]
    const isSaid = (fields[place] & ~OPTIONS_BIT) !== 0
    if (mustDeny ? fields[place] === 0 || !isDenied(doc) : isSaid && !isDenied(doc)) continue
    for (let v = variants.starts[doc]; v < variants.starts[doc + 1]; v++)
      if (mustDeny || !isRefused(v)) setBit(passing, v)
  }
}

/** By place in `docs`, which ascend: the fields that hold the word. */
function fieldsWith(postings: readonly WeightedPostings[], docs: Uint32Array): Uint16Array {
  const fields = new Uint16Array(docs.length)
  for (const list of postings)
    visitPostingsOf(list, docs, (place, at) => {
      fields[place] |= list.payloads[at] & FIELD_MASK
    })
  return fields
}

/** Tells variants that have the word, or its color, among their options. Each value is read once. */
function refusedVariants(index: ShopIndex, view: number, word: string): (variant: number) => boolean {
  const { analyzer } = index.text
  const stem = analyzer.stem(word)
  const color = colorWord(word, analyzer)
  const { colors } = valuesOf({ index }, view)
  const options = Array.from(index.views[view].segment.columns.variants.options, ([name, { codes, byDoc }]) => {
    const families = color?.isFamily ? colors.find((each) => each.kind === 'option' && each.name === name) : undefined
    const known = new Map<number, boolean>()
    const isRefused = (code: number): boolean => {
      const value = stringAt(byDoc.values, code)
      if (families?.values.get(value)?.families.has(color!.family)) return true
      return wordsOf(value, analyzer).some((own) => analyzer.stem(own) === stem)
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

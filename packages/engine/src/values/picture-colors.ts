/** Reads colors from pictures, for variants without any value, word or attribute that states a color. */
import {
  COLOR_FAMILIES,
  type ColorFamily,
  type ColorWord,
  colorWordsIn,
  ENGLISH,
  isOnlyColor,
} from '../colors/color-families.ts'
import { hasBit, newBitset, setBit } from '../columns/bitset.ts'
import { hasCode } from '../columns/term-column.ts'
import { pictureColorCode } from '../columns/variant-columns.ts'
import type { WeightedPostings } from '../expand/weighted-postings.ts'
import { inflectedPostings } from '../expand/word-postings.ts'
import { findTerm, firstPlace, NO_TERM } from '../text/segment/dictionary.ts'
import { fieldBit, NAMING_FIELDS, ownFields } from '../text/segment/posting-payload.ts'
import { type ValuedIndex, type ValuedSegment, valuesOf } from './shop-values.ts'

/** An ambiguous word has a meaning if at least this share of its uses in the shop has the meaning. */
const MOSTLY = 0.5

function hasPictureColor({ views, memo }: ValuedIndex, family: ColorFamily): boolean {
  const code = pictureColorCode(family)
  return memo.of(`pictures of ${family}`, () =>
    views.some((view) => colorsInSegment(view)[code] === 1 && hasLiveColor(view, code)),
  )
}

/** Marks with 1 the colors of pictures in the segment, including dead docs. */
function colorsInSegment({ segment, memo }: ValuedSegment): Uint8Array {
  return memo.of('picture colors', () => {
    const colors = new Uint8Array(COLOR_FAMILIES.length + 1)
    for (const color of segment.columns.variants.pictureColors) colors[color] = 1
    return colors
  })
}

function hasLiveColor({ segment, liveDocs }: ValuedSegment, code: number): boolean {
  const { starts, pictureColors } = segment.columns.variants
  for (let v = pictureColors.indexOf(code); v >= 0; v = pictureColors.indexOf(code, v + 1))
    // Docs may have no variants, so the doc is the last one that begins at or before this variant.
    if (hasBit(liveDocs, firstPlace(starts.length, (doc) => starts[doc] > v) - 1)) return true
  return false
}

/**
 * True if at least half of the products that the word names, and that have a clear picture, have the color. In a shop
 * for Pink Floyd records, "pink" is not a color.
 */
export function isColorOfPictures(index: ValuedIndex, word: string, family: ColorFamily): boolean {
  if (!hasPictureColor(index, family)) return false
  const all = index.views.map((_, view) => pictureAgreement(index, view, word, family))
  const sum = (of: 'naming' | 'agreeing') => all.reduce((total, one) => total + one[of], 0)
  return sum('agreeing') >= MOSTLY * sum('naming')
}

/** Counts docs named by the word with a picture of a clear color, and those of them with the color `family`. */
function pictureAgreement(index: ValuedIndex, view: number, word: string, family: ColorFamily) {
  return index.views[view].memo.of(`agreement ${word} ${family}`, () => countAgreement(index, view, word, family))
}

function countAgreement(index: ValuedIndex, view: number, word: string, family: ColorFamily) {
  const { segment } = index.views[view]
  const { starts, pictureColors } = segment.columns.variants
  const code = pictureColorCode(family)
  const forms = formsOf(index, view, word)
  const docs = new Set<number>()
  for (const postings of forms)
    eachPosting(postings, (doc, payload) => {
      if ((ownFields(payload) & NAMING_FIELDS) !== 0) docs.add(doc)
    })
  let [naming, agreeing] = [0, 0]
  for (const doc of docs) {
    const colors = pictureColors.subarray(starts[doc], starts[doc + 1])
    if (!colors.some((color) => color !== 0)) continue
    naming++
    if (colors.includes(code)) agreeing++
  }
  return { isNamed: forms.length > 0, naming, agreeing }
}

/** Tests for a variant whose picture has one of the colors, while no value or word states its color. */
export function shownInPicture(
  index: ValuedIndex,
  view: number,
  families: readonly ColorFamily[],
): (doc: number, variant: number) => boolean {
  if (!families.some((family) => hasPictureColor(index, family))) return () => false
  const { pictureColors } = index.views[view].segment.columns.variants
  const wanted = new Uint8Array(COLOR_FAMILIES.length + 1)
  for (const family of families) wanted[pictureColorCode(family)] = 1
  let isStated: ((doc: number, variant: number) => boolean) | undefined
  return (doc, variant) => {
    if (wanted[pictureColors[variant]] === 0) return false
    isStated ??= colorStatements(index, view)
    return !isStated(doc, variant)
  }
}

function colorStatements(index: ValuedIndex, view: number): (doc: number, variant: number) => boolean {
  const said = statingDocs(index, view)
  const statements = valuesOf({ index }, view).statements('colors')
  const attributes = statements.filter(({ option }) => !option)
  const chosen = statements.flatMap(({ option, ...one }) => (option ? [{ ...one, byVariant: option.codes }] : []))
  return (doc, variant) => {
    if (hasBit(said.besideOptions, doc) || attributes.some(({ column, codes }) => hasCode(column, doc, codes)))
      return true
    if (chosen.some(({ codes, byVariant }) => byVariant[variant] >= 0 && codes[byVariant[variant]] === 1)) return true
    // Color options of this variant were checked above.
    return hasBit(said.inOptions, doc) && !chosen.some(({ column, codes }) => hasCode(column, doc, codes))
  }
}

const OPTIONS = fieldBit('options')
/** Without vendors and collections, which have names such as Red Wing and Black Friday. */
const BESIDE_OPTIONS = fieldBit('title') | fieldBit('productType') | fieldBit('tags') | fieldBit('metafields')

/** Returns docs with color words, in options and elsewhere. */
function statingDocs(index: ValuedIndex, view: number) {
  const words = statingWords(index)
  return index.views[view].memo.of('color stating', () => findStating(index, view, words), words.join(' '))
}

function findStating(index: ValuedIndex, view: number, words: readonly string[]) {
  const { docCount } = index.views[view].segment.columns
  const docs = { besideOptions: newBitset(docCount), inOptions: newBitset(docCount) }
  for (const word of words)
    for (const postings of formsOf(index, view, word))
      eachPosting(postings, (doc, payload) => {
        const fields = ownFields(payload)
        if ((fields & BESIDE_OPTIONS) !== 0) setBit(docs.besideOptions, doc)
        if ((fields & OPTIONS) !== 0) setBit(docs.inOptions, doc)
      })
  return docs
}

/** Returns words that mean a color always or mostly in this shop. An espresso machine is not brown. */
function statingWords(index: ValuedIndex): readonly string[] {
  const { memo, text, views } = index
  return memo.of('color words', () => {
    const known = new Map([...colorWordsIn(ENGLISH), ...colorWordsIn(text.analyzer)])
    const isNamed = (word: string, { family }: ColorWord) =>
      views.some((_, view) => pictureAgreement(index, view, word, family).isNamed)
    const isColor = (word: string, color: ColorWord) =>
      isOnlyColor(word, color) || isMostlyOption(index, word) || isColorOfPictures(index, word, color.family)
    return [...known].filter(([word, color]) => isNamed(word, color) && isColor(word, color)).map(([word]) => word)
  })
}

/** True if at least half of the products named by the word have it as an option value. */
function isMostlyOption({ text }: ValuedIndex, word: string): boolean {
  let [naming, inOptions] = [0, 0]
  for (const { segment } of text.views) {
    const term = findTerm(segment.terms, word)
    if (term === NO_TERM) continue
    for (let at = segment.postStarts[term]; at < segment.postStarts[term + 1]; at++) {
      const fields = ownFields(segment.postPayloads[at])
      if ((fields & NAMING_FIELDS) !== 0) naming++
      if ((fields & OPTIONS) !== 0) inOptions++
    }
  }
  return inOptions >= MOSTLY * naming
}

function formsOf(index: ValuedIndex, view: number, word: string): WeightedPostings[] {
  const textView = { ...index.text.views[view], liveDocs: null }
  return inflectedPostings(textView, word, index.text)
}

function eachPosting(
  { docs, payloads, start, end }: WeightedPostings,
  visit: (doc: number, payload: number) => void,
): void {
  for (let at = start; at < end; at++) visit(docs[at], payloads[at])
}

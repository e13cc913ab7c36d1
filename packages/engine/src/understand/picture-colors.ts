/**
 * What pictures say of colors, where nothing else does. A product's own word always wins: the picture of a variant counts only where
 * neither a value of the variant nor a word or attribute of the product states a color.
 */
import { type ColorFamily, COLOR_FAMILIES, colorWordsIn, isOnlyColor } from '../colors/color-families.ts'
import { type Bitset, hasBit, listBits, newBitset, setBit } from '../columns/bitset.ts'
import { hasCode } from '../columns/term-column.ts'
import { pictureColorCode } from '../columns/variant-columns.ts'
import type { ShopIndex } from '../index/shop-index.ts'
import type { WeightedPostings } from '../text/expand/weighted-postings.ts'
import { wordPostings } from '../text/expand/word-postings.ts'
import { NAMING_FIELDS, ownFields } from '../text/segment/posting-payload.ts'
import { isMostlyIn, MOSTLY, valuesOf } from './reading.ts'
import { fieldBit } from './said-docs.ts'

/** Docs of a segment whose words state a color. */
export interface ColorStatingDocs {
  /** Somewhere else than in their options. */
  readonly besideOptions: Bitset
  readonly inOptions: Bitset
}

/** Whether a picture of any live product has the color. */
export function hasPictureColor({ views, cache }: ShopIndex, family: ColorFamily): boolean {
  if (cache.pictureColors === undefined) {
    const seen = new Uint8Array(COLOR_FAMILIES.length + 1)
    for (const { segment, liveDocs } of views) {
      const { starts, pictureColors } = segment.columns.variants
      for (const doc of listBits(liveDocs))
        for (let v = starts[doc]; v < starts[doc + 1]; v++) seen[pictureColors[v]] = 1
    }
    cache.pictureColors = seen
  }
  return cache.pictureColors[pictureColorCode(family)] === 1
}

/**
 * Whether pictures tell that a word means that color in this shop: some have it, and of the products that name the word and whose
 * picture has a clear color, at least half have that one. "Pink" is no color in a shop of Pink Floyd's records.
 */
export function isColorOfPictures(index: ShopIndex, word: string, family: ColorFamily): boolean {
  if (!hasPictureColor(index, family)) return false
  const { naming, agreeing } = pictureAgreement(index, word, family)
  return agreeing >= MOSTLY * naming
}

function pictureAgreement(index: ShopIndex, word: string, family: ColorFamily) {
  const code = pictureColorCode(family)
  let [naming, agreeing] = [0, 0]
  index.views.forEach(({ segment, liveDocs }, view) => {
    const { starts, pictureColors } = segment.columns.variants
    const docs = new Set<number>()
    for (const postings of formsOf(index, view, word))
      eachPosting(postings, (doc, payload) => {
        if ((ownFields(payload) & NAMING_FIELDS) !== 0 && hasBit(liveDocs, doc)) docs.add(doc)
      })
    for (const doc of docs) {
      const colors = pictureColors.subarray(starts[doc], starts[doc + 1])
      if (!colors.some((color) => color !== 0)) continue
      naming++
      if (colors.includes(code)) agreeing++
    }
  })
  return { naming, agreeing }
}

/** For docs and their variants: whether a variant has a picture of one of the colors, and nothing states its color. */
export function shownInPicture(
  index: ShopIndex,
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

function colorStatements(index: ShopIndex, view: number): (doc: number, variant: number) => boolean {
  const { variants } = index.views[view].segment.columns
  const values = valuesOf({ index }, view)
  const options = values.colors.flatMap(({ kind, name }) => (kind === 'option' ? [variants.options.get(name)!] : []))
  const said = statingDocs(index, view)
  const statements = values.statements('colors')
  const ofOptions = new Set(options.map(({ byDoc }) => byDoc))
  const attributes = statements.filter(({ column }) => !ofOptions.has(column))
  const chosen = statements
    .filter(({ column }) => ofOptions.has(column))
    .map(({ column, codes }) => ({ column, codes, byVariant: options.find(({ byDoc }) => byDoc === column)!.codes }))
  return (doc, variant) => {
    if (hasBit(said.besideOptions, doc) || attributes.some(({ column, codes }) => hasCode(column, doc, codes)))
      return true
    if (chosen.some(({ codes, byVariant }) => byVariant[variant] >= 0 && codes[byVariant[variant]] === 1)) return true
    // The words of options that hold colors are read above, each for its own variant.
    return hasBit(said.inOptions, doc) && !chosen.some(({ column, codes }) => hasCode(column, doc, codes))
  }
}

const OPTIONS = fieldBit('options')
/** Vendors and collections are called Red Wing and Black Friday. */
const BESIDE_OPTIONS = fieldBit('title') | fieldBit('productType') | fieldBit('tags') | fieldBit('metafields')

function statingDocs(index: ShopIndex, view: number): ColorStatingDocs {
  const { colorStating } = index.cache
  const known = colorStating.get(view)
  if (known) return known
  const { docCount } = index.views[view].segment.columns
  const docs = { besideOptions: newBitset(docCount), inOptions: newBitset(docCount) }
  for (const word of statingWords(index))
    for (const postings of formsOf(index, view, word))
      eachPosting(postings, (doc, payload) => {
        const fields = ownFields(payload)
        if ((fields & BESIDE_OPTIONS) !== 0) setBit(docs.besideOptions, doc)
        if ((fields & OPTIONS) !== 0) setBit(docs.inOptions, doc)
      })
  colorStating.set(view, docs)
  return docs
}

/** Words that are colors in this shop: nothing but a color, or mostly one by values or by pictures. An espresso machine is not brown. */
function statingWords(index: ShopIndex): readonly string[] {
  if (index.cache.colorWords === undefined) {
    const { analyzer } = index.text
    const known = new Map([...colorWordsIn(ENGLISH), ...colorWordsIn(analyzer)])
    const isNamed = (word: string) => index.views.some((_, view) => formsOf(index, view, word).length > 0)
    index.cache.colorWords = [...known]
      .filter(([word]) => isNamed(word))
      .filter(
        ([word, color]) =>
          isOnlyColor(word, color) ||
          isMostlyIn({ index }, word, 'options') ||
          isColorOfPictures(index, word, color.family),
      )
      .map(([word]) => word)
  }
  return index.cache.colorWords
}

/** Shops write English color names in every language. */
const ENGLISH = { language: 'en', stem: (word: string) => word }

/** The word and its inflections. */
function formsOf(index: ShopIndex, view: number, word: string): WeightedPostings[] {
  const { segment, liveDocs, cache } = index.views[view]
  const textView = { segment: segment.text, liveDocs, ids: null, cache: cache.text }
  return wordPostings(textView, word, index.text).filter(({ kind }) => kind === 'exact' || kind === 'stem')
}

function eachPosting(
  { docs, payloads, start, end }: WeightedPostings,
  visit: (doc: number, payload: number) => void,
): void {
  for (let at = start; at < end; at++) visit(docs[at], payloads[at])
}

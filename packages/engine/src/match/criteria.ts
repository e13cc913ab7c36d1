/**
 * Checks which matches satisfy a query's constraints, by values, words and pictures. One variant must pass everything
 * that filters, including the shopper's selections.
 */
import { andInto, type Bitset, hasBit, listBits, newBitset, setBit } from '../columns/bitset.ts'
import { convertPrice, type PriceConversion } from '../columns/price-conversion.ts'
import { findSpellings } from '../columns/string-table.ts'
import { docsByCode, hasCode, type TermColumn } from '../columns/term-column.ts'
import type { VariantColumns } from '../columns/variant-columns.ts'
import type { UnderstoodDocs } from '../facets/filter-sets.ts'
import type { AttributeValues, Operator, PriceBounds, Reading } from '../query/query.ts'
import { shownInPicture } from '../values/picture-colors.ts'
import { type ValuedIndex, valuesOf } from '../values/shop-values.ts'
import { FIELD_MASK, fieldBit, STRONG_FIELDS, TITLE_BIT } from '../text/segment/posting-payload.ts'
import { excludeDocs } from './exclude-docs.ts'
import { phraseFilter } from './phrase-filter.ts'

export interface FoundDocs {
  readonly index: ValuedIndex
  readonly view: number
  readonly docs: Uint32Array
}

export type Asked = Reading | Operator

/** Differs from every facet's key, so all facets are counted under the query's constraints. */
const UNDERSTOOD_KEY = '@understood'

/** Returns docs with a variant in every set of `passing`. `exempt` docs pass without conditions. */
export function criteriaFilter(
  { index, view, docs }: FoundDocs,
  passing: readonly Bitset[],
  exempt: readonly number[] = [],
): UnderstoodDocs {
  const { variants } = index.views[view].segment.columns
  const allowed = passing[0].slice()
  for (const set of passing) andInto(allowed, set)
  for (const doc of exempt) passDoc(allowed, variants, doc)
  return {
    docs: keepDocs(docs, (doc) => somePass(allowed, variants, doc)),
    filter: { key: UNDERSTOOD_KEY, allowed, slots: 1 },
  }
}

/**
 * How a product answers a reading: by the typed words (said), only by a value or picture (satisfied), not at all
 * (unknown), or by another value (violated).
 */
export const STATE = { said: 0, satisfied: 1, unknown: 2, violated: 3 } as const

/** Fields about the product itself. Tags and collections name families, such as "blue" for everything navy. */
const OWN_WORDS =
  TITLE_BIT | fieldBit('productType') | fieldBit('vendor') | fieldBit('options') | fieldBit('metafields')

export interface Judged {
  readonly passing: Bitset
  readonly states: Uint8Array
  /** True if some title has the words although the product's values do not satisfy the criterion. */
  readonly isSaidOtherwise: boolean
}

/**
 * Conflicting evidence is `unknown`: the words in a title but other values, or a word excluded by "without" only in a
 * sentence, which may deny it. A product of another category is none of this one, whatever its title says.
 */
export function judge(found: FoundDocs, asked: Asked, prices: PriceConversion): Judged {
  const { variants } = found.index.views[found.view].segment.columns
  const passing = passingVariants(found, asked, prices)
  const isSpoken = asked.kind === 'exclusion' && asked.isSpoken
  const certain = isSpoken ? passingVariants(found, { ...asked, isSpoken: false }, prices) : passing
  const isStated = statedIn(found, asked)
  const titled = asked.phrases.length > 0 ? phraseFilter(found, asked, TITLE_BIT) : undefined
  const said = asked.phrases.length > 0 ? phraseFilter(found, asked, OWN_WORDS) : undefined
  // Every product has a price, and either has an excluded word or not, so these are never unknown.
  const mayBeOpen = asked.price === undefined && asked.kind !== 'exclusion'
  const isTitled = (place: number) => mayBeOpen && titled?.[place] === 1
  let isSaidOtherwise = false
  const states = Uint8Array.from(found.docs, (doc, place) => {
    if (somePass(certain, variants, doc)) return said === undefined || said[place] === 1 ? STATE.said : STATE.satisfied
    if (isTitled(place)) isSaidOtherwise = true
    const isOpen = (isTitled(place) && asked.kind !== 'category') || (mayBeOpen && !isStated(doc))
    return isOpen || somePass(passing, variants, doc) ? STATE.unknown : STATE.violated
  })
  return { passing, states, isSaidOtherwise }
}

/** Returns docs that satisfy a reading by a value or picture, whatever words they have. */
export function satisfyingDocs(index: ValuedIndex, view: number, { attributes, pictured = [] }: Reading): Uint32Array {
  const { docCount, variants } = index.views[view].segment.columns
  const { starts } = variants
  const found = newBitset(docCount)
  for (const attribute of attributes) addDocsWith(index, view, attribute, found)
  if (pictured.length > 0) {
    const isShown = shownInPicture(index, view, pictured)
    for (let doc = 0; doc < docCount; doc++)
      for (let v = starts[doc]; v < starts[doc + 1]; v++) if (isShown(doc, v)) setBit(found, doc)
  }
  return keepDocs(listBits(found), (doc) => starts[doc] < starts[doc + 1])
}

export function addDocsWith(index: ValuedIndex, view: number, attribute: AttributeValues, found: Bitset): void {
  const wanted = wantedCodes(index, view, attribute)
  if (!wanted) return
  const { column, codes } = wanted
  const key = JSON.stringify(['docs by value', attribute.kind, attribute.name])
  const { starts, docs } = index.views[view].memo.of(key, () => docsByCode(column))
  for (let code = 0; code + 1 < starts.length; code++) {
    if (codes[code] === 0) continue
    for (let at = starts[code]; at < starts[code + 1]; at++) setBit(found, docs[at])
  }
}

export function passingVariants(found: FoundDocs, asked: Asked, prices: PriceConversion): Bitset {
  const passing = newBitset(found.index.views[found.view].segment.columns.variants.ids.length)
  if (asked.price) passByPrice(found, asked.price, prices, passing)
  else if (asked.kind === 'exclusion') excludeDocs(found, asked, passing, asked.isSpoken ? STRONG_FIELDS : FIELD_MASK)
  else {
    for (const attribute of asked.attributes) passByValue(found, attribute, passing)
    passBySaying(found, asked, passing)
    if (asked.pictured?.length) passByPicture(found, asked.pictured, passing)
  }
  return passing
}

function passByPrice(
  { index, view, docs }: FoundDocs,
  { min, max }: PriceBounds,
  prices: PriceConversion,
  passing: Bitset,
): void {
  const { variants } = index.views[view].segment.columns
  for (const doc of docs) {
    passVariants(passing, variants, doc, (v) => {
      const price = convertPrice(variants.prices[v], prices)
      return (min === null || price >= min) && (max === null || price <= max)
    })
  }
}

function passByValue({ index, view, docs }: FoundDocs, attribute: AttributeValues, passing: Bitset): void {
  const { variants } = index.views[view].segment.columns
  const wanted = wantedCodes(index, view, attribute)
  if (!wanted) return
  const { column, codes, option } = wanted
  const isWanted = option && ((v: number) => option.codes[v] >= 0 && codes[option.codes[v]] === 1)
  for (const doc of docs) {
    if (!hasCode(column, doc, codes)) continue
    if (isWanted) passVariants(passing, variants, doc, isWanted)
    else passDoc(passing, variants, doc)
  }
}

/** Returns undefined if the segment lacks the option or attribute. */
function wantedCodes(index: ValuedIndex, view: number, { kind, name, values }: AttributeValues) {
  const { segment, memo } = index.views[view]
  const { variants, terms } = segment.columns
  const option = kind === 'option' ? variants.options.get(name) : undefined
  const column = option?.byDoc ?? (kind === 'terms' ? terms.get(name) : undefined)
  return (
    column && {
      option,
      column,
      codes: memo.of(JSON.stringify(['codes', kind, name, values]), () => codesOf(column, values)),
    }
  )
}

/** Marks with 1 the codes of all spellings of the values. */
function codesOf({ values: table, folding }: TermColumn, values: readonly string[]): Uint8Array {
  const wanted = new Uint8Array(table.offsets.length)
  for (const value of values) {
    const { first, end } = findSpellings(table, value, folding)
    wanted.fill(1, first, end)
  }
  return wanted
}

/** Passes docs by the words in their text, unless a value states the attribute. */
function passBySaying(found: FoundDocs, asked: Asked, passing: Bitset): void {
  const { variants } = found.index.views[found.view].segment.columns
  const isStated = statedIn(found, asked)
  const docs = keepDocs(found.docs, (doc) => !allPass(passing, variants, doc) && !isStated(doc))
  if (docs.length === 0) return
  const said = phraseFilter({ ...found, docs }, asked)
  for (let place = 0; place < docs.length; place++) if (said[place] === 1) passDoc(passing, variants, docs[place])
}

/** Passes variants by the color in their picture, if no value states their color. */
function passByPicture(
  { index, view, docs }: FoundDocs,
  pictured: NonNullable<Asked['pictured']>,
  passing: Bitset,
): void {
  const { variants } = index.views[view].segment.columns
  const isShown = shownInPicture(index, view, pictured)
  for (const doc of docs) passVariants(passing, variants, doc, (v) => !hasBit(passing, v) && isShown(doc, v))
}

/** Tells whether a doc states anything about what a reading asks. */
function statedIn(found: FoundDocs, asked: Asked): (doc: number) => boolean {
  const statements = statementsOf(found, asked)
  return (doc) => statements.some(({ column, codes }) => hasCode(column, doc, codes))
}

function statementsOf({ index, view }: FoundDocs, { kind, attributes, measures = [] }: Asked) {
  const known = valuesOf({ index }, view)
  if (kind === 'color') return known.statements('colors')
  if (kind === 'size') return known.statements('sizes')
  if (kind === 'measure') return known.measureStatements(new Set(measures.map(({ dimension }) => dimension)))
  if (kind !== 'category' && kind !== 'vendor') return []
  const { terms } = index.views[view].segment.columns
  return attributes.flatMap(({ name }) => {
    const column = terms.get(name)
    return column ? [{ column, codes: new Uint8Array(column.values.offsets.length).fill(1) }] : []
  })
}

function passVariants(
  passing: Bitset,
  { starts }: VariantColumns,
  doc: number,
  passes: (variant: number) => boolean,
): void {
  for (let v = starts[doc]; v < starts[doc + 1]; v++) if (passes(v)) setBit(passing, v)
}

function passDoc(passing: Bitset, { starts }: VariantColumns, doc: number): void {
  for (let v = starts[doc]; v < starts[doc + 1]; v++) setBit(passing, v)
}

function somePass(passing: Bitset, { starts }: VariantColumns, doc: number): boolean {
  for (let v = starts[doc]; v < starts[doc + 1]; v++) if (hasBit(passing, v)) return true
  return false
}

function allPass(passing: Bitset, { starts }: VariantColumns, doc: number): boolean {
  for (let v = starts[doc]; v < starts[doc + 1]; v++) if (!hasBit(passing, v)) return false
  return true
}

function keepDocs(docs: Uint32Array, isKept: (doc: number) => boolean): Uint32Array {
  const kept = new Uint32Array(docs.length)
  let count = 0
  for (let i = 0; i < docs.length; i++) if (isKept(docs[i])) kept[count++] = docs[i]
  return kept.subarray(0, count)
}

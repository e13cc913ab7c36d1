/**
 * Constraints as filters on variants, so that all of them, and what the shopper picked, hold on one and the same variant. Only the docs that
 * the query found are looked at: a constraint costs what the answer is large, not what the shop is.
 */
import { convertPrice, type PriceConversion } from '../columns/price-conversion.ts'
import { findSpellings } from '../columns/string-table.ts'
import type { TermColumn } from '../columns/term-column.ts'
import type { VariantColumns } from '../columns/variant-columns.ts'
import type { VariantFilter } from '../facets/variant-filter.ts'
import { cacheKey } from '../index/segment-cache.ts'
import type { SegmentView, ShopIndex } from '../index/shop-index.ts'
import { findPhrase } from '../text/expand/find-phrase.ts'
import type { WeightedPostings } from '../text/expand/weighted-postings.ts'
import { wordPostings } from '../text/expand/word-postings.ts'
import { FIELD_MASK, NAMING_FIELDS, ownFields, STRONG_FIELDS, TITLE_BIT } from '../text/segment/posting-payload.ts'
import { TEXT_FIELDS, type TextField } from '../text/text-doc.ts'
import type { AttributeValues, Constraint, ConstraintKind } from './constraint.ts'
import { excludeDocs } from './exclude-docs.ts'
import { valuesOf } from './reading.ts'

/** 0 refuses a variant, 1 lets it pass. */
const SLOTS = Int32Array.of(-1, 0)

/** One segment and the docs of it that the query found. */
export interface FoundDocs {
  readonly index: ShopIndex
  readonly view: number
  readonly docs: Uint32Array
}

export function constraintFilters(
  found: FoundDocs,
  constraints: readonly Constraint[],
  prices: PriceConversion,
): (VariantFilter & { codes: Uint8Array })[] {
  return constraints.map((constraint, i) => ({
    // No facet has such a key: counts obey what was typed.
    key: `@understood:${constraint.kind}:${i}`,
    codes: passingVariants(found, constraint, prices),
    slotOf: SLOTS,
    slots: 1,
  }))
}

function passingVariants(found: FoundDocs, constraint: Constraint, prices: PriceConversion): Uint8Array {
  const view = found.index.views[found.view]
  const { variants } = view.segment.columns
  const passing = new Uint8Array(variants.ids.length)
  if (constraint.price) passByPrice(found, constraint.price, prices, passing)
  else if (constraint.kind === 'exclude') excludeDocs(found, constraint, passing)
  else {
    for (const attribute of constraint.attributes) passByValue(found, attribute, passing)
    passBySaying(found, constraint, passing)
  }
  return passing
}

function passByPrice(
  { index, view, docs }: FoundDocs,
  { min, max }: NonNullable<Constraint['price']>,
  prices: PriceConversion,
  passing: Uint8Array,
): void {
  const { starts, prices: own } = index.views[view].segment.columns.variants
  for (const doc of docs) {
    for (let v = starts[doc]; v < starts[doc + 1]; v++) {
      const price = convertPrice(own[v], prices)
      if ((min === null || price >= min) && (max === null || price <= max)) passing[v] = 1
    }
  }
}

function passByValue(
  { index, view, docs }: FoundDocs,
  { kind, name, values }: AttributeValues,
  passing: Uint8Array,
): void {
  const { segment, cache } = index.views[view]
  const { variants, terms } = segment.columns
  const option = kind === 'option' ? variants.options.get(name) : undefined
  const column = option?.byDoc ?? (kind === 'terms' ? terms.get(name) : undefined)
  if (!column) return
  const key = cacheKey([kind, name, values])
  const wanted = cache.wantedCodes.get(key) ?? codesOf(column, values)
  cache.wantedCodes.set(key, wanted)
  for (const doc of docs) {
    if (!hasCode(column, doc, wanted)) continue
    if (option) passVariants(passing, variants, doc, (v) => option.codes[v] >= 0 && wanted[option.codes[v]] === 1)
    else passDoc(passing, variants, doc)
  }
}

/** 1 for each code of the values, however they are spelled. */
function codesOf({ values: table, folding }: TermColumn, values: readonly string[]): Uint8Array {
  const wanted = new Uint8Array(table.offsets.length)
  for (const value of values) {
    const { first, end } = findSpellings(table, value, folding)
    wanted.fill(1, first, end)
  }
  return wanted
}

function hasCode({ starts, codes }: TermColumn, doc: number, wanted: Uint8Array): boolean {
  for (let at = starts[doc]; at < starts[doc + 1]; at++) if (wanted[codes[at]] === 1) return true
  return false
}

function passVariants(
  passing: Uint8Array,
  { starts }: VariantColumns,
  doc: number,
  passes: (variant: number) => boolean,
): void {
  for (let v = starts[doc]; v < starts[doc + 1]; v++) if (passes(v)) passing[v] = 1
}

export function passDoc(passing: Uint8Array, { starts }: VariantColumns, doc: number): void {
  passing.fill(1, starts[doc], starts[doc + 1])
}

/** Docs that say it themselves, unless their own values answer the question. */
function passBySaying(found: FoundDocs, constraint: Constraint, passing: Uint8Array): void {
  const view = found.index.views[found.view]
  const said = sayingDocs(found.index, view, constraint)
  const statements = statementsOf(found, constraint)
  for (const doc of found.docs) {
    if (said[doc] === 0 || statements.some(({ column, codes }) => hasCode(column, doc, codes))) continue
    passDoc(passing, view.segment.columns.variants, doc)
  }
}

/** Columns and the codes in them that answer the question of a constraint, whatever the answer. */
function statementsOf({ index, view }: FoundDocs, { kind, measures = [] }: Constraint) {
  const known = valuesOf({ index }, view)
  if (kind === 'color') return known.statements('colors')
  if (kind === 'size') return known.statements('sizes')
  if (kind !== 'measure') return []
  const dimensions = new Set(measures.map(({ dimension }) => dimension))
  return known.measureStatements(dimensions)
}

function fieldBit(field: TextField): number {
  return 1 << TEXT_FIELDS.indexOf(field)
}

/** The fields in which a product says of itself what is asked. */
const SAID_IN: Readonly<Record<ConstraintKind, number>> = {
  price: 0,
  exclude: 0,
  color: STRONG_FIELDS,
  size: STRONG_FIELDS,
  measure: FIELD_MASK,
  phrase: FIELD_MASK,
  vendor: TITLE_BIT,
  // Another type that has the word is another thing: phone cases are no phones.
  product_type: NAMING_FIELDS & ~(fieldBit('vendor') | fieldBit('productType')),
}

/** What a title says after "with" is seen on the product where it is a color: "dress with blue flowers". */
const SAID_ANYWHERE: ReadonlySet<ConstraintKind> = new Set(['phrase', 'measure', 'color'])

/** 1 for each doc that says the words side by side; what a title says a product is for counts only where it is also on it. */
function sayingDocs(index: ShopIndex, view: SegmentView, { kind, phrases }: Constraint): Uint8Array {
  const said = new Uint8Array(view.segment.columns.docCount)
  const isWhole = SAID_ANYWHERE.has(kind)
  for (const words of phrases) {
    for (const { docs, payloads, start, end } of postingsOf(index, view, kind, words)) {
      for (let at = start; at < end; at++) {
        const fields = isWhole ? payloads[at] : ownFields(payloads[at])
        if ((fields & SAID_IN[kind]) !== 0) said[docs[at]] = 1
      }
    }
  }
  return said
}

/** One word in all its forms, unless it was quoted; several as they stand. */
function postingsOf(
  { text }: ShopIndex,
  { segment, liveDocs, cache }: SegmentView,
  kind: ConstraintKind,
  words: readonly string[],
): WeightedPostings[] {
  if (words.length === 1 && kind !== 'phrase') {
    const textView = { segment: segment.text, liveDocs, ids: null, cache: cache.text }
    return wordPostings(textView, words[0], text)
  }
  const found = findPhrase(segment.text, words, { weight: 1, kind: 'exact', edits: 0, text: '' })
  return found === undefined ? [] : [found]
}

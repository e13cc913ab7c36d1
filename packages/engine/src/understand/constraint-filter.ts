/** Constraints as filters on variants, so that all of them, and what the shopper picked, hold on one and the same variant. */
import { convertPrice, type PriceConversion } from '../columns/price-conversion.ts'
import { findSpellings } from '../columns/string-table.ts'
import type { TermColumn } from '../columns/term-column.ts'
import type { OptionColumn, VariantColumns } from '../columns/variant-columns.ts'
import type { VariantFilter } from '../facets/variant-filter.ts'
import type { SegmentView, ShopIndex } from '../index/shop-index.ts'
import { wordPostings } from '../text/expand/word-postings.ts'
import { findPhrase } from '../text/expand/find-phrase.ts'
import type { WeightedPostings } from '../text/expand/weighted-postings.ts'
import { FIELD_MASK, NAMING_FIELDS, ownFields, STRONG_FIELDS, TITLE_BIT } from '../text/segment/posting-payload.ts'
import { TEXT_FIELDS, type TextField } from '../text/text-doc.ts'
import type { PriceRange } from '../text/text-query.ts'
import type { Constraint, ConstraintKind } from './constraint.ts'
import { excludeDocs } from './exclude-docs.ts'
import { valuesOf } from './reading.ts'

/** 0 refuses a variant, 1 lets it pass. */
const SLOTS = Int32Array.of(-1, 0)

export function constraintFilters(
  index: ShopIndex,
  view: number,
  constraints: readonly Constraint[],
  prices: PriceConversion,
): (VariantFilter & { codes: Uint8Array })[] {
  return constraints.map((constraint, i) => ({
    // No facet has such a key: counts obey what was typed.
    key: `@understood:${constraint.kind}:${i}`,
    codes: passingVariants(index, view, constraint, prices),
    slotOf: SLOTS,
    slots: 1,
  }))
}

function passingVariants(index: ShopIndex, view: number, constraint: Constraint, prices: PriceConversion): Uint8Array {
  const segmentView = index.views[view]
  const { variants } = segmentView.segment.columns
  const passing = new Uint8Array(variants.ids.length)
  if (constraint.price) return withinPrice(passing, variants, constraint.price, prices)
  if (constraint.kind === 'exclude') return excludeDocs(index, view, constraint, passing)
  passByValue(passing, segmentView, constraint)
  const stating = statingDocs(index, view, constraint)
  for (const doc of sayingDocs(index, segmentView, constraint)) if (stating[doc] === 0) passDoc(passing, variants, doc)
  return passing
}

function withinPrice(
  passing: Uint8Array,
  { prices: own }: VariantColumns,
  { min, max }: PriceRange,
  prices: PriceConversion,
): Uint8Array {
  for (let v = 0; v < own.length; v++) {
    const price = convertPrice(own[v], prices)
    if ((min === null || price >= min) && (max === null || price <= max)) passing[v] = 1
  }
  return passing
}

function passByValue(passing: Uint8Array, { segment }: SegmentView, { attributes }: Constraint): void {
  const { variants, terms } = segment.columns
  for (const { kind, name, values } of attributes) {
    if (kind === 'option') passByOption(passing, variants.options.get(name), values)
    else for (const doc of docsWith(terms.get(name), values)) passDoc(passing, variants, doc)
  }
}

function passByOption(passing: Uint8Array, option: OptionColumn | undefined, values: readonly string[]): void {
  if (!option) return
  const wanted = codesOf(option.byDoc, values)
  for (let v = 0; v < option.codes.length; v++)
    if (option.codes[v] >= 0 && wanted[option.codes[v]] === 1) passing[v] = 1
}

function codesOf({ values: table, folding }: TermColumn, values: readonly string[]): Uint8Array {
  const wanted = new Uint8Array(table.offsets.length)
  for (const value of values) {
    const { first, end } = findSpellings(table, value, folding)
    wanted.fill(1, first, end)
  }
  return wanted
}

function* docsWith(column: TermColumn | undefined, values: readonly string[]): Iterable<number> {
  if (!column) return
  const { starts, codes } = column
  const wanted = codesOf(column, values)
  for (let doc = 0; doc + 1 < starts.length; doc++)
    if (codes.subarray(starts[doc], starts[doc + 1]).some((code) => wanted[code] === 1)) yield doc
}

export function passDoc(passing: Uint8Array, { starts }: VariantColumns, doc: number): void {
  passing.fill(1, starts[doc], starts[doc + 1])
}

/** Docs whose own values answer the question, so that what else they say does not count: 1 for each. */
function statingDocs(index: ShopIndex, view: number, { kind, measures = [] }: Constraint): Uint8Array {
  const { columns } = index.views[view].segment
  const stating = new Uint8Array(columns.docCount)
  const known = valuesOf({ index }, view)
  const lists = kind === 'color' ? known.colors : kind === 'size' ? known.sizes : []
  for (const { kind: of, name, values } of lists) markStating(stating, index.views[view], of, name, [...values.keys()])
  if (kind !== 'measure') return stating
  const dimensions = new Set(measures.map(({ dimension }) => dimension))
  for (const { kind: of, name, values } of known.measures) {
    const same = [...values].filter(([, stated]) => stated.some(({ dimension }) => dimensions.has(dimension)))
    markStating(
      stating,
      index.views[view],
      of,
      name,
      same.map(([value]) => value),
    )
  }
  return stating
}

function markStating(
  stating: Uint8Array,
  { segment: { columns } }: SegmentView,
  kind: 'option' | 'terms',
  name: string,
  values: readonly string[],
): void {
  const column = kind === 'option' ? columns.variants.options.get(name)?.byDoc : columns.terms.get(name)
  for (const doc of docsWith(column, values)) stating[doc] = 1
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

/** Docs that say the words side by side; what a title says a product is for does not count. */
function* sayingDocs(index: ShopIndex, view: SegmentView, { kind, phrases }: Constraint): Iterable<number> {
  const isTailless = kind !== 'phrase' && kind !== 'measure'
  for (const words of phrases) {
    for (const { docs, payloads, start, end } of postingsOf(index, view, kind, words)) {
      for (let at = start; at < end; at++) {
        const payload = payloads[at]
        const fields = isTailless ? ownFields(payload) : payload
        if ((fields & SAID_IN[kind]) !== 0) yield docs[at]
      }
    }
  }
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

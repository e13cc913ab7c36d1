/**
 * The constraints of a query as one filter on variants, so that all of them, and what the shopper picked, hold on one and the same
 * variant. Only the docs that the query found are looked at, and of these only what the constraints before left: a constraint costs what
 * the answer is large, not what the shop is.
 */
import { andInto, type Bitset, hasBit, newBitset, setBit } from '../columns/bitset.ts'
import { keepDocs } from '../columns/keep-docs.ts'
import { convertPrice, type PriceConversion } from '../columns/price-conversion.ts'
import { findSpellings } from '../columns/string-table.ts'
import { hasCode, type TermColumn } from '../columns/term-column.ts'
import type { VariantColumns } from '../columns/variant-columns.ts'
import type { UnderstoodDocs } from '../facets/filter-sets.ts'
import type { SegmentCache } from '../index/segment-cache.ts'
import type { ShopIndex } from '../index/shop-index.ts'
import type { AttributeValues, Constraint } from './constraint.ts'
import { excludeDocs } from './exclude-docs.ts'
import { shownInPicture } from './picture-colors.ts'
import { valuesOf } from './reading.ts'
import { saidDocs } from './said-docs.ts'

/** One segment and the docs of it that the query found, in rising order. */
export interface FoundDocs {
  readonly index: ShopIndex
  readonly view: number
  readonly docs: Uint32Array
}

/** No facet has such a key: counts obey what was typed. */
const UNDERSTOOD_KEY = '@understood'

/** What the merchant pinned need not satisfy the constraints. */
export function constraintFilter(
  found: FoundDocs,
  constraints: readonly Constraint[],
  { prices, pinned }: { prices: PriceConversion; pinned: ReadonlySet<number> },
): UnderstoodDocs {
  const { variants } = found.index.views[found.view].segment.columns
  let { docs } = found
  let allowed: Bitset | undefined
  for (const constraint of constraints) {
    const passing = passingVariants({ ...found, docs }, constraint, prices)
    if (allowed) andInto(passing, allowed)
    allowed = passing
    docs = keepDocs(docs, (doc) => pinned.has(doc) || somePass(passing, variants, doc))
  }
  const filter = { key: UNDERSTOOD_KEY, allowed: allowed ?? newBitset(variants.ids.length), slots: 1 } as const
  if (pinned.size === 0) return { docs, filter }
  for (const doc of docs) if (pinned.has(doc)) passDoc(filter.allowed, variants, doc)
  return { docs: keepDocs(docs, (doc) => somePass(filter.allowed, variants, doc)), filter }
}

function passingVariants(found: FoundDocs, constraint: Constraint, prices: PriceConversion): Bitset {
  const passing = newBitset(found.index.views[found.view].segment.columns.variants.ids.length)
  if (constraint.price) passByPrice(found, constraint.price, prices, passing)
  else if (constraint.kind === 'exclude') excludeDocs(found, constraint, passing)
  else {
    for (const attribute of constraint.attributes) passByValue(found, attribute, passing)
    passBySaying(found, constraint, passing)
    passByPicture(found, constraint, passing)
  }
  return passing
}

function passByPrice(
  { index, view, docs }: FoundDocs,
  { min, max }: NonNullable<Constraint['price']>,
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

function passByValue({ index, view, docs }: FoundDocs, { kind, name, values }: AttributeValues, passing: Bitset): void {
  const { segment, cache } = index.views[view]
  const { variants, terms } = segment.columns
  const option = kind === 'option' ? variants.options.get(name) : undefined
  const column = option?.byDoc ?? (kind === 'terms' ? terms.get(name) : undefined)
  if (!column) return
  const wanted = knownCodes(cache, column, { kind, name, values })
  const isWanted = option && ((v: number) => option.codes[v] >= 0 && wanted[option.codes[v]] === 1)
  for (const doc of docs) {
    if (!hasCode(column, doc, wanted)) continue
    if (isWanted) passVariants(passing, variants, doc, isWanted)
    else passDoc(passing, variants, doc)
  }
}

function knownCodes({ wantedCodes }: SegmentCache, column: TermColumn, asked: AttributeValues): Uint8Array {
  const key = JSON.stringify([asked.kind, asked.name, asked.values])
  let codes = wantedCodes.get(key)
  if (codes === undefined) {
    codes = codesOf(column, asked.values)
    wantedCodes.set(key, codes)
  }
  return codes
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

/** Docs that say it themselves, unless their own values answer the question. Read only where the values leave it open. */
function passBySaying(found: FoundDocs, constraint: Constraint, passing: Bitset): void {
  const { variants } = found.index.views[found.view].segment.columns
  const statements = statementsOf(found, constraint)
  const isStated = (doc: number) => statements.some(({ column, codes }) => hasCode(column, doc, codes))
  const docs = keepDocs(found.docs, (doc) => !allPass(passing, variants, doc) && !isStated(doc))
  if (docs.length === 0) return
  const said = saidDocs({ ...found, docs }, constraint)
  for (let place = 0; place < docs.length; place++) if (said[place] === 1) passDoc(passing, variants, docs[place])
}

/** Variants that nothing states a color of, and whose picture has it. */
function passByPicture({ index, view, docs }: FoundDocs, { pictured = [] }: Constraint, passing: Bitset): void {
  if (pictured.length === 0) return
  const { variants } = index.views[view].segment.columns
  const isShown = shownInPicture(index, view, pictured)
  for (const doc of docs) passVariants(passing, variants, doc, (v) => !hasBit(passing, v) && isShown(doc, v))
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

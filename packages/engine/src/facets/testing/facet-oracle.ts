/** The rules of filters and facet counts in a slow and obvious form. The fast code is tested against this. */
import { compareNatural } from '../../columns/natural-order.ts'
import { type Folding, foldingOf, valueKey } from '../../columns/value-key.ts'
import { convertPrice, type PriceConversion } from '../../columns/price-conversion.ts'
import type { EngineDoc, EngineVariant } from '../../columns/engine-doc.ts'
import type { VisibilityFilter } from '../../index/visibility-filter.ts'
import type { Selection } from '../facet-field.ts'
import type { FacetRequest } from '../facet-request.ts'

export function oracleIsVisible(doc: EngineDoc, visibility: VisibilityFilter): boolean {
  return (
    visibility.terms.every(({ name, anyOf }) => (doc.terms[name] ?? []).some((value) => anyOf.includes(value))) &&
    (!visibility.inStockOnly || doc.variants.some(({ available }) => available)) &&
    !visibility.hidden.includes(doc.id) &&
    (visibility.nowMs === undefined || doc.visibleFromMs <= visibility.nowMs)
  )
}

export function oracleMatches(doc: EngineDoc, selections: readonly Selection[], prices: PriceConversion): boolean {
  const onVariants = selections.filter(({ field }) => field.kind === 'option' || field.kind === 'availability')
  const onProduct = selections.filter((selection) => !onVariants.includes(selection))
  return onProduct.every((selection) => productHolds(doc, selection, prices)) && variantsHold(doc, onVariants)
}

function productHolds(
  doc: EngineDoc,
  { field, operator, values, ranges }: Selection,
  prices: PriceConversion,
): boolean {
  if (field.kind === 'terms') {
    const keys = (doc.terms[field.name] ?? []).map((value) => oracleKey(value, field))
    const has = (value: string) => keys.includes(oracleKey(value, field))
    return operator === 'or' ? values.some(has) : values.every(has)
  }
  const number = oracleNumber(doc, field, prices)
  if (number === undefined) return false
  const inside = ({ from, to }: { from: number; to: number }) => number >= from && number <= to
  return operator === 'or' ? ranges.some(inside) : ranges.every(inside)
}

/** or: a variant has a selected value. and: every combination of one selected value per facet is a variant. */
function variantsHold(doc: EngineDoc, selections: readonly Selection[]): boolean {
  if (selections.length === 0) return true
  const stock = selections.find(({ field }) => field.kind === 'availability')
  if (stock?.values.includes('out_of_stock')) return stockHolds(doc, stock, without(selections, stock))
  let ways: ((variant: EngineVariant) => boolean)[] = [() => true]
  for (const selection of selections) {
    const picks = selection.operator === 'or' ? [selection.values] : selection.values.map((value) => [value])
    ways = ways.flatMap((way) =>
      picks.map((pick) => (variant: EngineVariant) => way(variant) && holdsOne(variant, selection, pick)),
    )
  }
  return ways.every((way) => doc.variants.some(way))
}

/** "Out of stock" means that no variant that passes the other selections is in stock. */
function stockHolds(doc: EngineDoc, stock: Selection, others: readonly Selection[]): boolean {
  const left = doc.variants.filter((variant) =>
    others.every((selection) => holdsOne(variant, selection, selection.values)),
  )
  if (left.length === 0 || !variantsHold(doc, others)) return false
  if (!stock.values.includes('in_stock')) return !left.some(({ available }) => available)
  return stock.operator === 'or'
}

function without(selections: readonly Selection[], one: Selection): Selection[] {
  return selections.filter((selection) => selection !== one)
}

function holdsOne(variant: EngineVariant, { field }: Selection, pick: readonly string[]): boolean {
  const value = oracleVariantValue(variant, { field })
  return value !== undefined && pick.some((one) => oracleKey(one, field) === oracleKey(value, field))
}

export function oracleKey(value: string, field: Selection['field']): string {
  return valueKey(value, oracleFolding(field))
}

export function oracleFolding(field: Selection['field']): Folding {
  if (field.kind === 'terms') return foldingOf(field.name)
  return field.kind === 'option' ? 'words' : 'exact'
}

/** Returns the spelling that most products use, by key. A product votes for its first spelling. */
export function oracleSpellings(docs: readonly EngineDoc[], field: Selection['field']): Map<string, string> {
  const votes = new Map<string, string[]>()
  for (const doc of docs) {
    const seen = new Set<string>()
    for (const value of oracleValues(doc, field)) {
      const key = oracleKey(value, field)
      if (!seen.has(key)) votes.set(key, [...(votes.get(key) ?? []), value])
      seen.add(key)
    }
  }
  const titleLike = (text: string) => (/^\p{Lu}.*\p{Ll}/u.test(text) ? 0 : 1)
  const best = (spellings: readonly string[]) => {
    const count = (one: string) => spellings.filter((other) => other === one).length
    return [...spellings].sort((a, b) => count(b) - count(a) || titleLike(a) - titleLike(b) || compareNatural(a, b))[0]
  }
  return new Map([...votes].map(([key, spellings]) => [key, best(spellings)]))
}

export function oracleValues(doc: EngineDoc, field: Selection['field']): string[] {
  if (field.kind === 'terms') return [...(doc.terms[field.name] ?? [])]
  return doc.variants.map((variant) => oracleVariantValue(variant, { field })).filter((value) => value !== undefined)
}

export function oracleVariantValue(variant: EngineVariant, { field }: Pick<Selection, 'field'>): string | undefined {
  if (field.kind === 'availability') return variant.available ? 'in_stock' : 'out_of_stock'
  return field.kind === 'option' ? variant.options[field.name] : undefined
}

export function oracleNumber(doc: EngineDoc, field: Selection['field'], prices: PriceConversion): number | undefined {
  if (field.kind !== 'number') return undefined
  if (field.name === 'rating') return doc.rating ?? undefined
  if (field.name === 'price') {
    return doc.variants.length === 0
      ? undefined
      : convertPrice(Math.min(...doc.variants.map(({ price }) => price)), prices)
  }
  const off = doc.variants.map(({ price, compareAt }) =>
    compareAt && compareAt > price ? 100 * (1 - price / compareAt) : 0,
  )
  return Math.floor(Math.max(0, ...off) + 1e-6)
}

/** Returns the number of products found if the value were the facet's only selection (or), or one more (and). */
export function oracleCount(
  docs: readonly EngineDoc[],
  selections: readonly Selection[],
  request: FacetRequest,
  value: string,
  prices: PriceConversion,
): number {
  const others = selections.filter(({ key }) => key !== request.key)
  const own = selections.find(({ key }) => key === request.key)
  const values = request.operator === 'and' ? [...(own?.values ?? []), value] : [value]
  const asked: Selection = { key: request.key, field: request.field, operator: request.operator, values, ranges: [] }
  return docs.filter((doc) => oracleMatches(doc, [...others, asked], prices)).length
}

/** The slow, obvious version of filters and facet counts that the fast ones are tested against. Written from the rules alone. */
import { convertPrice, type PriceConversion } from '../../columns/price-conversion.ts'
import type { EngineDoc, EngineVariant } from '../../index/engine-doc.ts'
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
    const has = (value: string) => (doc.terms[field.name] ?? []).includes(value)
    return operator === 'or' ? values.some(has) : values.every(has)
  }
  const number = oracleNumber(doc, field, prices)
  if (number === undefined) return false
  const inside = ({ from, to }: { from: number; to: number }) => number >= from && number <= to
  return operator === 'or' ? ranges.some(inside) : ranges.every(inside)
}

/** "or": any picked value on the variant. "and": every way of picking one value per facet has its own variant. */
function variantsHold(doc: EngineDoc, selections: readonly Selection[]): boolean {
  if (selections.length === 0) return true
  let ways: ((variant: EngineVariant) => boolean)[] = [() => true]
  for (const selection of selections) {
    const picks = selection.operator === 'or' ? [selection.values] : selection.values.map((value) => [value])
    ways = ways.flatMap((way) =>
      picks.map(
        (pick) => (variant: EngineVariant) =>
          way(variant) && pick.includes(oracleVariantValue(variant, selection) ?? '\0'),
      ),
    )
  }
  return ways.every((way) => doc.variants.some(way))
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

/** A value's count: the products there would be if it were the facet's only selection (or), or one more (and). */
export function oracleCount(
  docs: readonly EngineDoc[],
  selections: readonly Selection[],
  request: FacetRequest,
  value: string,
  prices: PriceConversion,
): number {
  const others = selections.filter(({ key }) => key !== request.key)
  const own = selections.find(({ key }) => key === request.key)
  const values = request.operator === 'and' ? [...new Set([...(own?.values ?? []), value])] : [value]
  const asked: Selection = { key: request.key, field: request.field, operator: request.operator, values, ranges: [] }
  return docs.filter((doc) => oracleMatches(doc, [...others, asked], prices)).length
}

import type { RecommendationFilter } from '@vitrine/contract'
import { isVariantInStock, metafieldValues, type Product, type Variant } from '../../ports/record-store/product.ts'

export type ProductTest = (product: Product) => boolean

/** Ignores case. One variant must meet all conditions on variants. Any value of a kind suffices. */
export function productFilter(filter: RecommendationFilter | null | undefined): ProductTest {
  if (!filter) return () => true
  const tests = [
    anyOf(filter.tags, (product) => product.tags),
    anyOf(filter.vendors, (product) => [product.vendor]),
    ...metafieldTests(filter),
    variantTest(filter),
  ].filter((test) => test !== undefined)
  return (product) => tests.every((test) => test(product))
}

function anyOf(wanted: readonly string[] | null | undefined, of: (product: Product) => readonly string[]) {
  if (!wanted?.length) return undefined
  const values = new Set(wanted.map(fold))
  return (product: Product) => of(product).some((value) => values.has(fold(value)))
}

function metafieldTests({ metafields }: RecommendationFilter): ProductTest[] {
  const wanted = new Map<string, Set<string>>()
  for (const { namespace, key, value } of metafields ?? []) {
    const name = `${namespace}.${key}`
    wanted.set(name, (wanted.get(name) ?? new Set()).add(fold(value)))
  }
  return Array.from(wanted, ([name, values]) => (product: Product) => {
    const own = product.metafields.filter((one) => `${one.namespace}.${one.key}` === name)
    return own.some(({ value }) => metafieldValues(value).some((one) => values.has(fold(one))))
  })
}

/** Prefers the preferred variant, then the first in stock, then the first. Returns null if none matches. */
export function variantFilter(filter: RecommendationFilter | null | undefined) {
  const fits = variantFit(filter ?? {}) ?? (() => true)
  return (product: Product, preferred?: number | null): number | null => {
    const fitting = product.variants.filter((variant) => fits(product, variant))
    const found = fitting.find(({ id }) => id === preferred) ?? fitting.find(isVariantInStock) ?? fitting[0]
    return found?.id ?? null
  }
}

function variantTest(filter: RecommendationFilter): ProductTest | undefined {
  const fits = variantFit(filter)
  return fits && ((product) => product.variants.some((variant) => fits(product, variant)))
}

function variantFit({ variants }: RecommendationFilter): ((product: Product, variant: Variant) => boolean) | undefined {
  if (!variants) return undefined
  const skus = variants.sku?.length ? new Set(variants.sku.map(fold)) : undefined
  const options = new Map<string, Set<string>>()
  for (const { name, value } of variants.options ?? [])
    options.set(fold(name), (options.get(fold(name)) ?? new Set()).add(fold(value)))
  return (product, variant) => {
    const inStock = isVariantInStock(variant)
    if (typeof variants.is_in_stock === 'boolean' && inStock !== variants.is_in_stock) return false
    const forSale = inStock && product.status === 'active'
    if (typeof variants.available_for_sale === 'boolean' && forSale !== variants.available_for_sale) return false
    if (skus && !skus.has(fold(variant.sku))) return false
    return [...options].every(([name, values]) => values.has(fold(optionValue(product, variant, name))))
  }
}

function optionValue(product: Product, variant: Variant, name: string): string {
  const at = product.options.findIndex((option) => fold(option.name) === name)
  return variant.optionValues[at] ?? ''
}

function fold(text: string): string {
  return text.trim().toLowerCase()
}

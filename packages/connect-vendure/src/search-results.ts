/** Names and prices are read from Vendure, in the channel, language and currency of the request. */
import type { Product as FoundProduct } from '@vitrine/client'
import { IDS } from './to-product.ts'
import type { Asset, ID, Product, SearchInput, Variant } from './vendure.ts'

export interface Hydrated {
  products: ReadonlyMap<string, Product>
  variants: ReadonlyMap<string, Variant>
}

export const idOf = (one: { externalId?: string; productId?: number; variantId?: number }) =>
  one.externalId ?? String(one.productId ?? one.variantId)

export function toResults(found: readonly FoundProduct[], { groupByProduct }: SearchInput, hydrated: Hydrated) {
  return found.flatMap((product, place) => {
    const entity = hydrated.products.get(idOf(product))
    const variants = product.variants.flatMap((one) => hydrated.variants.get(idOf(one)) ?? [])
    const matched = product.variants.find(({ variantId }) => variantId === product.matchedVariantId)
    const variant = (matched && hydrated.variants.get(idOf(matched))) ?? variants[0]
    // The product was removed or hidden after it was indexed.
    if (entity === undefined || variant === undefined) return []
    const priced = groupByProduct ? variants : [variant]
    return [{ ...namesOf(entity, variant), ...idsOf(product, entity, variant), ...pricesOf(priced), inStock: product.isInStock, score: 1 / (place + 1) }] // biome-ignore format: one line reads better
  })
}

function namesOf(product: Product, variant: Variant) {
  return {
    sku: variant.sku,
    slug: product.slug,
    productId: product.id,
    productName: product.name,
    productAsset: assetOf(product.featuredAsset),
    productVariantId: variant.id,
    productVariantName: variant.name,
    productVariantAsset: assetOf(variant.featuredAsset),
    description: product.description,
    currencyCode: variant.currencyCode,
    enabled: product.enabled && variant.enabled,
  }
}

function idsOf({ metafields }: FoundProduct, product: Product, variant: Variant) {
  const saved = (key: string): string[] => {
    const value = metafields.find((one) => one.namespace === IDS && one.key === key)?.value
    return value ? (JSON.parse(value) as string[]) : []
  }
  const values = [...product.facetValues, ...variant.facetValues]
  return {
    facetIds: [...new Set(values.map(({ facet }) => facet.id))] as ID[],
    facetValueIds: saved('facet_value_ids'),
    collectionIds: saved('collection_ids'),
    channelIds: saved('channel_ids'),
  }
}

function pricesOf(variants: readonly Variant[]) {
  return { price: rangeOf(variants.map(({ price }) => price)), priceWithTax: rangeOf(variants.map((one) => one.priceWithTax)) } // biome-ignore format: one line reads better
}

function rangeOf(prices: readonly number[]): { min: number; max: number } | { value: number } {
  const [min, max] = [Math.min(...prices), Math.max(...prices)]
  return min === max ? { value: min } : { min, max }
}

function assetOf(asset: Asset | null | undefined) {
  return asset ? { id: asset.id, preview: asset.preview, focalPoint: asset.focalPoint ?? null } : null
}

import type { AdminProductInput } from '@vitrine/client/admin'
import type { Asset, Collection, FacetValue, ID, Product, Variant } from './vendure.ts'

/** Namespace of ids for filters, which shoppers do not see. */
export const IDS = 'app--vendure'

export interface StockedVariant extends Variant {
  /** Infinity if stock is not tracked. */
  stock: number
}

export interface ProductParts {
  product: Product
  variants: readonly StockedVariant[]
  collections: readonly Collection[]
}

export interface ProductSettings {
  precision: number
  defaultLanguage: string
  assetUrlPrefix: string
  facets: { productType: string; vendor: string }
}

export function toProduct(
  { product, variants, collections }: ProductParts,
  settings: ProductSettings,
): AdminProductInput {
  const facetValues = distinct([...product.facetValues, ...variants.flatMap((variant) => variant.facetValues)])
  const named = (code: string) => facetValues.filter(({ facet }) => facet.code === code).map(({ name }) => name)
  const shown = variants.filter(({ enabled }) => enabled)
  const optionNames = [...new Set(variants.flatMap((one) => one.options.flatMap(({ group }) => group?.name ?? [])))]
  return {
    id: product.id,
    title: product.name || String(product.id),
    handle: product.slug || undefined,
    body_html: product.description,
    product_type: named(settings.facets.productType).at(-1) ?? '',
    vendor: named(settings.facets.vendor)[0] ?? '',
    tags: named(settings.facets.productType),
    status: product.enabled && shown.length > 0 ? 'active' : 'draft',
    created_at: product.createdAt.toISOString(),
    updated_at: product.updatedAt.toISOString(),
    options: optionNames.map((name) => ({ name })),
    variants: (shown.length > 0 ? shown : variants).map((variant) => toVariant(variant, optionNames, settings)),
    images: imagesOf(product, variants, settings.assetUrlPrefix),
    collections: collections.map(({ slug }) => slug),
    metafields: metafieldsOf({ product, variants, collections }, facetValues),
    translations: translationsOf(product, settings.defaultLanguage),
  }
}

function toVariant(variant: StockedVariant, optionNames: readonly string[], { precision }: ProductSettings) {
  const chosen = new Map(variant.options.map(({ name, group }) => [group?.name, name]))
  const isCounted = Number.isFinite(variant.stock) && variant.stock < Number.MAX_SAFE_INTEGER
  return {
    id: variant.id,
    title: variant.name,
    sku: variant.sku,
    price: variant.priceWithTax / 10 ** precision,
    ...Object.fromEntries(optionNames.slice(0, 3).map((name, i) => [`option${i + 1}`, chosen.get(name) ?? null])),
    ...(isCounted ? { inventory_quantity: Math.floor(variant.stock) } : { inventory_management: null }),
    ...(variant.featuredAsset ? { image_id: assetId(variant.featuredAsset) } : {}),
  }
}

/** Vitrine numbers pictures and products together, so plain asset ids could collide with product ids. */
const assetId = ({ id }: Asset) => `asset-${id}`

function imagesOf(product: Product, variants: readonly Variant[], prefix: string) {
  const sorted = (product.assets ?? []).toSorted((a, b) => a.position - b.position).map(({ asset }) => asset)
  const all = [product.featuredAsset, ...sorted, ...variants.map(({ featuredAsset }) => featuredAsset)]
  const assets = new Map(all.flatMap((asset) => (asset ? [[asset.id, asset] as const] : [])))
  return [...assets.values()].map((asset) => ({ id: assetId(asset), src: absolute(asset.preview, prefix) }))
}

function absolute(preview: string, prefix: string): string {
  return /^https?:\/\//.test(preview) ? preview : prefix + preview.replaceAll('\\', '/')
}

function metafieldsOf({ product, variants, collections }: ProductParts, facetValues: readonly FacetValue[]) {
  const ids = (list: readonly { id: ID }[]) => JSON.stringify(list.map(({ id }) => String(id)))
  const byFacet = Map.groupBy(facetValues, ({ facet }) => facet)
  const ofFacets = [...byFacet].flatMap(([facet, values]) => [
    { namespace: IDS, key: facetKey(facet.id), value: ids(values) },
    ...(facet.isPrivate
      ? []
      : [{ namespace: 'facets', key: facet.code, name: facet.name, value: JSON.stringify(values.map(({ name }) => name)) }]), // biome-ignore format: one line reads better
  ])
  return [
    ...ofFacets,
    { namespace: IDS, key: 'facet_value_ids', value: ids(facetValues) },
    { namespace: IDS, key: 'collection_ids', value: ids(collections) },
    { namespace: IDS, key: 'channel_ids', value: ids(product.channels ?? []) },
    { namespace: IDS, key: 'variant_ids', value: ids(variants) },
  ].filter(({ value }) => value !== '[]')
}

/** One key per facet, so that a query can require any value of one facet and all values of another. */
export function facetKey(facetId: ID): string {
  return `facet_${facetId}_ids`
}

function distinct(values: readonly FacetValue[]): FacetValue[] {
  const facets = new Map(values.map(({ facet }) => [facet.id, facet]))
  const byId = new Map(
    values.map((value) => [value.id, { ...value, facet: facets.get(value.facet.id) ?? value.facet }]),
  )
  return [...byId.values()]
}

function translationsOf({ translations }: Product, defaultLanguage: string) {
  const others = translations.filter(({ languageCode }) => languageCode !== defaultLanguage)
  return Object.fromEntries(
    others.map(({ languageCode, name, description }) => [
      languageCode.replaceAll('_', '-'),
      { title: name, body_html: description },
    ]),
  )
}

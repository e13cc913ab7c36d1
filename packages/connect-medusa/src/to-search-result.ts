import type { Product, SearchResponse } from '@vitrine/client'
import type { Window, WindowAnswer } from '@vitrine/client/server'
import type { FacetRequest, FacetResult, ProviderQuery, SearchHit, SearchResult } from './medusa.ts'
import { attributeOf } from './search-scope.ts'
import { IDS } from './to-product.ts'

type Answer = SearchResponse

/** `found` is undefined if nothing can match. */
export function toSearchResult(query: ProviderQuery, found?: WindowAnswer): SearchResult {
  const { skip, take } = windowOf(query)
  const { products = [], answer } = found ?? {}
  return {
    hits: products.map((product) => toHit(product, query)),
    ...(query.search_options?.facets && answer ? { facets: facetsOf(query, answer) } : {}),
    metadata: {
      skip,
      take,
      count: query.search_options?.count === 'none' ? null : (answer?.pagination.total ?? 0),
      ...(query.q ? { query: query.q } : {}),
      ...(answer ? { processing_time_ms: answer.searchMetadata.processingTime } : {}),
    },
    ...(answer ? { provider_metadata: providerMetadata(answer) } : {}),
  }
}

export function windowOf({ pagination: { skip = 0, take = 20 } = {} }: ProviderQuery): Window {
  return { skip, take }
}

/** Storefronts send `request_id` with click events, which attributes orders to this answer. */
function providerMetadata({ requestId, searchMetadata }: Answer): Record<string, unknown> {
  const { correctedQuery, didYouMean, redirect, understood } = searchMetadata
  return {
    request_id: requestId,
    corrected_query: correctedQuery,
    did_you_mean: didYouMean,
    redirect,
    understood: understood.map(({ label }) => label),
  }
}

function toHit(product: Product, query: ProviderQuery): SearchHit {
  const document = documentOf(product)
  const wanted = new Set(query.attributes_to_retrieve.map((path) => path.split('.')[0] ?? path))
  const highlights = highlightsOf(product, query.search_options?.highlight)
  return {
    id: document.id,
    document: Object.fromEntries(Object.entries(document).filter(([field]) => wanted.has(field))),
    ...(highlights ? { highlights } : {}),
  }
}

function documentOf(product: Product) {
  return {
    id: product.externalId ?? String(product.productId),
    title: product.title,
    handle: product.handle,
    status: 'published',
    thumbnail: product.image.url,
    type: product.productType || null,
    tags: product.tags,
    price: product.displayPrice,
    currency_code: product.displayCurrency.toLowerCase(),
    in_stock: product.isInStock,
    subtitle: saved(product, 'medusa', 'subtitle')[0] ?? null,
    collection_id: saved(product, IDS, 'collection_id')[0] ?? null,
    collection: saved(product, 'medusa', 'collection')[0] ?? null,
    category_ids: saved(product, IDS, 'category_ids'),
    categories: saved(product, 'medusa', 'categories'),
    sales_channel_ids: saved(product, IDS, 'sales_channel_ids'),
    option_values: saved(product, 'medusa', 'option_values'),
    variants: product.variants.map((variant) => ({
      id: variant.externalId ?? String(variant.variantId),
      title: variant.title,
      sku: variant.sku,
      price: variant.price,
      in_stock: variant.isInStock,
    })),
  }
}

function saved({ metafields }: Product, namespace: string, key: string): string[] {
  const value = metafields.find((one) => one.namespace === namespace && one.key === key)?.value
  if (value === undefined) return []
  return value.startsWith('[') ? (JSON.parse(value) as string[]) : [value]
}

/** Vitrine marks matches with `<mark>` and escapes everything else. */
function highlightsOf(product: Product, wanted: boolean | object | undefined) {
  if (!wanted || !product.highlights) return undefined
  const { pre_tag = '<mark>', post_tag = '</mark>', fields } = wanted as { pre_tag?: string; post_tag?: string; fields?: string[] } // biome-ignore format: one line reads better
  const { title, productType } = product.highlights
  const marked = Object.entries({ title, type: productType }).filter(
    ([field, text]) => text.includes('<mark>') && (fields?.includes(field) ?? true),
  )
  const tagged = (text: string) => text.replaceAll('<mark>', pre_tag).replaceAll('</mark>', post_tag)
  return Object.fromEntries(marked.map(([field, text]) => [field, [tagged(text)]]))
}

export function facetRequests({ search_options }: ProviderQuery): FacetRequest[] {
  return (search_options?.facets ?? []).map((facet) => (typeof facet === 'string' ? { field: facet } : facet))
}

function facetsOf(query: ProviderQuery, { aggregations = {} }: Answer): Record<string, FacetResult> {
  return Object.fromEntries(
    facetRequests(query).map(({ field, type, limit, sort }): [string, FacetResult] => {
      const found = aggregations[attributeOf(field)]
      if (type === 'stats') {
        const { min, max, avg, sum = 0, count = 0 } = found?.stats ?? {}
        return [field, { type, min: min ?? 0, max: max ?? 0, sum, count, ...(avg == null ? {} : { avg }) }]
      }
      const values = (found?.buckets ?? []).map(({ value, count }) => ({ value, count }))
      if (sort === 'alpha') values.sort((a, b) => (a.value < b.value ? -1 : 1))
      return [field, { type: 'value', values: values.slice(0, limit), other_count: found?.otherCount ?? 0 }]
    }),
  )
}

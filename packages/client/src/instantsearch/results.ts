import type { Facet, Product, SearchResponse } from '../types.ts'
import { escapeHtml, highlightOf, tagged } from './highlights.ts'
import type { InstantSearchHit, InstantSearchRequest, InstantSearchResult } from './types.ts'

export function toResult(
  request: InstantSearchRequest,
  answer: SearchResponse,
  ranges: ReadonlySet<string>,
): InstantSearchResult {
  const { pagination, searchMetadata } = answer
  const facets: InstantSearchResult['facets'] = {}
  const stats: InstantSearchResult['facets_stats'] = {}
  for (const [key, facet] of Object.entries(answer.aggregations ?? {})) {
    facets[key] = Object.fromEntries(facet.buckets.map(({ value, count }) => [value, count]))
    const range = ranges.has(key) ? facet.stats : undefined
    if (range && range.min !== null && range.max !== null) {
      stats[key] = { min: range.min, max: range.max, avg: range.avg ?? 0, sum: range.sum }
    }
  }
  return {
    index: request.indexName,
    query: request.params?.query ?? request.query ?? '',
    params: '',
    hits: request.params?.hitsPerPage === 0 ? [] : answer.products.map((product) => toHit(product, request.params)),
    nbHits: pagination.total,
    page: pagination.page - 1,
    nbPages: pagination.totalPages,
    hitsPerPage: pagination.limit,
    processingTimeMS: searchMetadata.processingTime,
    exhaustiveNbHits: true,
    exhaustiveFacetsCount: true,
    facets,
    facets_stats: stats,
    queryID: answer.requestId,
    ...(searchMetadata.redirect ? { userData: [{ redirect: searchMetadata.redirect }] } : {}),
  }
}

/** Adds `objectID` and highlights, which InstantSearch's widgets need. */
function toHit(product: Product, params: InstantSearchRequest['params']): InstantSearchHit {
  const { title = escapeHtml(product.title), vendor, productType } = product.highlights ?? {}
  return {
    objectID: product.externalId ?? String(product.productId),
    ...product,
    _highlightResult: {
      title: highlightOf(title, params),
      vendor: highlightOf(vendor ?? escapeHtml(product.vendor), params),
      productType: highlightOf(productType ?? escapeHtml(product.productType), params),
    },
  }
}

type FacetQuery = InstantSearchRequest['params'] & { facetQuery?: string; maxFacetHits?: number }

export function toHits(
  facet: Facet | undefined,
  { facetQuery = '', maxFacetHits = 10, ...params }: FacetQuery,
): { value: string; highlighted: string; count: number }[] {
  const wanted = facetQuery.toLowerCase()
  return (facet?.buckets ?? [])
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .slice(0, maxFacetHits)
    .map(({ value, label, count }) => ({ value, highlighted: tagged(highlight(label, wanted), params), count }))
}

function highlight(label: string, wanted: string): string {
  const at = wanted === '' ? -1 : label.toLowerCase().indexOf(wanted)
  if (at < 0) return escapeHtml(label)
  const end = at + wanted.length
  return `${escapeHtml(label.slice(0, at))}<mark>${escapeHtml(label.slice(at, end))}</mark>${escapeHtml(label.slice(end))}`
}

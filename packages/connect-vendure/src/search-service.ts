import {
  CollectionService,
  FacetValueService,
  ProductService,
  ProductVariantService,
  type RequestContext,
} from '@vendure/core'
import { searchWindow } from '@vitrine/client/server'
import { connect, type Connection, type VitrineOptions } from './options.ts'
import { injects } from './nest.ts'
import { COLLECTIONS, FACET_VALUES, namedFacetValues, toSearchRequest } from './search-request.ts'
import { idOf, toResults } from './search-results.ts'
import { OPTIONS } from './tokens.ts'
import type { ID, SearchInput } from './vendure.ts'
import { PRODUCT_RELATIONS } from './vendure-catalog.ts'

/** Maximum number of facet values that are counted. Most shops have fewer. */
const MAX_VALUES = 1000
const DEFAULT_TAKE = 25

export class VitrineSearchService {
  readonly #client: Connection['client']
  readonly #products: ProductService
  readonly #variants: ProductVariantService
  readonly #facetValues: FacetValueService
  readonly #collections: CollectionService

  constructor(
    options: VitrineOptions,
    products: ProductService,
    variants: ProductVariantService,
    facetValues: FacetValueService,
    collections: CollectionService,
  ) {
    this.#client = connect(options).client
    this.#products = products
    this.#variants = variants
    this.#facetValues = facetValues
    this.#collections = collections
  }

  async search(ctx: RequestContext, input: SearchInput) {
    const window = { skip: input.skip ?? 0, take: input.take ?? DEFAULT_TAKE }
    const named = namedFacetValues(input)
    const facetValues = await byIds(named, (ids) => this.#facetValues.findByIds(ctx, ids))
    const request = {
      ...toSearchRequest(input, { channelId: ctx.channelId, languageCode: ctx.languageCode, facetValues }),
      facets: [{ key: FACET_VALUES }, { key: COLLECTIONS }],
      options: { limit: MAX_VALUES },
    }
    const { products, answer } = await searchWindow(this.#client, request, window)
    const [entities, variants] = await Promise.all([
      byIds(products.map(idOf), (ids) => this.#products.findByIds(ctx, ids, PRODUCT_RELATIONS)),
      byIds(
        products.flatMap((one) => one.variants.map(idOf)),
        (ids) => this.#variants.findByIds(ctx, ids),
      ),
    ])
    const hydrated = { products: byId(entities), variants: byId(variants) }
    return {
      items: toResults(products, input, hydrated),
      totalItems: answer.pagination.total,
      facetCounts: countsOf(answer.aggregations?.[FACET_VALUES]),
      collectionCounts: countsOf(answer.aggregations?.[COLLECTIONS]),
      vitrine: {
        requestId: answer.requestId,
        correctedQuery: answer.searchMetadata.correctedQuery,
        didYouMean: answer.searchMetadata.didYouMean,
        redirect: answer.searchMetadata.redirect,
        understood: answer.searchMetadata.understood.map(({ label }) => label),
      },
    }
  }

  async facetValues(ctx: RequestContext, counts: ReadonlyMap<string, number>) {
    const values = await byIds([...counts.keys()], (ids) => this.#facetValues.findByIds(ctx, ids))
    return values.map((facetValue) => ({ facetValue, count: counts.get(String(facetValue.id)) ?? 0 }))
  }

  async collections(ctx: RequestContext, counts: ReadonlyMap<string, number>) {
    const found = await byIds([...counts.keys()], (ids) => this.#collections.findByIds(ctx, ids))
    return found.map((collection) => ({ collection, count: counts.get(String(collection.id)) ?? 0 }))
  }
}

injects(VitrineSearchService, OPTIONS, ProductService, ProductVariantService, FacetValueService, CollectionService)

/** Vendure's services do not accept an empty list. */
async function byIds<T>(ids: ID[], find: (ids: ID[]) => Promise<T[]>): Promise<T[]> {
  return ids.length === 0 ? [] : find(ids)
}

function byId<T extends { id: ID }>(entities: readonly T[]): Map<string, T> {
  return new Map(entities.map((entity) => [String(entity.id), entity]))
}

function countsOf(aggregation: { buckets: { value: string; count: number }[] } | undefined): Map<string, number> {
  return new Map((aggregation?.buckets ?? []).map(({ value, count }) => [value, count]))
}

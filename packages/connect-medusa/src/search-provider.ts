/** A provider for Medusa's Search Module. A mark on each product names the version of the index that wrote it. */
import type { AdminProduct } from '@vitrine/client/admin'
import { searchWindow } from '@vitrine/client/server'
import type {
  Logger,
  ProviderQuery,
  SearchDocument,
  SearchFilters,
  SearchIndexInfo,
  SearchProvider,
  SearchResult,
  SearchTask,
} from './medusa.ts'
import { type Connection, connect, readOptions, type VitrineOptions } from './options.ts'
import { attributeOf, scopeOf, UnsupportedFilter } from './search-scope.ts'
import { IDS, toProduct } from './to-product.ts'
import { facetRequests, toSearchResult, windowOf } from './to-search-result.ts'

const SORTS: Record<string, [ascending: string, descending: string]> = {
  price: ['price_asc', 'price_desc'],
  title: ['title_asc', 'title_desc'],
}

export class VitrineSearchService implements SearchProvider {
  static identifier = 'vitrine'
  readonly identifier = VitrineSearchService.identifier
  readonly #connection: Connection
  readonly #currency: string
  readonly #logger: Logger | undefined

  constructor({ logger }: { logger?: Logger }, given: VitrineOptions) {
    const options = readOptions(given)
    this.#connection = connect(options)
    this.#currency = options.currency
    this.#logger = logger
  }

  /** Only checks the keys: Vitrine needs no index definition, because any attribute can be filtered and counted. */
  async upsertIndex({ index }: { index: { physical_name: string } }): Promise<SearchTask> {
    await this.#connection.shop.view()
    return done(index.physical_name)
  }

  /** Keeps products that a newer version of the index has written since. */
  async deleteIndex({ index }: { index: string }): Promise<SearchTask> {
    const gone: string[] = []
    for await (const product of this.#products()) if (markOf(product) === index) gone.push(idOf(product))
    await this.#delete(gone)
    return done(index)
  }

  clearIndex(input: { index: string }): Promise<SearchTask> {
    return this.deleteIndex(input)
  }

  async listIndexes(): Promise<SearchIndexInfo[]> {
    const counts = new Map<string, number>()
    for await (const product of this.#products()) {
      const name = markOf(product)
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    return Array.from(counts, ([name, document_count]) => ({ name, provider: this.identifier, document_count }))
  }

  async upsertDocuments({ index, documents }: { index: string; documents: SearchDocument[] }): Promise<SearchTask> {
    const products = documents.map((document) => toProduct(document, { currency: this.#currency, index }))
    const { rejected } = await this.#connection.shop.putProducts(products, { wait: true })
    for (const { line, error } of rejected)
      this.#logger?.warn(`Vitrine did not take ${documents[line - 1]?.id}: ${error}`)
    const [first] = rejected
    if (first === undefined || rejected.length < documents.length) return done(index)
    return { index, status: 'failed', error: { message: first.error } }
  }

  async deleteDocuments({ index, filters }: { index: string; filters: SearchFilters }): Promise<SearchTask> {
    const { id, ...others } = filters
    if (id === undefined || Object.keys(others).length > 0) throw new UnsupportedFilter('a deletion', 'delete by id')
    await this.#delete([id].flat().map(String))
    return done(index)
  }

  async search(query: ProviderQuery): Promise<SearchResult> {
    refuseUnsupported(query)
    const { isPossible, filters, visitorId } = scopeOf(query.filters)
    if (!isPossible) return toSearchResult(query)
    const request = {
      query: query.q ?? '',
      appliedFilters: filters,
      facets: facetRequests(query).map(({ field }) => ({ key: attributeOf(field) })),
      sortBy: sortOf(query) as 'relevance',
      ...(visitorId ? { visitorId } : {}),
      ...(query.search_options?.highlight ? { highlight: true } : {}),
      ...(query.search_options?.locales?.[0] ? { locale: query.search_options.locales[0] } : {}),
    }
    return toSearchResult(query, await searchWindow(this.#connection.client, request, windowOf(query)))
  }

  async #delete(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.#connection.shop.deleteProduct(id, { wait: id === ids.at(-1) })
  }

  async *#products(): AsyncGenerator<AdminProduct> {
    for (let after: number | null = 0; after !== null; ) {
      const page: { products: AdminProduct[]; next_after_id: number | null } = await this.#connection.shop.products({
        after_id: after,
        limit: 250,
      })
      yield* page.products
      after = page.next_after_id
    }
  }
}

function done(index: string): SearchTask {
  return { index, status: 'succeeded' }
}

function markOf({ metafields }: AdminProduct): string | undefined {
  return metafields.find(({ namespace, key }) => namespace === IDS && key === 'index_id')?.value
}

function idOf({ id, external_id }: AdminProduct): string {
  return external_id ?? String(id)
}

function sortOf({ pagination }: ProviderQuery): string {
  const [[field, direction] = ['_score', 'DESC'], ...others] = Object.entries(pagination?.order ?? {})
  if (others.length > 0) throw new UnsupportedFilter('several orders', 'sort by one field')
  if (field === '_score') return 'relevance'
  if (field === 'created_at' && direction === 'DESC') return 'newest'
  const sort = SORTS[field]?.[direction === 'DESC' ? 1 : 0]
  if (sort === undefined) throw new UnsupportedFilter(`${field} ${direction}`, 'sort by price, title, created_at DESC')
  return sort
}

function refuseUnsupported({ search_options: options = {}, pagination }: ProviderQuery): void {
  if (options.vector) throw new UnsupportedFilter('a vector', 'Vitrine reads the meaning out of q by itself')
  if (options.distinct) throw new UnsupportedFilter('distinct', 'a product is found once')
  if (pagination?.cursor) throw new UnsupportedFilter('a cursor', 'use skip and take')
}

/** The parts of Medusa's types that this package uses. `npm run try:medusa` checks them against `@medusajs/types`. */

export type SearchDocument = Record<string, unknown> & { id: string }

export interface SearchTask {
  index?: string
  status: 'enqueued' | 'processing' | 'succeeded' | 'failed'
  error?: { message: string; code?: string }
}

export interface SearchIndexInfo {
  name: string
  provider: string
  document_count: number
}

export interface IndexField {
  type: string
  array?: boolean
}

export interface IndexDefinition {
  name: string
  physical_name: string
  fields: Record<string, IndexField>
}

export type SearchFilters = { [field: string]: unknown }

export type FacetRequest = {
  field: string
  type?: 'value' | 'range' | 'stats'
  limit?: number
  sort?: 'count' | 'alpha'
}

export interface SearchOptions {
  facets?: (string | FacetRequest)[]
  highlight?: boolean | { fields: string[]; pre_tag?: string; post_tag?: string }
  count?: 'estimated' | 'exact' | 'none'
  locales?: string[]
  vector?: unknown
  distinct?: string
}

export interface ProviderQuery {
  index: IndexDefinition
  attributes_to_retrieve: string[]
  q?: string
  filters?: SearchFilters
  pagination?: { skip?: number; take?: number; order?: Record<string, 'ASC' | 'DESC'>; cursor?: string }
  search_options?: SearchOptions
}

export interface SearchHit {
  id: string
  document: Record<string, unknown>
  highlights?: Record<string, string[]>
}

export type FacetResult =
  | { type: 'value'; values: { value: string; count: number }[]; other_count?: number }
  | { type: 'stats'; min: number; max: number; avg?: number; sum?: number; count: number }

export interface SearchResult {
  hits: SearchHit[]
  facets?: Record<string, FacetResult>
  metadata: { skip: number; take: number; count: number | null; query?: string; processing_time_ms?: number }
  provider_metadata?: Record<string, unknown>
}

/** `ISearchProvider` of `@medusajs/types`. */
export interface SearchProvider {
  readonly identifier: string
  upsertIndex(input: { index: IndexDefinition }): Promise<SearchTask>
  deleteIndex(input: { index: string }): Promise<SearchTask>
  listIndexes(): Promise<SearchIndexInfo[]>
  upsertDocuments(input: { index: string; documents: SearchDocument[] }): Promise<SearchTask>
  deleteDocuments(input: { index: string; filters: SearchFilters }): Promise<SearchTask>
  clearIndex(input: { index: string }): Promise<SearchTask>
  search(input: ProviderQuery): Promise<SearchResult>
}

export interface Logger {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

export interface GraphQuery {
  graph(input: {
    entity: string
    fields: string[]
    filters?: Record<string, unknown>
    withDeleted?: boolean
  }): Promise<{ data: Record<string, unknown>[] }>
}

export interface MedusaEvent {
  name: string
  data: unknown
}

/** Converts a search to a page's query string, and back: `?q=sofa&color=Blue&color=Grey&sort=price_asc&page=2`. */
import type { AppliedFilter, SearchRequest } from './types.ts'

export interface SearchState {
  query: string
  filters: Record<string, string[]>
  /** null: the shop's own order. */
  sortBy: NonNullable<SearchRequest['sortBy']> | null
  /** Starts at 1. */
  page: number
}

const QUERY = 'q'
const SORT = 'sort'
const PAGE = 'page'

/** The query string of a URL, or a framework's form of it: Next's `searchParams`, Vue's `route.query`. */
export type UrlSearch =
  | string
  | Iterable<[string, string]>
  | Record<string, string | null | undefined | readonly (string | null)[]>

export function searchStateFromUrl(search: UrlSearch): SearchState {
  const params = paramsOf(search)
  const filters: Record<string, string[]> = {}
  for (const key of new Set(params.keys())) {
    const values = params.getAll(key).filter((value) => value !== '')
    if (![QUERY, SORT, PAGE].includes(key) && values.length > 0) filters[key] = values
  }
  const page = Math.floor(Number(params.get(PAGE)))
  return {
    query: params.get(QUERY) ?? '',
    filters,
    sortBy: (params.get(SORT) || null) as SearchState['sortBy'],
    page: Math.max(1, page || 1),
  }
}

function paramsOf(search: UrlSearch): URLSearchParams {
  if (typeof search === 'string') return new URLSearchParams(search)
  if (isIterable(search)) return new URLSearchParams([...search])
  const pairs = Object.entries(search).flatMap(([key, given]) =>
    [given ?? []].flat().map((value) => [key, value ?? '']),
  )
  return new URLSearchParams(pairs)
}

function isIterable(search: Exclude<UrlSearch, string>): search is Iterable<[string, string]> {
  return Symbol.iterator in search
}

/** Sorts facets by name and omits defaults, so that a search has only one URL. */
export function searchStateToUrl({ query, filters, sortBy, page }: SearchState): URLSearchParams {
  const params = new URLSearchParams()
  if (query !== '') params.set(QUERY, query)
  for (const key of Object.keys(filters).sort()) for (const value of filters[key] ?? []) params.append(key, value)
  if (sortBy !== null) params.set(SORT, sortBy)
  if (page > 1) params.set(PAGE, String(page))
  return params
}

export function searchRequestOf({ query, filters, sortBy, page }: SearchState, limit?: number) {
  const appliedFilters: AppliedFilter[] = Object.entries(filters).map(([key, value]) => ({ key, value }))
  return { query, appliedFilters, sortBy, pagination: { page, ...(limit === undefined ? {} : { limit }) } }
}

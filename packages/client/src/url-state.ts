/** Converts a search to the query string of a page, and back: `?q=sofa&color=Blue&color=Grey&sort=price_asc&page=2`. */
import type { AppliedFilter, SearchRequest } from './types.ts'

export interface SearchState {
  query: string
  /** Selected values by facet. */
  filters: Record<string, string[]>
  /** null: the shop's own order. */
  sortBy: NonNullable<SearchRequest['sortBy']> | null
  /** Starts at 1. */
  page: number
}

/** Reserved names, which a facet cannot have in the URL. */
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

/** Facets are sorted by name, so that a search has only one URL. Default values are left out. */
export function searchStateToUrl({ query, filters, sortBy, page }: SearchState): URLSearchParams {
  const params = new URLSearchParams()
  if (query !== '') params.set(QUERY, query)
  for (const key of Object.keys(filters).sort()) for (const value of filters[key] ?? []) params.append(key, value)
  if (sortBy !== null) params.set(SORT, sortBy)
  if (page > 1) params.set(PAGE, String(page))
  return params
}

/** The part of a search request that the state describes. */
export function searchRequestOf({ query, filters, sortBy, page }: SearchState, limit?: number) {
  const appliedFilters: AppliedFilter[] = Object.entries(filters).map(([key, value]) => ({ key, value }))
  return { query, appliedFilters, sortBy, pagination: { page, ...(limit === undefined ? {} : { limit }) } }
}

import type { SearchRequest } from '@vitrine/client'
import { facetKey, IDS } from './to-product.ts'
import type { FacetValue, ID, SearchInput } from './vendure.ts'

export const FACET_VALUES = `@metafield:${IDS}.facet_value_ids`
export const COLLECTIONS = `@metafield:${IDS}.collection_ids`

interface Asked {
  channelId: ID
  languageCode: string
  facetValues: readonly FacetValue[]
}

type Filter = { key: string; value: string[]; operator: 'or' | 'and' }

export function toSearchRequest(input: SearchInput, { channelId, languageCode, facetValues }: Asked): SearchRequest {
  const filters: Filter[] = [
    { key: `@metafield:${IDS}.channel_ids`, value: [String(channelId)], operator: 'or' },
    ...facetFilters(input, facetValues),
    ...collectionFilters(input),
    ...(input.inStock == null
      ? []
      : [{ key: '@availability', value: [String(input.inStock)], operator: 'or' as const }]),
  ]
  return {
    query: input.term ?? '',
    appliedFilters: filters,
    sortBy: sortOf(input),
    locale: languageCode.replaceAll('_', '-'),
    ...(input.vitrineVisitorId ? { visitorId: input.vitrineVisitorId } : {}),
  }
}

export function namedFacetValues({ facetValueIds, facetValueFilters }: SearchInput): ID[] {
  const filters = (facetValueFilters ?? []).flatMap(({ and, or }) => [...(and == null ? [] : [and]), ...(or ?? [])])
  return [...new Set([...(facetValueIds ?? []), ...filters].map(String))]
}

/** One filter per facet, so the values of an `or` must belong to one facet. */
function facetFilters(input: SearchInput, facetValues: readonly FacetValue[]): Filter[] {
  const facetOf = new Map(facetValues.map(({ id, facet }) => [String(id), facet.id]))
  const filters = new Map<string, Filter>()
  for (const { values: wanted, operator } of groupsOf(input)) {
    const byFacet = Map.groupBy(wanted, (id) => facetOf.get(id) ?? `unknown ${id}`)
    if (operator === 'or' && byFacet.size > 1)
      throw new UnsupportedSearch('facetValueFilters: the values of one "or" must belong to one facet')
    for (const [facet, values] of byFacet) {
      const key = `@metafield:${IDS}.${facetKey(facet)}`
      filters.set(key, bothOf(filters.get(key), { key, value: values, operator }))
    }
  }
  return [...filters.values()]
}

function bothOf(known: Filter | undefined, next: Filter): Filter {
  if (known === undefined) return next
  if (known.operator === 'or' || next.operator === 'or')
    throw new UnsupportedSearch('facetValueFilters: name each facet in one "or", or in "and" only')
  return { ...next, value: [...known.value, ...next.value] }
}

function groupsOf(input: SearchInput): { values: string[]; operator: 'or' | 'and' }[] {
  const { facetValueIds, facetValueOperator, facetValueFilters } = input
  const group = (ids: readonly ID[], operator: 'or' | 'and') => ({
    values: ids.map(String),
    operator: ids.length > 1 ? operator : ('and' as const),
  })
  const filters = (facetValueFilters ?? []).map(({ and, or }) => (and == null ? group(or ?? [], 'or') : group([and], 'and'))) // biome-ignore format: one line reads better
  return [...filters, group(facetValueIds ?? [], facetValueOperator === 'OR' ? 'or' : 'and')]
}

function collectionFilters({ collectionId, collectionIds, collectionSlug, collectionSlugs }: SearchInput): Filter[] {
  const ids = intersect(collectionId == null ? undefined : [String(collectionId)], collectionIds?.map(String))
  const slugs = intersect(collectionSlug ? [collectionSlug] : undefined, collectionSlugs ?? undefined)
  const filters: Filter[] = []
  if (ids) filters.push({ key: COLLECTIONS, value: ids, operator: 'or' })
  if (slugs) filters.push({ key: '@collection', value: slugs, operator: 'or' })
  return filters
}

/** Returns the values in both lists. Without any, returns a value that no product has, so that nothing is found. */
function intersect(one: string[] | undefined, many: string[] | undefined): string[] | undefined {
  const both = one && many?.length ? one.filter((value) => many.includes(value)) : (one ?? many)
  if (both === undefined || (one === undefined && both.length === 0)) return undefined
  return both.length > 0 ? both : ['-']
}

function sortOf({ sort }: SearchInput): NonNullable<SearchRequest['sortBy']> {
  if (sort?.price) return sort.price === 'ASC' ? 'price_asc' : 'price_desc'
  if (sort?.name) return sort.name === 'ASC' ? 'title_asc' : 'title_desc'
  return 'relevance'
}

/** Vendure returns the message to the caller. */
export class UnsupportedSearch extends Error {
  override name = 'UnsupportedSearch'
}

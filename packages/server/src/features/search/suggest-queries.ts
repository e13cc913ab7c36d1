/**
 * What to search for: queries that led other shoppers to a click, and, where the shop has not heard enough of them yet, words of
 * the catalog.
 */
import { type FacetResult, isReadAs } from '@vitrine/engine'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { normalizeQuery } from '../platform/normalize-query.ts'
import type { QueryStatistics } from '../query/query-statistics.ts'
import { titlePhrases, typedWord } from './catalog-phrases.ts'
import { highlight, matchesWords } from './highlight.ts'

export interface Suggestion {
  text: string
  highlighted: string
  count: number
}

export interface SuggestAsk {
  query: string
  limit: number
  nowMs: number
  facets: readonly FacetResult[]
  titles: readonly string[]
  locale: string
}

export interface SuggestDeps {
  queries: QueryStatistics
}

/** Suggestions look back this far; trending is what is asked for now. */
const SUGGESTION_DAYS = 90
const TRENDING_DAYS = 7
/** What was typed once is one shopper's, misspelt or private. */
const LEAST_SEARCHES = 2
const DAY_MS = 86_400_000

/** `facets`: product types and vendors among the products that match what is typed; `titles`: those of the best of them. */
export async function suggestQueries(
  deps: SuggestDeps,
  shop: Shop,
  { query, limit, nowMs, facets, titles, locale }: SuggestAsk,
): Promise<Suggestion[]> {
  const typed = normalizeQuery(query)
  const asked = await deps.queries.topQueries(shop.id, {
    prefix: typed,
    limit: 4 * limit,
    fromMs: nowMs - SUGGESTION_DAYS * DAY_MS,
  })
  const proven = asked.filter(({ query: text, clicks, zeroResults, searches }) => {
    return text !== typed && clicks > 0 && zeroResults < searches
  })
  const found = new Map<string, number>()
  for (const { query: text, searches } of proven.toSorted((a, b) => b.clicks - a.clicks)) found.set(text, searches)
  for (const { value, count } of catalogWords(facets, query, locale)) {
    const text = normalizeQuery(value)
    if (text !== typed && !found.has(text)) found.set(text, count)
  }
  for (const [phrase, count] of titlePhrases(titles, query, locale)) {
    const text = normalizeQuery(phrase)
    if (text !== typed && !found.has(text)) found.set(text, count)
  }
  return [...found].slice(0, limit).map(([text, count]) => ({ text, highlighted: highlight(text, query), count }))
}

/** Queries without results are nothing to recommend. */
export async function trendingQueries(
  deps: SuggestDeps,
  shop: Shop,
  { limit, nowMs, facets }: { limit: number; nowMs: number; facets: readonly FacetResult[] },
): Promise<{ text: string; count: number }[]> {
  const asked = await deps.queries.topQueries(shop.id, { limit: 4 * limit, fromMs: nowMs - TRENDING_DAYS * DAY_MS })
  const good = asked.filter(({ zeroResults, searches }) => searches >= LEAST_SEARCHES && zeroResults * 2 < searches)
  const trending = good.map(({ query, searches }) => ({ text: query, count: searches }))
  const known = new Set(trending.map(({ text }) => text))
  // A brand that everything is of is no query.
  const fallback = facets
    .flatMap(({ buckets }) => (buckets.length > 1 ? buckets : []))
    .toSorted((a, b) => b.count - a.count)
    .map(({ value, count }) => ({ text: normalizeQuery(typedWord(value) ?? ''), count }))
    .filter(({ text }) => text !== '' && !known.has(text) && known.add(text))
  return [...trending, ...fallback].slice(0, limit)
}

function catalogWords(facets: readonly FacetResult[], query: string, locale: string) {
  const isTyped = (word: string) => matchesWords(word, query) || isReadAs(word, query, locale)
  return facets
    .flatMap(({ buckets }) => buckets)
    .flatMap(({ value, count, isOthers }) => {
      const word = isOthers ? undefined : typedWord(value)
      return word !== undefined && isTyped(word) ? [{ value: word, count }] : []
    })
    .toSorted((a, b) => b.count - a.count)
}

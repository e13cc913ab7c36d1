/** Suggests queries that led to clicks, then completions from matching products. */
import { type CompletionSource, completeQuery, type FacetResult, isPlaceholder } from '@vitrine/engine'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { normalizeQuery } from '../platform/normalize-query.ts'
import type { QueryStatistics } from '../query/query-statistics.ts'
import { highlight } from './highlight.ts'

export interface Suggestion {
  text: string
  highlighted: string
  count: number
}

export interface SuggestAsk {
  /** The last word is corrected. A trailing space means that it is complete. */
  typed: string
  limit: number
  nowMs: number
  locale: string
  sources: readonly CompletionSource[]
  countProducts(text: string): Promise<number>
}

export interface SuggestDeps {
  queries: QueryStatistics
}

/** Trending queries cover a shorter time. */
const SUGGESTION_DAYS = 90
const TRENDING_DAYS = 7
/** A query that was typed only once may be misspelled or private. */
const MIN_SEARCHES = 2
const DAY_MS = 86_400_000
/** Counting the products of a suggestion takes a search on every key press. */
const MAX_COUNTED = 4

export async function suggestQueries(deps: SuggestDeps, shop: Shop, ask: SuggestAsk): Promise<Suggestion[]> {
  const { typed, limit, locale, sources, countProducts } = ask
  const proven = await provenQueries(deps, shop, ask)
  const completed = completeQuery(typed, sources, locale).map(({ text }) => normalizeQuery(text))
  const texts = [...new Set([...proven, ...completed])].slice(0, Math.min(limit, MAX_COUNTED))
  const counted = await Promise.all(texts.map(async (text) => ({ text, count: await countProducts(text) })))
  return counted
    .filter(({ count }) => count > 0)
    .map(({ text, count }) => ({ text, highlighted: highlight(text, typed), count }))
}

/** Returns queries that led to clicks, most clicked first. */
async function provenQueries({ queries }: SuggestDeps, shop: Shop, { typed, limit, nowMs }: SuggestAsk) {
  const prefix = normalizeQuery(typed)
  const asked = await queries.topQueries(shop.id, {
    prefix,
    limit: 4 * limit,
    fromMs: nowMs - SUGGESTION_DAYS * DAY_MS,
  })
  return asked
    .filter(({ query, clicks, zeroResults, searches }) => query !== prefix && clicks > 0 && zeroResults < searches)
    .toSorted((a, b) => b.clicks - a.clicks)
    .map(({ query }) => query)
}

/** Leaves out queries that mostly have no results. Common types and vendors follow if there is room. */
export async function trendingQueries(
  deps: SuggestDeps,
  shop: Shop,
  { limit, nowMs, facets }: { limit: number; nowMs: number; facets: readonly FacetResult[] },
): Promise<{ text: string; count: number }[]> {
  const asked = await deps.queries.topQueries(shop.id, { limit: 4 * limit, fromMs: nowMs - TRENDING_DAYS * DAY_MS })
  const good = asked.filter(({ zeroResults, searches }) => searches >= MIN_SEARCHES && zeroResults * 2 < searches)
  const trending = good.map(({ query, searches }) => ({ text: query, count: searches }))
  const known = new Set(trending.map(({ text }) => text))
  // A single bucket, such as the only brand of a shop, is no useful query.
  const fallback = facets
    .flatMap(({ buckets }) => (buckets.length > 1 ? buckets : []))
    .toSorted((a, b) => b.count - a.count)
    .map(({ value, count }) => ({ text: normalizeQuery(value.slice(value.lastIndexOf('>') + 1)), count }))
    .filter(({ text }) => isTyped(text) && !known.has(text) && known.add(text))
  return [...trending, ...fallback].slice(0, limit)
}

/** False for numbers, placeholders and long names. A single Han character may be a word: 靴 means shoes. */
function isTyped(text: string): boolean {
  return text.length <= LONGEST_NAME && /\p{L}{2}|\p{Script=Han}/u.test(text) && !isPlaceholder(text)
}

const LONGEST_NAME = 30

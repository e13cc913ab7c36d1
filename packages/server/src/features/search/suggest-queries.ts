/** Suggests queries that led to clicks, then completions with words of matching products, with result counts. */
import { type CompletionSource, completeQuery, type FacetResult, isPlaceholder } from '@vitrine/engine'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { normalizeQuery } from '../platform/normalize-query.ts'
import type { QueryStatistics } from '../query/query-statistics.ts'
import { highlight } from './highlight.ts'

export interface Suggestion {
  text: string
  highlighted: string
  /** Number of products that the query finds. */
  count: number
}

export interface SuggestAsk {
  /** The query as typed, with a misspelled last word corrected; a trailing space means that the last word is complete. */
  typed: string
  limit: number
  nowMs: number
  locale: string
  /** Products that match the query, best first. */
  sources: readonly CompletionSource[]
  countProducts(text: string): Promise<number>
}

export interface SuggestDeps {
  queries: QueryStatistics
}

/** Suggestions look back this far; trending queries cover a shorter time. */
const SUGGESTION_DAYS = 90
const TRENDING_DAYS = 7
/** Minimum number of searches of a trending query: one that was typed only once may be misspelled or private. */
const MIN_SEARCHES = 2
const DAY_MS = 86_400_000
/** Maximum number of suggestions whose products are counted, which takes a search for each of them on every key press. */
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

/** Returns queries that begin with the typed text and led to clicks, the most clicked first. */
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

/** Returns trending queries, without those that mostly have no results, followed by common types and vendors if there is room. */
export async function trendingQueries(
  deps: SuggestDeps,
  shop: Shop,
  { limit, nowMs, facets }: { limit: number; nowMs: number; facets: readonly FacetResult[] },
): Promise<{ text: string; count: number }[]> {
  const asked = await deps.queries.topQueries(shop.id, { limit: 4 * limit, fromMs: nowMs - TRENDING_DAYS * DAY_MS })
  const good = asked.filter(({ zeroResults, searches }) => searches >= MIN_SEARCHES && zeroResults * 2 < searches)
  const trending = good.map(({ query, searches }) => ({ text: query, count: searches }))
  const known = new Set(trending.map(({ text }) => text))
  // A single bucket, such as the only brand of a shop, is not a useful query.
  const fallback = facets
    .flatMap(({ buckets }) => (buckets.length > 1 ? buckets : []))
    .toSorted((a, b) => b.count - a.count)
    .map(({ value, count }) => ({ text: normalizeQuery(value.slice(value.lastIndexOf('>') + 1)), count }))
    .filter(({ text }) => isTyped(text) && !known.has(text) && known.add(text))
  return [...trending, ...fallback].slice(0, limit)
}

/** False for numbers, placeholders and long names, which nobody types. A single Han character can be a word: 靴 means shoes. */
function isTyped(text: string): boolean {
  return text.length <= LONGEST_NAME && /\p{L}{2}|\p{Script=Han}/u.test(text) && !isPlaceholder(text)
}

const LONGEST_NAME = 30

/**
 * What a request finds, before it is ordered, counted and cut into pages. Many shoppers ask the same, so it is kept with the snapshot of the
 * index that it was found in. Nothing about the shopper goes into it.
 */
import { countBits } from '../columns/bitset.ts'
import type { FacetRequest, FacetResult } from '../facets/facet-request.ts'
import type { FilterSets } from '../facets/filter-sets.ts'
import { type BoostedDocs, boostedDocs } from './boosts.ts'
import { type Matches, rankingDepth } from './find-matches.ts'
import { MatchedVariant } from './matched-variant.ts'
import { compiledSettings } from '../text/prepare-query.ts'
import { type PreparedQuery, prepareQuery } from './prepare-query.ts'
import type { FindRequest, SearchRequest } from './search-request.ts'
import { cacheKey } from './segment-cache.ts'
import type { ShopIndex } from './shop-index.ts'
import { lastAppearanceMs, visibleDocs } from './visibility-filter.ts'

/** Facets of one set: those of the page, and a few that somebody opened. */
const MOST_FACET_LISTS = 8
/** Roughly what a bucket of a facet takes, and what all the small objects of a set take. */
const BUCKET_BYTES = 128
const SMALL_PARTS_BYTES = 8192
const MOST_BUCKETS_EXPECTED = 100

export class FoundSet {
  readonly query: PreparedQuery
  readonly matches: Matches
  /** By segment: which of the matches pass the selections. */
  readonly filters: readonly FilterSets[]
  readonly variants: MatchedVariant
  #boosts: readonly BoostedDocs[] | undefined
  readonly #facets = new Map<string, FacetResult[]>()

  constructor(query: PreparedQuery) {
    this.query = query
    this.matches = query.match()
    this.filters = query.filter(this.matches)
    this.variants = new MatchedVariant(query, this.filters)
  }

  get total(): number {
    return this.filters.reduce((sum, { passedCount }) => sum + passedCount, 0)
  }

  /** By segment; empty where the merchant lifts and lowers nothing. */
  boosts(): readonly BoostedDocs[] {
    const { index, request } = this.query
    const boosts = request.rules?.boosts ?? []
    this.#boosts ??= boosts.length === 0 ? [] : index.views.map(({ segment }) => boostedDocs(segment.columns, boosts))
    return this.#boosts
  }

  facets(asked: readonly FacetRequest[]): FacetResult[] {
    if (asked.length === 0) return []
    const key = cacheKey(asked)
    const known = this.#facets.get(key)
    if (known) return known
    const counted = this.query.facets(this.filters, asked)
    if (this.#facets.size < MOST_FACET_LISTS) this.#facets.set(key, counted)
    return counted
  }

  /** What it may come to hold, boosts and lists of docs included. */
  get bytes(): number {
    const { visible, request, index } = this.query
    let bytes = SMALL_PARTS_BYTES + MOST_BUCKETS_EXPECTED * BUCKET_BYTES
    for (const set of visible) bytes += 3 * set.byteLength
    for (const { docs, passedCount, variantFilters } of this.filters) {
      bytes += docs.byteLength + 4 * passedCount
      for (const { codes } of variantFilters) bytes += codes.byteLength
    }
    if (request.rules?.boosts.length) bytes += 6 * index.docCount
    return bytes + 9 * (this.matches.text?.best.docs.length ?? 0)
  }
}

/** What the request finds; known already where somebody asked for the same. */
export function foundSet(index: ShopIndex, request: SearchRequest): FoundSet {
  const { query, visibility, among, selections, constraints, prices, rules, semantic, typeAttribute } = request
  const depth = rankingDepth(index, request)
  const find: FindRequest = {
    visibility,
    selections,
    prices,
    depth,
    ...(query ? { query } : {}),
    ...(among ? { among } : {}),
    ...(constraints ? { constraints } : {}),
    ...(rules ? { rules } : {}),
    ...(semantic ? { semantic } : {}),
    ...(typeAttribute === undefined ? {} : { typeAttribute }),
  }
  // Lists of products that were found elsewhere hardly ever come twice.
  if (among) return new FoundSet(prepareQuery(index, find))
  const key = foundKey(index, find)
  const known = index.cache.found.get(key)
  // Settings and neighbours are not spelled out: the same ones come as the same objects.
  if (known && known.query.request.query?.settings === query?.settings && known.query.request.semantic === semantic)
    return known
  const found = new FoundSet(prepareQuery(index, find))
  index.cache.found.set(key, found)
  return found
}

function foundKey(index: ShopIndex, request: FindRequest): string {
  const { query, visibility, selections, constraints = [], prices, rules, typeAttribute, depth } = request
  const { nowMs: _, hiddenTargets = [], ...scope } = visibility
  const settings = query && compiledSettings(index.text, query.settings).id
  const appeared = appearedCount(index, request)
  const plain = [query?.text, query?.prefixLast, settings, scope, appeared, prices, rules?.pins, typeAttribute, depth]
  // Only these hold what JSON does not know, and most requests have none of them.
  const further = [selections, constraints, hiddenTargets, rules?.boosts ?? []]
  return JSON.stringify(plain) + (further.some(({ length }) => length > 0) ? cacheKey(further) : '')
}

/** In the place of the time: how many products have appeared by now. undefined: all have, as in most shops. */
function appearedCount({ views }: ShopIndex, { visibility }: FindRequest): number | undefined {
  const { nowMs } = visibility
  if (nowMs === undefined || views.every((view) => nowMs >= lastAppearanceMs(view))) return undefined
  return views.reduce((sum, view) => sum + countBits(visibleDocs(view, visibility)), 0)
}

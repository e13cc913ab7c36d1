/**
 * What a request finds, before it is ordered, counted and cut into pages. Many shoppers ask the same, so it is kept with the snapshot of the
 * index that it was found in. Nothing about the shopper goes into it.
 */
import { countBits } from '../columns/bitset.ts'
import type { FacetRequest, FacetResult } from '../facets/facet-request.ts'
import type { FilterSets } from '../facets/filter-sets.ts'
import { type BoostedDocs, boostedDocs } from './boosts.ts'
import { type Matches, rankingDepth } from './find-matches.ts'
import { MatchedVariant, variantQueryOf } from './matched-variant.ts'
import { asksForKind, someCalledSo } from '../text/kind-asked-for.ts'
import { rankText } from '../text/match-text.ts'
import { colorRanks } from '../understand/typed-color.ts'
import { compiledSettings } from '../text/prepare-query.ts'
import type { RankedDocs } from '../text/text-query.ts'
import { type PreparedQuery, prepareQuery } from './prepare-query.ts'
import { rankHits } from './rank-hits.ts'
import type { FindRequest, Hit, SearchRequest } from './search-request.ts'
import { cacheKey } from './segment-cache.ts'
import type { ShopIndex } from './shop-index.ts'
import { lastAppearanceMs, visibleDocs } from './visibility-filter.ts'

/** Facets of one set: those of the page, and a few that somebody opened. */
const MOST_FACET_LISTS = 8
/** Of one set: the first, the next, and one in another order. Longer pages are read by machines, each once. */
const MOST_PAGES = 3
const LONGEST_KEPT_PAGE = 50
/** Roughly what a bucket of a facet takes, and what all the small objects of a set take. */
const BUCKET_BYTES = 128
const SMALL_PARTS_BYTES = 16_384
const MOST_BUCKETS_EXPECTED = 100

export class FoundSet {
  readonly query: PreparedQuery
  readonly matches: Matches
  /** By segment: which of the matches pass the selections. */
  readonly filters: readonly FilterSets[]
  readonly variants: MatchedVariant
  #boosts: readonly BoostedDocs[] | undefined
  #colorRanks: { ranks: readonly Uint8Array[] | undefined } | undefined
  #best: { depth: number; docs: RankedDocs } | undefined
  readonly #facets = new Map<string, FacetResult[]>()
  readonly #pages = new Map<string, readonly Hit[]>()

  constructor(query: PreparedQuery) {
    this.query = query
    this.matches = query.match()
    this.filters = query.filter(this.matches)
    this.variants = new MatchedVariant(variantQueryOf(query), this.filters)
  }

  get total(): number {
    return this.filters.reduce((sum, { passedCount }) => sum + passedCount, 0)
  }

  /**
   * False where the shop sells the kind of thing asked for, and what was understood left none that is called so: a beige chair that mentions
   * sofas is no beige sofa.
   */
  get isKindLeft(): boolean {
    const { text, request } = this.query
    if (!text || !request.constraints?.length) return true
    const passed = this.filters.map((sets) => sets.passed)
    return someCalledSo(text, passed) || !asksForKind(text) || !someCalledSo(text, this.matches.matched)
  }

  /** By segment; empty where the merchant lifts and lowers nothing. */
  boosts(): readonly BoostedDocs[] {
    const { index, request } = this.query
    const boosts = request.rules?.boosts ?? []
    this.#boosts ??= boosts.length === 0 ? [] : index.views.map(({ segment }) => boostedDocs(segment.columns, boosts))
    return this.#boosts
  }

  /** By segment and doc that passes: how near it comes to the colors that were typed; undefined where none was. */
  colorRanks(): readonly Uint8Array[] | undefined {
    const { index, request } = this.query
    this.#colorRanks ??= {
      ranks: colorRanks(
        index,
        request.constraints ?? [],
        this.filters.map(({ passed }) => passed),
      ),
    }
    return this.#colorRanks.ranks
  }

  /** The best of what passes the filters, by its words. The same depth is asked for again and again. */
  bestPassing(depth: number): RankedDocs {
    if (this.#best?.depth === depth) return this.#best.docs
    const passed = this.filters.map((sets) => sets.passed)
    const docs = rankText(this.query.text!, this.matches.text!, passed, depth)
    this.#best = { depth, docs }
    return docs
  }

  /** A page of it; known already where somebody asked for the same and nothing about a shopper orders it. */
  page(request: SearchRequest): readonly Hit[] {
    const key = pageKey(request)
    if (key === undefined) return rankHits(this, request)
    const known = this.#pages.get(key)
    if (known) return known
    const hits = rankHits(this, request)
    if (this.#pages.size < MOST_PAGES) this.#pages.set(key, hits)
    return hits
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
      // The values of variants are the segment's own.
      for (const { allowed } of variantFilters) bytes += allowed?.byteLength ?? 0
    }
    if (request.rules?.boosts.length) bytes += 6 * index.docCount
    return bytes + 9 * (this.matches.text?.best.docs.length ?? 0)
  }
}

/** All that orders what was found and is no part of its key. undefined: the page is some shopper's own, or too long to be kept. */
function pageKey(request: SearchRequest): string | undefined {
  const { sort, titleFields, collection, offset, limit, outOfStockLast, explain = false, popularityWeight } = request
  const { personal, preferences, rules } = request
  if (personal || preferences?.size || rules?.pinTargets?.length || limit > LONGEST_KEPT_PAGE) return undefined
  return JSON.stringify([sort, titleFields, collection, offset, limit, outOfStockLast, explain, popularityWeight])
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
  if (known && hasSameParts(known.query.request, find)) return known
  const found = new FoundSet(prepareQuery(index, find))
  index.cache.found.set(key, found)
  return found
}

/** What the key does not spell out: the same settings, neighbours and constraints come as the same objects. */
function hasSameParts(known: FindRequest, asked: FindRequest): boolean {
  const isUnconstrained = !known.constraints?.length && !asked.constraints?.length
  return (
    known.query?.settings === asked.query?.settings &&
    known.semantic === asked.semantic &&
    (known.constraints === asked.constraints || isUnconstrained)
  )
}

function foundKey(index: ShopIndex, request: FindRequest): string {
  const { query, visibility, selections, constraints = [], prices, rules, typeAttribute, depth } = request
  const { nowMs: _, hiddenTargets = [], ...scope } = visibility
  const settings = query && compiledSettings(index.text, query.settings).id
  const appeared = appearedCount(index, request)
  const asked = [query?.text, query?.prefixLast, settings, constraints.map(({ text }) => text)]
  const plain = [...asked, scope, appeared, prices, rules?.pins, typeAttribute, depth]
  // Only these hold what JSON does not know, and most requests have none of them.
  const further = [selections, hiddenTargets, rules?.boosts ?? []]
  return JSON.stringify(plain) + (further.some(({ length }) => length > 0) ? cacheKey(further) : '')
}

/** In the place of the time: how many products have appeared by now. undefined: all have, as in most shops. */
function appearedCount({ views }: ShopIndex, { visibility }: FindRequest): number | undefined {
  const { nowMs } = visibility
  if (nowMs === undefined || views.every((view) => nowMs >= lastAppearanceMs(view))) return undefined
  return views.reduce((sum, view) => sum + countBits(visibleDocs(view, visibility)), 0)
}

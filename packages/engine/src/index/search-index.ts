/**
 * One question to the index: who may see what, which of it matches, what the filters leave, how it counts and how it is
 * ordered. The set of matches never depends on filters, facets, sort or page, so every caller gets the same numbers.
 */
import { type Bitset, countBits, hasBit, intersect, setBit } from '../columns/bitset.ts'
import { countFacets, unionFor } from '../facets/count-facets.ts'
import type { FacetField } from '../facets/facet-field.ts'
import type { FacetResult } from '../facets/facet-request.ts'
import { compileFilters } from '../facets/filter-sets.ts'
import type { ValueUnion } from '../facets/value-union.ts'
import { findMatches, type Matches } from './find-matches.ts'
import { visibleDocs } from './visibility-filter.ts'
import { orderHits } from './order-hits.ts'
import { rerankWindow } from './rerank-by-signals.ts'
import type { SearchRequest, SearchResult } from './search-request.ts'
import { locate, type ShopIndex } from './shop-index.ts'

export function searchIndex(index: ShopIndex, request: SearchRequest): SearchResult {
  const open = index.views.map((view) => visibleDocs(view, request.visibility))
  const visible = request.among ? onlyThese(index, open, request.among) : open
  const matches = findMatches(index, visible, request, rankingDepth(index, request))
  const filters = index.views.map(({ segment }, v) =>
    compileFilters(segment.columns, matches.matched[v], request.selections, request.prices),
  )
  const { selections, prices } = request
  const unionOf = (field: FacetField) => valueUnion(index, field)
  const count = () => countFacets(request.facets, { filters, selections, prices, visible: visible, unionOf })
  return {
    total: filters.reduce((sum, { passedCount }) => sum + passedCount, 0),
    hits: request.limit === 0 ? [] : orderHits(index, request, filters, matches),
    facets: request.query || request.among ? count() : keptCounts(index, request, visible, count),
    text: textOutcome(matches),
  }
}

function onlyThese(index: ShopIndex, open: readonly Bitset[], ids: readonly number[]): Bitset[] {
  const these = open.map((set) => new Uint32Array(set.length))
  for (const id of ids) {
    const found = locate(index, id)
    if (found && hasBit(open[found.view], found.doc)) setBit(these[found.view], found.doc)
  }
  return these
}

/** Counts of pages that are browsed: the same few questions again and again, on the same snapshot. */
const browsed = new WeakMap<ShopIndex, Map<string, FacetResult[]>>()
const MOST_BROWSED = 256

function keptCounts(
  index: ShopIndex,
  request: SearchRequest,
  visible: readonly Bitset[],
  count: () => FacetResult[],
): FacetResult[] {
  if (request.facets.length === 0) return []
  const kept = browsed.get(index) ?? new Map<string, FacetResult[]>()
  browsed.set(index, kept)
  const { visibility, selections, facets, prices } = request
  // Instead of the time: how many products have appeared by now.
  const visibleCount = visible.reduce((sum, set) => sum + countBits(set), 0)
  const key = JSON.stringify([{ ...visibility, nowMs: undefined }, visibleCount, selections, facets, prices], infinite)
  const counted = kept.get(key) ?? count()
  kept.delete(key)
  kept.set(key, counted)
  if (kept.size > MOST_BROWSED) kept.delete(kept.keys().next().value!)
  return counted
}

/** JSON has no infinity: an open range must not look like one from null. */
function infinite(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

/** How many text hits to rank: twice what is needed in stock, because some of the best may be sold out. */
function rankingDepth(index: ShopIndex, request: SearchRequest): number {
  if (request.sort !== 'relevance' || request.limit === 0) return 1
  const inStock = request.outOfStockLast ? Math.max(0.1, stockShare(index)) : 1
  return Math.ceil((2 * Math.max(rerankWindow(request), request.offset + request.limit)) / inStock)
}

const keptStockShares = new WeakMap<ShopIndex, number>()

function stockShare(index: ShopIndex): number {
  const known = keptStockShares.get(index)
  if (known !== undefined) return known
  const inStock = index.views.reduce((sum, { segment, liveDocs }) => {
    return sum + countBits(intersect(liveDocs, segment.columns.variants.someAvailable))
  }, 0)
  const share = inStock / Math.max(1, index.docCount)
  keptStockShares.set(index, share)
  return share
}

/** Value numberings of a snapshot, made when a facet is first asked for. */
const unions = new WeakMap<ShopIndex, Map<string, ValueUnion>>()

function valueUnion(index: ShopIndex, field: FacetField): ValueUnion {
  const kept = unions.get(index) ?? new Map<string, ValueUnion>()
  unions.set(index, kept)
  const key = JSON.stringify(field)
  const known = kept.get(key)
  if (known) return known
  const union = unionFor(
    field,
    index.views.map(({ segment }) => segment.columns),
  )
  kept.set(key, union)
  return union
}

function textOutcome({ text }: Matches): SearchResult['text'] {
  if (!text) return undefined
  const { corrected, didYouMean, relaxed, entities } = text
  return { corrected, didYouMean, relaxed, entities }
}

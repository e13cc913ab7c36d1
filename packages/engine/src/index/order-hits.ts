/** From the docs that pass to the page of hits: ranked, moved by rules, cut. */
import { clearBit, hasBit } from '../columns/bitset.ts'
import { explainMatch } from '../text/explain-match.ts'
import type { FilterSets } from '../facets/filter-sets.ts'
import { COMPARED_BEST, weightAfterText } from '../vectors/fuse.ts'
import { boostFactors, boostRuleOf } from './boosts.ts'
import { type Matches, textQuery, textSegments } from './find-matches.ts'
import { rankByColumn } from './rank-by-column.ts'
import { rankByText } from './rank-by-text.ts'
import { entryOf, popularityShares, type RankedEntry, type RankingContext } from './ranked-entry.ts'
import { movesHits, rerankBySignals, rerankWindow } from './rerank-by-signals.ts'
import type { Hit, SearchRequest } from './search-request.ts'
import { locate, type ShopIndex } from './shop-index.ts'

/** Orders in which the merchant's pins hold: those that the merchant, not the shopper, decides. */
const PINNED_ORDERS = new Set(['relevance', 'collection_order'])

export function orderHits(
  index: ShopIndex,
  request: SearchRequest,
  filters: readonly FilterSets[],
  matches: Matches,
): Hit[] {
  const docs = filters.map(({ passed }) => passed.slice())
  const boosts = relevantBoosts(index, request)
  const ranking: RankingContext = {
    index,
    request,
    filters,
    docs,
    boosts,
    semanticWeight: semanticWeight(index, request, matches),
  }
  const pins = takePins(ranking)
  const end = request.offset + request.limit
  const placed = placePins(rankEntries(ranking, matches, end), pins)
  return placed.slice(request.offset, end).map((entry) => hitOf(ranking, entry))
}

/** By all that the words found, so that filters and pages do not change it. */
function semanticWeight(index: ShopIndex, { semantic }: SearchRequest, { text, foundNear = 0, rank }: Matches): number {
  if (!semantic || !text || !rank) return 0
  const ranked = text.docs.length > 0 ? text : rank(COMPARED_BEST)
  return weightAfterText(semantic, {
    excludes: text.entities.excluded.length > 0,
    best: Array.from(ranked.docs.subarray(0, COMPARED_BEST), (doc) => productAt(index, doc)),
    foundNear,
  })
}

function productAt({ views }: ShopIndex, doc: number): number {
  let view = 0
  let local = doc
  while (local >= views[view].segment.columns.docCount) local -= views[view++].segment.columns.docCount
  return views[view].segment.columns.ids[local]
}

function relevantBoosts(index: ShopIndex, { rules, sort }: SearchRequest): Float32Array[] {
  if (!rules?.boosts.length || !PINNED_ORDERS.has(sort)) return []
  return index.views.map(({ segment }) => boostFactors(segment.columns, rules.boosts))
}

function rankEntries(ranking: RankingContext, matches: Matches, end: number): RankedEntry[] {
  const { request } = ranking
  if (request.sort !== 'relevance') return rankByColumn(ranking, request.sort, end)
  const moves = movesHits(ranking)
  // A boosted product may come from anywhere in the ranking.
  const window = ranking.boosts.length > 0 ? Number.MAX_SAFE_INTEGER : rerankWindow(request)
  if (matches.text) {
    const entries = rankByText(ranking, matches, moves ? Math.max(window, end) : end)
    return moves ? rerankBySignals(ranking, entries, window) : entries
  }
  const personal = request.personal !== undefined
  const entries = rankByColumn(ranking, 'relevance', personal ? Math.max(window, end) : end)
  return personal ? rerankBySignals(ranking, entries, window) : entries
}

/** The pinned products that pass, taken out of the sets that ranking sees. */
function takePins(ranking: RankingContext): { entry: RankedEntry; position: number }[] {
  const { index, request, docs } = ranking
  if (!PINNED_ORDERS.has(request.sort)) return []
  const pins: { entry: RankedEntry; position: number }[] = []
  for (const { id, position, rule } of request.rules?.pins ?? []) {
    const found = locate(index, id)
    if (!found || !hasBit(docs[found.view], found.doc)) continue
    clearBit(docs[found.view], found.doc)
    pins.push({ entry: { ...entryOf(ranking, found.view, found.doc), pinRule: rule }, position })
  }
  return pins.sort((a, b) => a.position - b.position)
}

/** Each pin at its position, at the end where the answer is shorter, after an earlier pin where two want one place. */
function placePins(entries: readonly RankedEntry[], pins: readonly { entry: RankedEntry; position: number }[]) {
  const placed = [...entries]
  let last = -1
  for (const { entry, position } of pins) {
    last = Math.min(Math.max(position - 1, last + 1), placed.length)
    placed.splice(last, 0, entry)
  }
  return placed
}

function hitOf({ index, request }: RankingContext, entry: RankedEntry): Hit {
  const { view, doc, id, inStock, score, text, matchClass, semantic, personal } = entry
  const boostRule = request.rules && boostRuleOf(index.views[view].segment.columns, doc, request.rules.boosts)
  const popularity = popularityShares(index, index.views[view])[doc]
  const words = request.explain ? { words: foundWords(index, request, entry) } : {}
  return {
    id,
    score,
    explanation: {
      text,
      matchClass,
      semantic,
      popularity,
      personal,
      rule: entry.pinRule ?? boostRule,
      inStock,
      ...words,
    },
  }
}

function foundWords(index: ShopIndex, { query }: SearchRequest, { view, doc, score, matchClass }: RankedEntry) {
  if (!query) return []
  let base = 0
  for (let v = 0; v < view; v++) base += index.views[v].segment.columns.docCount
  const hit = {
    docs: Uint32Array.of(base + doc),
    scores: Float32Array.of(score),
    classes: Uint8Array.of(matchClass ?? 0),
  }
  return explainMatch(textSegments(index), textQuery(index, query), hit, 0).words
}

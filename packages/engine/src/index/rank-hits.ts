/** From the docs that pass to the page of hits: ranked, moved by rules, cut. */
import { type Bitset, clearBit, hasBit, setBit } from '../columns/bitset.ts'
import { weightWithExclusion } from '../vectors/fuse.ts'
import { targetedDocs } from './boosts.ts'
import type { Matches } from './find-matches.ts'
import type { FoundSet } from './found-set.ts'
import type { PreparedQuery } from './prepare-query.ts'
import { kindOfChosen } from './product-kind.ts'
import { rankByColumn } from './rank-by-column.ts'
import { rankByText } from './rank-by-text.ts'
import { entryOf, popularityShares, type RankedEntry, type RankingContext } from './ranked-entry.ts'
import { movesHits, rerankBySignals, signalWindow } from './rerank-by-signals.ts'
import type { Hit, SearchRequest } from './search-request.ts'
import { locate } from './shop-index.ts'

/** Orders in which the merchant's pins hold: those that the merchant, not the shopper, decides. */
const PINNED_ORDERS = new Set(['relevance', 'collection_order'])

export function rankHits(found: FoundSet, request: SearchRequest): Hit[] {
  if (request.limit === 0) return []
  const { query, matches, filters } = found
  const ranking: RankingContext = {
    found,
    query,
    index: query.index,
    request,
    filters,
    docs: filters.map(({ passed }) => passed.slice()),
    isWhole: false,
    // Under another order no boost acts.
    boosts: PINNED_ORDERS.has(request.sort) ? found.boosts() : [],
    semanticWeight: semanticWeight(query),
    colorRanks: found.colorRanks(),
    isRelaxed: matches.text?.relaxed ?? false,
    kind: matches.kind ?? kindOfChosen(query, request),
  }
  const pins = [...takePins(ranking), ...takeTargeted(ranking, matches)].sort((a, b) => a.position - b.position)
  const end = request.offset + request.limit
  const entries = rankEntries({ ...ranking, isWhole: pins.length === 0 }, matches, end)
  const placed = placePins(entries, pins)
  return placed.slice(request.offset, end).map((entry) => hitOf(ranking, entry, found))
}

function semanticWeight({ request: { semantic }, text }: PreparedQuery): number {
  if (!semantic || !text) return 0
  return weightWithExclusion(semantic.weight, text.entities.excluded.length > 0)
}

function rankEntries(ranking: RankingContext, matches: Matches, end: number): RankedEntry[] {
  const { request } = ranking
  if (request.sort !== 'relevance') return rankByColumn(ranking, request.sort, end)
  const moves = movesHits(ranking)
  // A boosted product may come from anywhere in the ranking.
  const window = ranking.boosts.length > 0 ? Number.MAX_SAFE_INTEGER : signalWindow(request)
  if (matches.text) {
    const entries = rankByText(ranking, matches, moves ? Math.max(window, end) : end)
    return moves ? rerankBySignals(ranking, entries, window) : entries
  }
  const personal = request.personal !== undefined
  const entries = rankByColumn(ranking, 'relevance', personal ? Math.max(window, end) : end)
  return personal ? rerankBySignals(ranking, entries, window) : entries
}

interface Pin {
  entry: RankedEntry
  position: number
}

/** The pinned products that pass, taken out of the sets that ranking sees. */
function takePins(ranking: RankingContext): Pin[] {
  const { index, request, docs } = ranking
  if (!PINNED_ORDERS.has(request.sort)) return []
  const pins: Pin[] = []
  for (const { id, position, rule } of request.rules?.pins ?? []) {
    const found = locate(index, id)
    if (!found || !hasBit(docs[found.view], found.doc)) continue
    clearBit(docs[found.view], found.doc)
    pins.push({ entry: { ...entryOf(ranking, found.view, found.doc), pinRule: rule }, position })
  }
  return pins
}

/** The best of what is pinned by attribute, taken out as well: ranked among themselves as they would be among all. */
function takeTargeted(ranking: RankingContext, matches: Matches): Pin[] {
  const { index, request, docs } = ranking
  if (!PINNED_ORDERS.has(request.sort)) return []
  return (request.rules?.pinTargets ?? []).flatMap(({ target, position, limit, rule }) => {
    const targeted = index.views.map(({ segment }, v) => {
      const set: Bitset = new Uint32Array(docs[v].length)
      for (const doc of targetedDocs(segment.columns, target)) if (hasBit(docs[v], doc)) setBit(set, doc)
      return set
    })
    const best = rankEntries({ ...ranking, docs: targeted }, matches, limit).slice(0, limit)
    for (const { view, doc } of best) clearBit(docs[view], doc)
    return best.map((entry, i) => ({ entry: { ...entry, pinRule: rule }, position: position + i }))
  })
}

/** Each pin at its position, at the end where the answer is shorter, after an earlier pin where two want one place. */
function placePins(entries: readonly RankedEntry[], pins: readonly Pin[]) {
  const placed = [...entries]
  let last = -1
  for (const { entry, position } of pins) {
    last = Math.min(Math.max(position - 1, last + 1), placed.length)
    placed.splice(last, 0, entry)
  }
  return placed
}

function hitOf({ query, index, request, boosts }: RankingContext, entry: RankedEntry, { variants }: FoundSet): Hit {
  const { view, doc, id, inStock, score, text, matchClass, semantic, preference, personal } = entry
  const boostRule = request.rules?.boosts[boosts[view]?.firstBoost[doc] ?? -1]?.rule
  return {
    id,
    score,
    variantId: variants.of(view, doc),
    explanation: {
      text,
      matchClass,
      semantic,
      isOfKind: entry.isMeant,
      popularity: popularityShares(index, index.views[view])[doc],
      preference,
      personal,
      rule: entry.pinRule ?? boostRule,
      inStock,
      ...(request.explain ? { words: query.explain(view, doc) } : {}),
    },
  }
}

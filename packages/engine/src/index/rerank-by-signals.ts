/**
 * What comes after the words: meaning, sales, what others choose, the shopper's taste and the merchant's boosts. Each is bounded, and none lifts
 * a product over one that matches the query in a better class.
 */
import { stringAt } from '../columns/string-table.ts'
import { MATCH_CLASS } from '../text/text-query.ts'
import { COLOR_RANK } from '../understand/typed-color.ts'
import { isOfKind } from './product-kind.ts'
import { popularityShares, type RankedEntry, type RankingContext } from './ranked-entry.ts'
import type { SearchRequest } from './search-request.ts'
import type { SegmentView } from './shop-index.ts'

/** How far from the top a product may still move. The same for every page, so that pages neither repeat nor skip. */
const RERANK_WINDOW = 100
/** With vectors: as many as take part in the mix. */
const HYBRID_WINDOW = 400

export function signalWindow({ semantic }: Pick<SearchRequest, 'semantic'>): number {
  return semantic ? HYBRID_WINDOW : RERANK_WINDOW
}

/** The most that sales add to a score: a fifth keeps a much better match in front of a best seller. */
const POPULARITY_SHARE = 0.2
/** The most that the choices of other shoppers add: as much as sales. */
const PREFERENCE_SHARE = 0.2
const PERSONAL_SHARE = 0.3

export function movesHits({ request, boosts, kind, colorRanks }: RankingContext): boolean {
  return (
    kind !== undefined ||
    colorRanks !== undefined ||
    boosts.length > 0 ||
    request.semantic !== undefined ||
    request.personal !== undefined ||
    request.popularityWeight !== 0
  )
}

/** Reorders the first `window` entries and those found by meaning alone; the rest stays behind them as it was. */
export function rerankBySignals(
  ranking: RankingContext,
  entries: readonly RankedEntry[],
  window: number,
): RankedEntry[] {
  const moving: RankedEntry[] = []
  const rest: RankedEntry[] = []
  for (const entry of entries) {
    if (moving.length < window || entry.text === undefined) moving.push(entry)
    else rest.push(entry)
  }
  scoreEntries(ranking, moving)
  const hybrid = ranking.request.semantic !== undefined
  const stockLast = ranking.request.outOfStockLast
  moving.sort(
    (a, b) =>
      Number(isExact(b)) - Number(isExact(a)) ||
      Number(b.isMeant ?? false) - Number(a.isMeant ?? false) ||
      rankClass(a, hybrid) - rankClass(b, hybrid) ||
      (a.colorRank ?? 0) - (b.colorRank ?? 0) ||
      (stockLast ? Number(b.inStock) - Number(a.inStock) : 0) ||
      b.score - a.score ||
      a.id - b.id,
  )
  return [...moving, ...rest]
}

/** With vectors in play, whether a word was met exactly or nearly is left to the mixed score. */
function rankClass({ matchClass: found }: RankedEntry, hybrid: boolean): number {
  if (found === undefined) return 0
  const isMiddle = found > MATCH_CLASS.words && found < MATCH_CLASS.excluded
  return hybrid && isMiddle ? MATCH_CLASS.words : found
}

function scoreEntries(ranking: RankingContext, entries: readonly RankedEntry[]): void {
  const { request, index, boosts, kind, colorRanks } = ranking
  const { personal } = request
  const shares = index.views.map((view) => popularityShares(index, view))
  const bestText = entries.reduce((best, { text = 0 }) => Math.max(best, text), 0)
  const popularityWeight = POPULARITY_SHARE * (request.popularityWeight ?? 1)
  const preferenceWeight = PREFERENCE_SHARE * (request.popularityWeight ?? 1)
  if (kind) for (const entry of entries) entry.isMeant = isOfKind(index, request.typeAttribute!, kind, entry)
  if (colorRanks) for (const entry of entries) entry.colorRank = colorRankOf(colorRanks, entry)
  const similarities = similaritiesOf(ranking, entries)
  for (const entry of entries) {
    entry.semantic = similarities?.get(entry.id)
    entry.preference = request.preferences?.get(entry.id)
    entry.personal = personal?.affinity(featuresOf(index.views[entry.view], entry.doc, personal.attributes))
    const sells = shares[entry.view][entry.doc]
    entry.score =
      relevance(ranking, entry, bestText) *
      (1 + popularityWeight * sells) *
      (1 + preferenceWeight * clampShare(entry.preference)) *
      (1 + PERSONAL_SHARE * clampShare(entry.personal)) *
      (boosts[entry.view]?.factors[entry.doc] ?? 1)
  }
}

/**
 * For "blue sofa", a blue one comes before a navy, that before a teal one, and that before one whose picture alone is blue, though all are
 * found; but not one that lacks a word.
 */
function colorRankOf(colorRanks: readonly Uint8Array[], { view, doc, matchClass }: RankedEntry): number {
  const hasWords = matchClass !== undefined && matchClass < MATCH_CLASS.someWords
  return hasWords ? colorRanks[view][doc] : COLOR_RANK.pictured
}

/** To the query and, where words found something, to the best of it: of the kind that is meant, where that is known. */
function similaritiesOf(
  { request: { semantic }, isRelaxed }: RankingContext,
  entries: readonly RankedEntry[],
): ReadonlyMap<number, number> | undefined {
  if (!semantic?.feedback) return semantic?.scores
  const best = entries.flatMap(({ id, text: score, isMeant = false }) =>
    score === undefined ? [] : [{ id, score, isMeant }],
  )
  const hits = [...best.filter(({ isMeant }) => isMeant), ...best.filter(({ isMeant }) => !isMeant)]
  const ids = entries.flatMap(({ id, text }, place) => (place < HYBRID_WINDOW || text === undefined ? [id] : []))
  return semantic.feedback({ hits, isRelaxed }, ids) ?? semantic.scores
}

/** The query is its part number: whatever kind the query may mean. */
function isExact({ matchClass }: RankedEntry): boolean {
  return matchClass === MATCH_CLASS.identifier
}

function featuresOf({ segment, cache }: SegmentView, doc: number, attributes: readonly string[]): string[] {
  const features: string[] = []
  for (const name of attributes) {
    const column = segment.columns.terms.get(name)
    if (!column) continue
    const known = cache.features.get(name) ?? []
    cache.features.set(name, known)
    for (let at = column.starts[doc]; at < column.starts[doc + 1]; at++) {
      const code = column.codes[at]
      known[code] ??= `${name}:${stringAt(column.values, code)}`
      features.push(known[code])
    }
  }
  return features
}

function relevance({ request, semanticWeight }: RankingContext, entry: RankedEntry, bestText: number): number {
  if (!request.query) return 1
  if (!request.semantic) return entry.text ?? 0
  const text = bestText > 0 ? (entry.text ?? 0) / bestText : 0
  return (1 - semanticWeight) * text + semanticWeight * clampShare(entry.semantic)
}

function clampShare(share: number | undefined): number {
  return share === undefined || Number.isNaN(share) ? 0 : Math.min(1, Math.max(0, share))
}

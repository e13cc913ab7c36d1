/** Relevance with words: the text search's ranking narrowed to what passes the filters. */
import { hasBit } from '../columns/bitset.ts'
import { rankText } from '../text/match-text.ts'
import { MATCH_CLASS, type RankedDocs } from '../text/text-query.ts'
import { type Matches, RANKED_WHOLE } from './find-matches.ts'
import { entryOf, type RankedEntry, type RankingContext } from './ranked-entry.ts'
import { isFiltered } from './search-request.ts'
import { locate } from './shop-index.ts'

/** At least the first `limit` docs; where that is asked for, those in stock first of docs that match equally well. */
export function rankByText(
  ranking: RankingContext,
  { text, extension, members }: Matches,
  limit: number,
): RankedEntry[] {
  const { query, request } = ranking
  if (!query.text || !text) return []
  const isNarrowed = isFiltered(request) && text.count > RANKED_WHOLE
  const rank = (depth: number) => {
    if (isNarrowed && ranking.isWhole) return ranking.found.bestPassing(depth)
    return rankText(query.text!, text, isNarrowed ? ranking.docs : query.visible, depth)
  }
  const first = isNarrowed ? rank(Math.min(2 * limit, text.count)) : text.best
  const ranked = takeRanked(ranking, first, limit) ?? takeRanked(ranking, rank(first.count), limit) ?? []
  return [...ranked, ...lackingWords(ranking, [...members, ...extension])]
}

/** undefined: the ranking was cut off before enough docs were seen. */
function takeRanked(ranking: RankingContext, best: RankedDocs, limit: number): RankedEntry[] | undefined {
  const bases = viewBases(ranking)
  const ranked: RankedEntry[] = []
  let soldOut: RankedEntry[] = []
  let current = 0
  for (let i = 0; i < best.docs.length; i++) {
    const view = viewOf(bases, best.docs[i])
    const doc = best.docs[i] - bases[view]
    if (!hasBit(ranking.docs[view], doc)) continue
    // Classes only get worse down the ranking: what is sold out comes at the end of its own.
    if (best.classes[i] !== current) {
      ranked.push(...soldOut)
      soldOut = []
      current = best.classes[i]
    }
    if (ranked.length >= limit) return ranked
    const entry = entryOf(ranking, view, doc)
    entry.text = entry.score = best.scores[i]
    entry.matchClass = best.classes[i]
    const isDemoted = ranking.request.outOfStockLast && !entry.inStock
    if (isDemoted) soldOut.push(entry)
    else if (ranked.push(entry) >= limit) return ranked
  }
  return best.docs.length < best.count ? undefined : [...ranked, ...soldOut]
}

function viewBases({ index }: RankingContext): number[] {
  const bases: number[] = []
  let base = 0
  for (const { segment } of index.views) {
    bases.push(base)
    base += segment.columns.docCount
  }
  return bases
}

function viewOf(bases: readonly number[], doc: number): number {
  let view = bases.length - 1
  while (bases[view] > doc) view--
  return view
}

/** Products that their vectors or their type alone brought in: as good as products that lack a word. */
function lackingWords(ranking: RankingContext, ids: readonly number[]): RankedEntry[] {
  return ids.flatMap((id) => {
    const found = locate(ranking.index, id)
    if (!found || !hasBit(ranking.docs[found.view], found.doc)) return []
    return [{ ...entryOf(ranking, found.view, found.doc), matchClass: MATCH_CLASS.someWords }]
  })
}

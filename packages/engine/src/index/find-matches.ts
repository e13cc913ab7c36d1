/** Which docs answer the query, before filters: by words, by meaning, or because the merchant pinned them. */
import { type Bitset, hasBit, setBit } from '../columns/bitset.ts'
import { matchText } from '../text/match-text.ts'
import type { TextMatches } from '../text/text-query.ts'
import type { TextSegment } from '../text/text-segment.ts'
import { COMPARED_NEAR } from '../vectors/fuse.ts'
import type { SearchRequest } from './search-request.ts'
import { locate, type ShopIndex } from './shop-index.ts'

/**
 * With filters, up to this many matches are ranked as a whole; of more, only those that pass the filters are ranked. The page
 * asked for does not enter into it: every page must come from the same ranking.
 */
export const RANKED_WHOLE = 200

export interface Matches {
  /** Per segment. */
  matched: readonly Bitset[]
  /** Absent when browsing. */
  text?: TextMatches
  /** Which share of the nearest products words found, too. */
  foundNear?: number
  /** The same ranking further down. */
  rank?: (limit: number) => TextMatches
  /** The ranking of some of the matches. */
  rankAmong?: (docs: readonly Bitset[], limit: number) => TextMatches
}

export function findMatches(
  index: ShopIndex,
  visible: readonly Bitset[],
  request: SearchRequest,
  rankLimit: number,
): Matches {
  if (!request.query) return { matched: visible }
  const { query } = request
  const rank = (limit: number) => rankText(index, visible, query, limit)
  const narrows = request.selections.length > 0
  const text = rankText(index, visible, query, rankLimit, narrows ? RANKED_WHOLE : undefined)
  const matched = text.matched!
  const foundNear = shareFoundNear(index, matched, request)
  const added = [...joiningOf(request, text), ...(request.rules?.pins ?? []).map(({ id }) => id)]
  for (const id of added) {
    const found = locate(index, id)
    if (found && hasBit(visible[found.view], found.doc)) setBit(matched[found.view], found.doc)
  }
  // What was decided for all matches, words relaxed or not, holds for some of them too.
  const settings = { ...query.settings, relaxBelow: text.relaxed ? Number.MAX_SAFE_INTEGER : 0 }
  const rankAmong = (docs: readonly Bitset[], limit: number) => rankText(index, docs, { ...query, settings }, limit)
  return { matched, text, foundNear, rank, rankAmong }
}

/** Before the nearest join what the words matched. */
function shareFoundNear(index: ShopIndex, matched: readonly Bitset[], { semantic }: SearchRequest): number {
  const nearest = [...(semantic?.scores.keys() ?? [])].slice(0, COMPARED_NEAR)
  const found = nearest.filter((id) => {
    const place = locate(index, id)
    return place !== undefined && hasBit(matched[place.view], place.doc)
  })
  return found.length / Math.max(1, nearest.length)
}

/** What only its meaning found may have just what the query excludes. */
export function joiningOf({ semantic }: SearchRequest, { entities }: TextMatches): readonly number[] {
  return entities.excluded.length > 0 ? [] : (semantic?.joining ?? [])
}

type Words = NonNullable<SearchRequest['query']>

function rankText(
  index: ShopIndex,
  visible: readonly Bitset[],
  query: Words,
  limit: number,
  rankAtMost = Number.POSITIVE_INFINITY,
) {
  return matchText(textSegments(index), {
    ...textQuery(index, query),
    visible,
    limit: Math.max(1, limit),
    rankAtMost,
    needAll: true,
    tieBreak: index.views.map(({ segment }) => segment.columns.ids),
  })
}

export function textSegments(index: ShopIndex): TextSegment[] {
  return index.views.map(({ segment }) => segment.text)
}

export function textQuery(index: ShopIndex, query: Words) {
  const { text, prefixLast, settings } = query
  const liveDocs = index.views.map(({ liveDocs }) => liveDocs)
  return { text, locale: index.locale, liveDocs, prefixLast, settings, limit: 1 }
}

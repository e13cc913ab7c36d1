/** Which docs answer the query, before filters: by words, by meaning, or because the merchant pinned them. */
import { type Bitset, countBits, hasBit, intersect, setBit } from '../columns/bitset.ts'
import { matchText } from '../text/match-text.ts'
import type { TextMatches } from '../text/text-query.ts'
import { COMPARED_NEAR } from '../vectors/fuse.ts'
import type { PreparedQuery } from './prepare-query.ts'
import { signalWindow } from './rerank-by-signals.ts'
import type { SearchRequest } from './search-request.ts'
import { locate, type ShopIndex } from './shop-index.ts'

/**
 * With filters, up to this many matches are ranked as a whole; of more, only those that pass the filters are ranked. The page
 * asked for does not enter into it: every page must come from the same ranking.
 */
export const RANKED_WHOLE = 200

export interface Matches {
  /** By segment. */
  matched: readonly Bitset[]
  /** Absent when browsing. */
  text?: TextMatches
  /** Which share of the nearest products words found, too. */
  foundNear?: number
}

export function findMatches(query: PreparedQuery): Matches {
  const { index, request, visible } = query
  if (!query.text) return { matched: visible }
  const limit = Math.max(1, rankingDepth(index, request))
  const rankAtMost = request.selections.length > 0 ? RANKED_WHOLE : Number.POSITIVE_INFINITY
  const text = matchText(query.text, visible, { limit, rankAtMost })
  const matched = text.matched
  const foundNear = shareFoundNear(index, matched, request)
  const added = [...joiningOf(query), ...(request.rules?.pins ?? []).map(({ id }) => id)]
  for (const id of added) {
    const found = locate(index, id)
    if (found && hasBit(visible[found.view], found.doc)) setBit(matched[found.view], found.doc)
  }
  return { matched, text, foundNear }
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

/** Products that only their meaning found. They may have just what the query excludes. */
export function joiningOf({ request: { semantic }, text }: PreparedQuery): readonly number[] {
  return text && text.entities.excluded.length > 0 ? [] : (semantic?.joining ?? [])
}

/** How many text hits to rank: twice what is needed in stock, because some of the best may be sold out. */
function rankingDepth(index: ShopIndex, request: SearchRequest): number {
  if (request.sort !== 'relevance' || request.limit === 0) return 1
  const inStock = request.outOfStockLast ? Math.max(0.1, stockShare(index)) : 1
  return Math.ceil((2 * Math.max(signalWindow(request), request.offset + request.limit)) / inStock)
}

function stockShare({ views, docCount, cache }: ShopIndex): number {
  cache.stockShare ??=
    views.reduce((sum, { segment, liveDocs }) => {
      return sum + countBits(intersect(liveDocs, segment.columns.variants.someAvailable))
    }, 0) / Math.max(1, docCount)
  return cache.stockShare
}

/** Which docs answer the query, before filters: by words, by meaning, or because the merchant pinned them. */
import { type Bitset, hasBit, setBit } from '../columns/bitset.ts'
import { matchText } from '../text/match-text.ts'
import type { TextMatches } from '../text/text-query.ts'
import type { TextSegment } from '../text/text-segment.ts'
import type { SearchRequest } from './search-request.ts'
import { locate, type ShopIndex } from './shop-index.ts'

export interface Matches {
  /** Per segment. */
  matched: readonly Bitset[]
  /** Absent when browsing. */
  text?: TextMatches
  /** The same ranking, down to the last match. */
  rankAll?: () => TextMatches
}

export function findMatches(
  index: ShopIndex,
  gated: readonly Bitset[],
  request: SearchRequest,
  rankLimit: number,
): Matches {
  if (!request.query) return { matched: gated }
  const rank = (limit: number) => rankText(index, gated, request.query!, limit)
  const text = rank(rankLimit)
  const matched = text.matched!
  const added = [...joiningOf(request, text), ...(request.rules?.pins ?? []).map(({ id }) => id)]
  for (const id of added) {
    const found = locate(index, id)
    if (found && hasBit(gated[found.view], found.doc)) setBit(matched[found.view], found.doc)
  }
  return { matched, text, rankAll: () => rank(text.count) }
}

/** What only its meaning found may have just what the query excludes. */
export function joiningOf({ semantic }: SearchRequest, { understood }: TextMatches): readonly number[] {
  return understood.excluded.length > 0 ? [] : (semantic?.joining ?? [])
}

function rankText(index: ShopIndex, gated: readonly Bitset[], query: SearchRequest['query'] & object, limit: number) {
  return matchText(textSegments(index), {
    ...textQuery(index, query),
    allow: gated,
    limit: Math.max(1, limit),
    needAll: true,
    tieBreak: index.views.map(({ segment }) => segment.columns.ids),
  })
}

export function textSegments(index: ShopIndex): TextSegment[] {
  return index.views.map(({ segment }) => segment.text)
}

export function textQuery(index: ShopIndex, query: SearchRequest['query'] & object) {
  const { text, prefixLast, settings } = query
  return { text, locale: index.locale, prefixLast, settings, limit: 1 }
}

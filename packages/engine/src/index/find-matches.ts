/** Which docs answer the query, before filters: by words, by meaning, or because the merchant pinned them. */
import { countBits, type Bitset, hasBit, intersect, listBits, setBit } from '../columns/bitset.ts'
import { matchText } from '../text/match-text.ts'
import type { TextMatches } from '../text/text-query.ts'
import type { PreparedQuery } from './prepare-query.ts'
import { isOfKind, kindNamed, kindOf, type NamedKind, type ProductKind } from './product-kind.ts'
import { signalWindow } from './rerank-by-signals.ts'
import { isFiltered, type SearchRequest } from './search-request.ts'
import { locate, type ShopIndex } from './shop-index.ts'
import { TITLE_BIT } from '../text/segment/posting-payload.ts'
import { saidDocs } from '../understand/said-docs.ts'

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
  /** The product types that the query means; absent where that is not known. */
  kind?: ProductKind | undefined
  /** Products that only their meaning brought, nearest first. */
  extension: readonly number[]
  /** Products of the type that the query names, which lack a word, where nothing of that type has all. */
  members: readonly number[]
}

export function findMatches(query: PreparedQuery): Matches {
  const { index, request, visible } = query
  if (!query.text) return { matched: visible, extension: [], members: [] }
  const rankAtMost = isFiltered(request) ? RANKED_WHOLE : Number.POSITIVE_INFINITY
  const text = matchText(query.text, visible, { limit: request.depth, rankAtMost })
  const named = kindNamed(query)
  const members = named ? lackingMembers(query, text, named) : []
  const kind = kindOf(query) ?? (members.length > 0 ? named?.kind : undefined)
  const isMember = new Set(members)
  const extension = extensionOf(query, text, kind).filter((id) => !isMember.has(id))
  const added = [...extension, ...members, ...(request.rules?.pins ?? []).map(({ id }) => id)]
  const matched = added.length === 0 ? text.matched : text.matched.map((set) => set.slice())
  for (const id of added) {
    const found = locate(index, id)
    if (found && hasBit(visible[found.view], found.doc)) setBit(matched[found.view], found.doc)
  }
  return { matched, text, kind, extension, members }
}

/** More than this share of the shop, and more than a page, would be no answer to a query that says more than the type. */
const MOST_MEMBERS = { share: 0.1, page: 20 }

/**
 * What a query calls by the name of a type is of that type: where all that has its words is something else (bar tape, tagged "tape and
 * grips", for "handlebar grips"), the products of the type are found as well, though they lack a word. Those whose title says so itself: a type
 * may name whom things are for. Their ids.
 */
function lackingMembers({ index, request, visible }: PreparedQuery, text: TextMatches, named: NamedKind): number[] {
  const isMember = (view: number) => (doc: number) => isOfKind(index, request.typeAttribute!, named.kind, { view, doc })
  if (text.matched.some((matched, view) => listBits(matched).some(isMember(view)))) return []
  const members = index.views.flatMap(({ segment }, view) => {
    const docs = listBits(visible[view]).filter(isMember(view))
    const said = saidDocs({ index, view, docs }, named.constraint, TITLE_BIT)
    return Array.from(
      docs.filter((_, place) => said[place] === 1),
      (doc) => segment.columns.ids[doc],
    )
  })
  return members.length <= Math.max(MOST_MEMBERS.page, MOST_MEMBERS.share * index.docCount) ? members : []
}

/** In a shop of twenty rings and necklaces all are near to whatever is worn: more of the shop than this says nothing. */
const MOST_BY_MEANING = 0.25

/**
 * The nearest products that words did not find: where words find too little, and members of the kind that is meant where words
 * find hardly any of it. Nothing where the query excludes something: what only its meaning found may have just that.
 */
function extensionOf(query: PreparedQuery, text: TextMatches, kind: ProductKind | undefined): number[] {
  const { index, visible } = query
  const { semantic, typeAttribute } = query.request
  if (!semantic || query.text!.entities.excluded.length > 0) return []
  const isNew = (id: number) => {
    const place = locate(index, id)
    return place !== undefined && hasBit(visible[place.view], place.doc) && !hasBit(text.matched[place.view], place.doc)
  }
  const enough = query.text!.request.settings.relaxBelow
  if (semantic.joins === 'always') return semantic.joining.filter(isNew)
  if (text.complete < enough)
    return semantic.joining.filter(isNew).slice(0, Math.ceil(MOST_BY_MEANING * index.docCount))
  if (kind === undefined) return []
  const meant = semantic.near.filter((id) => {
    const place = locate(index, id)
    return place !== undefined && isOfKind(index, typeAttribute!, kind, place)
  })
  const missing = meant.filter(isNew)
  return meant.length - missing.length < enough ? missing : []
}

/**
 * How many text hits to rank: twice what is needed in stock, because some of the best may be sold out. The same for whoever only counts: what
 * they found serves the search that comes with it.
 */
export function rankingDepth(index: ShopIndex, request: SearchRequest): number {
  if (request.sort !== 'relevance') return 1
  const inStock = request.outOfStockLast ? Math.max(0.1, stockShare(index)) : 1
  return Math.max(1, Math.ceil((2 * Math.max(signalWindow(request), request.offset + request.limit)) / inStock))
}

function stockShare({ views, docCount, cache }: ShopIndex): number {
  cache.stockShare ??=
    views.reduce((sum, { segment, liveDocs }) => {
      return sum + countBits(intersect(liveDocs, segment.columns.variants.someAvailable))
    }, 0) / Math.max(1, docCount)
  return cache.stockShare
}

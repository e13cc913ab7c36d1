/** Collects the products that a request finds, before sorting, counting and paging. */
import { type Bitset, hasBit, setBit } from '../columns/bitset.ts'
import { compileFilters, type FilterSets } from '../facets/filter-sets.ts'
import type { NearTerm } from '../expand/synonyms.ts'
import {
  bestMatches,
  matchByRule,
  type MatchedDoc,
  matchWords,
  type PreparedWords,
  type WordMatches,
} from '../match/match-words.ts'
import { TIER } from '../match/match-segment.ts'
import { type BoostedDocs, boostedDocs } from './boosts.ts'
import { type ExactDocs, exactDocs } from './exact-docs.ts'
import { askedOf, type AppliedCriteria, applyCriteria, type CriteriaInput, withinPrice } from './apply-criteria.ts'
import { prepareWords } from './prepare-words.ts'
import type { DocPlace } from './rank-by-column.ts'
import type { FindRequest, AppliedCriterion } from './search-request.ts'
import { locate, type SegmentView, type ShopIndex } from './shop-index.ts'
import { once } from '../text/memo.ts'
import { visibleTo } from './visibility-filter.ts'

export interface MatchedSet {
  readonly index: ShopIndex
  readonly request: FindRequest
  /** Docs that the shopper may see, by segment, regardless of query and filters. */
  readonly visible: readonly Bitset[]
  /** Absent when browsing, and for queries without words. */
  readonly words: PreparedWords | undefined
  readonly matches: WordMatches | undefined
  readonly exact: ExactDocs
  /** Ids of products that do not fully match, nearest first: found by meaning, or with too little of the query. */
  readonly near: readonly number[]
  readonly criteria: readonly AppliedCriterion[]
  readonly filters: readonly FilterSets[]
  /** Indexed by segment and doc: twice the demotion by preferences, plus 1 for sold-out products if these rank last. */
  readonly demotions: readonly (Uint8Array | null)[]
  /** By segment; empty without boosts. */
  readonly boosts: () => readonly BoostedDocs[]
  /** Returns at least the best `depth` docs that pass, by tier, preferences, stock and text score. */
  readonly best: (depth: number) => readonly MatchedDoc[]
}

export function findMatched(index: ShopIndex, request: FindRequest): MatchedSet {
  const { query } = request
  const visible = among(index, visibleTo(index, request.visibility), request.among)
  const literal = prepareWords(index, query)
  const exact = exactDocs(index, query?.parsed)
  const asked = query ? askedOf(query.parsed) : []
  const stock = index.views.map((view) => (request.outOfStockLast ? soldOutDocs(view) : null))
  const matches = literal && matchWords(literal, visible)
  const terms = standIns(request, matches)
  const words = terms.length > 0 ? prepareWords(index, query, terms) : literal
  const found = { index, request, visible, words, matches, exact }
  const scope = { capacity: MAX_STAND_INS, demotions: stock }
  const named = words === literal ? [] : bestMatches(index.text, matchWords(words!, visible).docs, scope)
  const near = filledUp(found, nearDocs(found, named, withinPrice(index, request, visible, asked)))
  const matched = matchedDocs({ ...found, near })
  const pinned = (request.rules?.pins ?? []).flatMap(({ id }) => locate(index, id) ?? [])
  const exempt = [...pinned, ...exact.literal]
  const input: CriteriaInput = {
    ...{ index, request, matched, exempt },
    byWords: matches?.matched,
    hasComplete: matches?.complete !== 0,
    droppedTerms: matches?.dropped ?? 0,
  }
  const applied = asked.length === 0 ? undefined : applyCriteria(input, asked)
  const demotions = applied
    ? index.views.map((view, v) => demoted(view, stock[v], (into) => applied.demote(v, into)))
    : stock
  const filters = filterSets(input, applied)
  const passed = filters.map((sets) => sets.passed)
  const best = (depth: number) => {
    if (!words || !matches) return []
    // Products found by meaning may have some of the words too, which affects their rank.
    const rule = { ...matches.rule, tier: TIER.near, minScore: 0 }
    const docs = near.length > 0 ? matchByRule(words, rule, passed) : matches.docs
    return bestMatches(index.text, docs, { capacity: depth, among: passed, demotions })
  }
  return {
    ...found,
    near,
    criteria: applied?.criteria ?? [],
    filters,
    demotions,
    best: latest(best),
    boosts: once(() => boostsOf(index, request)),
  }
}

/** Deeper pages are hardly ever requested twice. */
export const KEPT_DEPTH = 400

/** Caches the last result, because pages of the same depth are requested repeatedly. */
function latest(best: MatchedSet['best']): MatchedSet['best'] {
  let known: { depth: number; docs: readonly MatchedDoc[] } | undefined
  return (depth) => {
    if (known?.depth === depth) return known.docs
    const docs = best(depth)
    if (depth <= KEPT_DEPTH) known = { depth, docs }
    return docs
  }
}

function boostsOf({ views }: ShopIndex, { rules }: FindRequest): BoostedDocs[] {
  const boosts = rules?.boosts ?? []
  return boosts.length === 0 ? [] : views.map(({ segment }) => boostedDocs(segment.columns, boosts))
}

/** Maximum number of products added for a stand-in: a synonym, or a word with a similar meaning. */
const MAX_STAND_INS = 20

/** If few products have every word, returns other words for those that name no product. */
function standIns({ query, semantic }: FindRequest, matches: WordMatches | undefined): NearTerm[] {
  if (!query || !matches || matches.complete >= PAGE) return []
  return query.parsed.terms.flatMap(
    ({ word, standIns: names }) =>
      names?.map((text) => ({ word, text, similarity: 1 })) ??
      semantic?.terms?.filter((near) => near.word === word) ??
      [],
  )
}

type Found = Pick<MatchedSet, 'index' | 'request' | 'visible' | 'words' | 'matches' | 'exact'>

/** Limits nearness in small shops: among twenty rings and necklaces, all are near any query about jewelry. */
const MAX_NEAR_SHARE = 0.25
const MAX_NEAR = 40

/**
 * Returns products found by meaning if words find too little. If the query excludes something, words must find nothing,
 * because the model hardly understands "without". If no match by words has the requested price, the nearest products in
 * `priced` are returned.
 */
function nearDocs(found: Found, named: readonly MatchedDoc[], priced: readonly Bitset[] | undefined): number[] {
  const { index, request, visible, words, matches } = found
  const { semantic, query } = request
  if (!query) return []
  const isNew = (id: number) => {
    const place = locate(index, id)
    if (!place || !hasBit((priced ?? visible)[place.view], place.doc)) return false
    return !matches || !isFound(matches, place)
  }
  if (semantic?.joins === 'always') return semantic.joining.filter(isNew)
  if (!words || !matches) return []
  const isTooDear =
    priced !== undefined && matches.matched.every((set, view) => set.every((bits, i) => (bits & priced[view][i]) === 0))
  if (matches.complete >= query.settings.relaxBelow && !isTooDear) return []
  const isExcluding = query.parsed.operators.some(({ kind }) => kind === 'exclusion')
  if (isExcluding && matches.count > 0) return []
  const { joining = [], nearest = joining, scores } = semantic ?? {}
  const anyNear = priced && nearest.length > 0 ? [...scores!.keys()] : nearest
  const ids = [...named.map(({ id }) => id), ...(matches.complete === 0 || isTooDear ? anyNear : joining)]
  return [...new Set(ids)].filter(isNew).slice(0, mostNear(index))
}

function isFound({ matched }: WordMatches, { view, doc }: DocPlace): boolean {
  return hasBit(matched[view], doc)
}

function mostNear({ docCount }: ShopIndex): number {
  return Math.min(MAX_NEAR, Math.ceil(MAX_NEAR_SHARE * docCount))
}

/** If no product has every word, answers are filled up to this many products. */
const PAGE = 10

/** Adds the best products that have less of the query than a match needs. */
function filledUp({ index, request, words, matches, visible }: Found, near: readonly number[]): readonly number[] {
  const room = Math.min(PAGE - (matches?.count ?? 0), mostNear(index)) - near.length
  if (!words || !matches || matches.complete > 0 || room <= 0 || request.query?.settings.relaxBelow === 0) return near
  const rule = { tier: TIER.partial, minCoverage: 0, minScore: 0 }
  const scope = { capacity: PAGE, demotions: visible.map(() => null) }
  const best = bestMatches(index.text, matchByRule(words, rule, visible), scope)
  const known = new Set(near)
  const added = best.filter(({ id, view, doc }) => !known.has(id) && !isFound(matches, { view, doc })).slice(0, room)
  return [...near, ...added.map(({ id }) => id)]
}

/** A query of criteria alone ("under 50") matches all visible docs. An empty query matches none. */
function matchedDocs({ index, request, visible, matches, exact, near }: Found & Pick<MatchedSet, 'near'>) {
  if (!request.query) return visible
  const pins = (request.rules?.pins ?? []).map(({ id }) => id)
  const places: DocPlace[] = [...near, ...pins].flatMap((id) => locate(index, id) ?? [])
  const added = [...places, ...exact.docs].filter(({ view, doc }) => hasBit(visible[view], doc))
  const found = matches?.matched ?? (askedOf(request.query.parsed).length > 0 ? visible : visible.map(emptySet))
  if (added.length === 0) return found
  const matched = found.map((set) => set.slice())
  for (const { view, doc } of added) setBit(matched[view], doc)
  return matched
}

function emptySet({ length }: Bitset): Bitset {
  return new Uint32Array(length)
}

function filterSets(
  { index, matched, request: { selections, prices } }: CriteriaInput,
  applied: AppliedCriteria | undefined,
): FilterSets[] {
  return matched.map((candidates, view) => {
    const { columns } = index.views[view].segment
    return compileFilters(columns, { candidates, understood: applied?.satisfying(view), selections, prices })
  })
}

function among(index: ShopIndex, visible: readonly Bitset[], ids: readonly number[] | undefined): readonly Bitset[] {
  if (ids === undefined) return visible
  const these = visible.map(emptySet)
  for (const id of ids) {
    const found = locate(index, id)
    if (found && hasBit(visible[found.view], found.doc)) setBit(these[found.view], found.doc)
  }
  return these
}

/** Marks with 1 the docs without an available variant. Cached with the segment. */
function soldOutDocs({ segment, memo }: SegmentView): Uint8Array {
  const { docCount, variants } = segment.columns
  return memo.of('sold out', () =>
    Uint8Array.from({ length: docCount }, (_, doc) => (hasBit(variants.someAvailable, doc) ? 0 : 1)),
  )
}

function demoted({ segment }: SegmentView, stock: Uint8Array | null, demote: (into: Uint8Array) => void): Uint8Array {
  const demotions = stock?.slice() ?? new Uint8Array(segment.columns.docCount)
  demote(demotions)
  return demotions
}

/** Turns matches into a page of hits: pins at their positions, the rest ordered by the rules. */
import { type Bitset, clearBit, hasBit, setBit } from '../columns/bitset.ts'
import { LowestItems } from '../columns/select-top.ts'
import { stringAt } from '../columns/string-table.ts'
import { coverageOf, ROUNDING } from '../match/score-segment.ts'
import { TIER } from '../match/match-segment.ts'
import type { MatchedDoc } from '../match/match-words.ts'
import { boostFeature, type Features, relevanceOf, share } from '../rank/features.ts'
import { compareByRules, type RuleValues } from '../rank/rules.ts'
import { TitleReader } from '../rank/title-features.ts'
import { type BoostedDocs, targetedDocs } from './boosts.ts'
import type { MatchedSet } from './matched-set.ts'
import { type DocPlace, type Entry, entryOf, popularityShares, rankByColumn } from './rank-by-column.ts'
import type { SearchRequest } from './search-request.ts'
import { locate, type SegmentView } from './shop-index.ts'

/** Number of products that features reorder. Equal on every page, so that pages do not repeat products. */
const WINDOW = 100
/** Window for requests with vectors, which mix matches by words and by meaning. */
const HYBRID_WINDOW = 400

function windowOf({ semantic }: Pick<SearchRequest, 'semantic'>): number {
  return semantic ? HYBRID_WINDOW : WINDOW
}

/** Orders in which pins and boosts apply. An order chosen by the shopper has neither. */
export const PINNED_ORDERS: ReadonlySet<string> = new Set(['relevance', 'collection_order'])

export function rankSet(set: MatchedSet, request: SearchRequest): Entry[] {
  if (request.limit === 0) return []
  const docs = set.filters.map(({ passed }) => passed.slice())
  const isPinned = PINNED_ORDERS.has(request.sort)
  const pins = isPinned ? [...takePins(set, request, docs), ...takeTargeted(set, request, docs)] : []
  pins.sort((a, b) => a.position - b.position)
  const end = request.offset + request.limit
  return placePins(rankEntries(set, request, docs, end), pins).slice(request.offset, end)
}

function rankEntries(set: MatchedSet, request: SearchRequest, docs: readonly Bitset[], end: number): Entry[] {
  const boosts = PINNED_ORDERS.has(request.sort) ? set.boosts() : []
  const isByRules = request.sort === 'relevance' && (set.request.query !== undefined || request.personal !== undefined)
  if (!isByRules) return rankByColumn({ index: set.index, docs, request, boosts }, request.sort, end)
  const window = boosts.length > 0 ? Number.MAX_SAFE_INTEGER : windowOf(request)
  const depth = Math.max(end, Math.min(window, countOf(set)))
  const best = set.words
    ? candidates(set, set.best(depth), docs)
    : rankByColumn({ index: set.index, docs, request, boosts }, 'relevance', depth).map((entry) => ({ entry }))
  const scored = best.slice(0, window)
  const rest = best.slice(window).map(({ entry }) => entry)
  return [...orderByRules(set, request, { boosts, best: scored, end }), ...rest]
}

function countOf({ filters }: MatchedSet): number {
  return filters.reduce((sum, { passedCount }) => sum + passedCount, 0)
}

/** Without `match`, the product was found only by meaning or by its whole name. */
interface Candidate {
  entry: Entry
  match?: MatchedDoc
}

function candidates(set: MatchedSet, best: readonly MatchedDoc[], docs: readonly Bitset[]): Candidate[] {
  const seen = new Set<number>()
  const found: Candidate[] = []
  const add = (place: DocPlace, match?: MatchedDoc) => {
    if (!hasBit(docs[place.view], place.doc)) return
    const entry = entryOf(set, place)
    if (seen.has(entry.id)) return
    seen.add(entry.id)
    found.push(match ? { entry, match } : { entry })
  }
  for (const place of set.exact.docs)
    add(
      place,
      best.find(({ view, doc }) => view === place.view && doc === place.doc),
    )
  const near = set.near.flatMap((id) => locate(set.index, id) ?? [])
  // Products found only by meaning rank last in their tier, but above lower tiers, so the window includes them.
  const isShort = best.length <= HYBRID_WINDOW - near.length
  if (!isShort) for (const place of near) add(place)
  for (const match of best) add(match, match)
  for (const place of near) add(place)
  return found
}

interface Ranking {
  readonly boosts: readonly BoostedDocs[]
  readonly best: readonly Candidate[]
  readonly end: number
}

/** Titles and affinity are slow to read, so candidates that cannot be among the first `end` are skipped. */
function orderByRules(set: MatchedSet, request: SearchRequest, ranking: Ranking): Entry[] {
  const { best, end } = ranking
  const reader = featureReader(set, request, ranking)
  const numberOf = ({ view, doc }: DocPlace) => doc * set.index.views.length + view
  const exact = new Set(set.exact.docs.map(numberOf))
  // If no product has every word, products found by meaning and partial matches share a tier.
  const lastTier = set.matches?.complete === 0 ? TIER.partial : TIER.near
  const top = new LowestItems<RankedEntry>(end, (a, b) => compareByRules(a.values, b.values))
  for (const candidate of best) {
    const { entry, match } = candidate
    const { view, doc, id, inStock } = entry
    const highest = reader.highest(candidate)
    const values = {
      isExact: exact.has(numberOf(entry)),
      tier: Math.min(match?.tier ?? TIER.near, lastTier),
      preferences: (set.demotions[view]?.[doc] ?? 0) >> 1,
      isSoldOut: request.outOfStockLast && !inStock,
      // Learned scores have no upper limit.
      relevance: request.learned ? Number.POSITIVE_INFINITY : relevanceOf(highest) + ROUNDING,
      id,
    }
    if (top.worst !== undefined && compareByRules(values, top.worst.values) > 0) continue
    const features = reader.exact(candidate, highest)
    const learned = learnedOf(set, request, { entry, features })
    values.relevance = relevanceOf(features) + sumOf(learned)
    top.offer({ ...entry, features, learned, values, score: values.relevance })
  }
  return top.sorted()
}

type RankedEntry = Entry & { values: RuleValues }

/** Returns points by learned model; undefined if nothing was learned for the query. */
function learnedOf(
  { index }: MatchedSet,
  { learned, popularityWeight = 1 }: SearchRequest,
  { entry: { view, doc, id }, features }: { entry: Entry; features: Features },
): Record<string, number> | undefined {
  if (!learned || popularityWeight === 0) return undefined
  const boosts = learned.boosts({ id, features, values: attributesOf(index.views[view], doc, learned.attributes) })
  return Object.fromEntries(Object.entries(boosts).map(([model, boost]) => [model, popularityWeight * boost]))
}

function sumOf(boosts: Readonly<Record<string, number>> = {}): number {
  return Object.values(boosts).reduce((sum, boost) => sum + boost, 0)
}

interface FeatureReader {
  /** The features of a candidate, with upper bounds for those that are slow to read. */
  readonly highest: (candidate: Candidate) => Features
  readonly exact: (candidate: Candidate, highest: Features) => Features
}

function featureReader(set: MatchedSet, request: SearchRequest, { boosts, best }: Ranking): FeatureReader {
  const { index, words } = set
  const terms = words?.terms ?? []
  const weights = terms.map(({ weight }) => weight)
  const head = request.query?.parsed.head ?? -1
  const isCategory = request.query?.parsed.readings.some(({ kind }) => kind === 'category') ?? false
  const categoryBit = isCategory && head >= 0 ? 1 << head : 0
  const readers = index.views.map(
    ({ segment }, s) =>
      new TitleReader(
        segment.text,
        terms.map(({ postings }) => postings[s]),
        head,
      ),
  )
  const sells = index.views.map((view) => popularityShares(index, view))
  // Share of the query's weight that the best match covers.
  const found = set.matches ? 1 - coverageOf(set.matches.dropped, weights) : 0
  const similarities = similaritiesOf(set, best)
  const { personal, popularityWeight = 1 } = request
  return {
    highest: ({ entry: { view, doc, id }, match }) => {
      const similarity = share(similarities?.get(id))
      return {
        words: match?.score ?? 0,
        coverage: match ? coverageOf(match.found, weights) : 0,
        phrase: match ? 1 : 0,
        titleHead: match ? 1 : 0,
        category: match && (match.found & categoryBit) !== 0 ? 1 : 0,
        similarity,
        meaning: (1 - found) * similarity,
        popularity: popularityWeight * sells[view][doc],
        personal: personal ? 1 : 0,
        boost: boosts.length === 0 ? 0 : boostFeature(boosts[view].factors[doc]),
      }
    },
    exact: ({ entry: { view, doc }, match }, highest) => ({
      ...highest,
      ...(match ? readers[view].read(doc) : {}),
      ...(personal
        ? { personal: share(personal.affinity(attributesOf(index.views[view], doc, personal.attributes))) }
        : {}),
    }),
  }
}

/** Returns the similarity to the query and, if some product has every word, also to the best matches. */
function similaritiesOf({ request: { semantic }, matches }: MatchedSet, best: readonly Candidate[]) {
  if (!semantic?.feedback || !matches?.complete) return semantic?.scores
  const hits = best.flatMap(({ entry, match }) => (match ? [{ id: entry.id, score: match.score }] : []))
  const ids = best.map(({ entry }) => entry.id)
  return semantic.feedback(hits, ids) ?? semantic.scores
}

/** Returns values as `attribute:value`. The strings are made once per segment. */
function attributesOf({ segment, memo }: SegmentView, doc: number, attributes: readonly string[]): string[] {
  const found: string[] = []
  for (const name of attributes) {
    const column = segment.columns.terms.get(name)
    if (!column) continue
    const known = memo.of(`features ${name}`, (): string[] => [])
    for (let at = column.starts[doc]; at < column.starts[doc + 1]; at++) {
      const code = column.codes[at]
      known[code] ??= `${name}:${stringAt(column.values, code)}`
      found.push(known[code])
    }
  }
  return found
}

interface Pin {
  entry: Entry
  position: number
}

/** Removes pinned products from the ranked sets and returns the pins. */
function takePins(set: MatchedSet, { rules }: SearchRequest, docs: readonly Bitset[]): Pin[] {
  return (rules?.pins ?? []).flatMap(({ id, position, rule }) => {
    const found = locate(set.index, id)
    if (!found || !hasBit(docs[found.view], found.doc)) return []
    clearBit(docs[found.view], found.doc)
    return [{ entry: { ...entryOf(set, found), pinRule: rule }, position }]
  })
}

/** Removes the best products of a pin's target from the ranked sets. */
function takeTargeted(set: MatchedSet, request: SearchRequest, docs: readonly Bitset[]): Pin[] {
  return (request.rules?.pinTargets ?? []).flatMap(({ target, position, limit, rule }) => {
    const targeted = set.index.views.map(({ segment }, v) => {
      const own: Bitset = new Uint32Array(docs[v].length)
      for (const doc of targetedDocs(segment.columns, target)) if (hasBit(docs[v], doc)) setBit(own, doc)
      return own
    })
    const best = rankEntries(set, request, targeted, countOf(set)).slice(0, limit)
    for (const { view, doc } of best) clearBit(docs[view], doc)
    return best.map((entry, i) => ({ entry: { ...entry, pinRule: rule }, position: position + i }))
  })
}

/** Inserts pins at their positions, or at the end of a shorter answer. Pins at one position keep their order. */
function placePins(entries: readonly Entry[], pins: readonly Pin[]): Entry[] {
  const placed = [...entries]
  let last = -1
  for (const { entry, position } of pins) {
    last = Math.min(Math.max(position - 1, last + 1), placed.length)
    placed.splice(last, 0, entry)
  }
  return placed
}

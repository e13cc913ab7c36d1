import { recommendationSettings } from '@vitrine/contract'
import { diversify, isBoughtAgain, takeTurns } from '@vitrine/recommend'
import type { CatalogEntry } from './catalog/catalog-entries.ts'
import { CHAINS, type Chain, STEPS } from './chains.ts'
import { closestFirst } from './closest-first.ts'
import { complementFilter, type CandidateFilter } from './candidate-filters.ts'
import { exploreEvery, withExplored } from './explore.ts'
import { moveByRules, rulesOf } from './move-by-rules.ts'
import { deduplicateListings } from './deduplicate-listings.ts'
import { type Candidate, entryOf, isShowable, type RecommendContext, type RecommendQuery } from './recommend-context.ts'

const DAY_MS = 86_400_000
const RECENT_PURCHASE_DAYS = 30
/** Products of a kind that are examined to decide whether customers buy that kind again. */
const KIND_SAMPLE = 500
const DIVERSE_PLACES = 24
const DIVERSITY = 0.3
/** These steps add anything that sells, so their products are never moved up for diversity. */
const FILLERS: ReadonlySet<string> = new Set(['bestsellers', 'featured', 'spotlight', 'assorted', 'newest'])

/** Computed only as far as it is read. Products that were read keep their places, so that pages can be read again. */
export class RankedStream {
  readonly made: Candidate[] = []
  readonly #source: Iterator<Candidate>

  constructor(source: Iterable<Candidate>) {
    this.#source = source[Symbol.iterator]()
  }

  /** Returns undefined past the end. */
  at(place: number): Candidate | undefined {
    while (this.made.length <= place) {
      const next = this.#source.next()
      if (next.done) return undefined
      this.made.push(next.value)
    }
    return this.made[place]
  }

  *from(first = 0): Generator<Candidate> {
    for (let place = first, next = this.at(place); next; next = this.at(++place)) yield next
  }
}

export function rankedStream(context: RecommendContext, query: RecommendQuery): RankedStream {
  const chain = CHAINS[query.type]
  const excluded = excludedProducts(context, query)
  const rules = rulesOf(context, query)
  const isFitting = fitFilter(context, query)
  const isAllowed: CandidateFilter = (entry, candidate) => !rules.isHidden(entry) && isFitting(entry, candidate)
  const allowed = once(context, query, { seen: new Set(excluded), isFitting: isAllowed })
  if (chain.keepsOrder) return new RankedStream(allowed)
  const fitting = deduplicateListings(
    context,
    chain.alternativesFirst ? closestFirst(context, query, allowed) : allowed,
    excluded,
  )
  const isOfLastKinds = isOfKinds(context, query.kindsLast)
  const isOverexposed = exposureCap(context, query)
  const isLast: IsLast = (candidate) => isOfLastKinds(candidate) || isOverexposed(candidate)
  const varied = chain.onlyComplements ? fewOfEachKind(context, fitting) : fitting
  const ordered = lastAtTheEnd(context, varied, isLast)
  const diversity = query.diversity ?? (chain.diverse ? DIVERSITY : 0)
  const spread = diversity > 0 ? spreadApart(context, ordered, { diversity, isLast }) : ordered
  const every = chain.explores ? exploreEvery(context, query) : 0
  const isUnseen: CandidateFilter = (entry, candidate) => !excluded.has(entry.id) && isAllowed(entry, candidate)
  const ranked = every > 0 ? withExplored(context, query, spread, { every, isFitting: isUnseen }) : spread
  return new RankedStream(rules.ranking ? moveByRules(context, ranked, { ranking: rules.ranking, excluded }) : ranked)
}

function excludedProducts(context: RecommendContext, query: RecommendQuery): Set<number> {
  const chain = CHAINS[query.type]
  const excluded = new Set(chain.isAnchored || !query.keepsAnchors ? query.anchors : [])
  if (chain.leavesCartOut) for (const id of query.cart) excluded.add(id)
  for (const id of boughtBefore(context, chain.leavesPurchasesOut))
    if (!isRepurchasable(context, entryOf(context, id)?.kind ?? '')) excluded.add(id)
  return excluded
}

function boughtBefore(
  { models, purchases, history, nowMs }: RecommendContext,
  since: Chain['leavesPurchasesOut'],
): number[] {
  if (since === undefined) return []
  const sinceMs = since === 'all' ? 0 : nowMs - RECENT_PURCHASE_DAYS * DAY_MS
  const bought = purchases.flatMap(({ item, atMs }) => (atMs >= sinceMs ? models.items.idOf(item) : []))
  return since === 'all' ? [...bought, ...history.purchasedProducts] : bought
}

/** For such kinds, earlier purchases do not matter: a shopper who bought coffee may be shown coffee. */
function isRepurchasable({ models, catalog }: RecommendContext, kind: string): boolean {
  if (kind === '') return false
  const ids = Array.from(catalog.ofKind(kind)).slice(0, KIND_SAMPLE)
  return isBoughtAgain(models.reorders.countsOf(ids.flatMap((id) => models.items.find(id) ?? [])))
}

interface Once {
  seen: Set<number>
  isFitting: CandidateFilter
}

function* once(context: RecommendContext, query: RecommendQuery, { seen, isFitting }: Once): Generator<Candidate> {
  for (const step of query.steps ?? CHAINS[query.type].steps)
    for (const candidate of STEPS[step](context, query)) {
      if (seen.has(candidate.productId)) continue
      seen.add(candidate.productId)
      const entry = entryOf(context, candidate.productId)
      if (entry && isFitting(entry, candidate)) yield candidate
    }
}

function fitFilter(context: RecommendContext, query: RecommendQuery): CandidateFilter {
  const hasTag = tagFilter(query.tags)
  const isWanted = incidentalFilter(context, query)
  const { dropsSoldOut, onlyComplements } = CHAINS[query.type]
  const isOffered = dropsSoldOut ? ({ inStock }: CatalogEntry) => inStock : () => true
  const isOfPurpose = onlyComplements ? complementFilter(context, query) : () => true
  return (entry, candidate) =>
    isShowable(context, entry) && isOffered(entry) && hasTag(entry) && isWanted(entry) && isOfPurpose(entry, candidate)
}

/** Free gifts and services are left out, unless the page is about them, or a collection, tags or a list were chosen. */
function incidentalFilter(context: RecommendContext, query: RecommendQuery): (entry: CatalogEntry) => boolean {
  const { catalog } = context
  const isAsked = query.collection !== undefined || query.tags?.length || query.section?.collection
  const aboutThem = query.anchors.some((id) => {
    const entry = entryOf(context, id)
    return entry !== undefined && catalog.isIncidental(entry)
  })
  if (CHAINS[query.type].keepsOrder || isAsked || aboutThem) return () => true
  return (entry) => !catalog.isIncidental(entry)
}

function tagFilter(tags: readonly string[] | undefined): (entry: CatalogEntry) => boolean {
  if (!tags?.length) return () => true
  const wanted = new Set(tags.map((tag) => tag.toLowerCase()))
  return ({ product }) => product.tags.some((tag) => wanted.has(tag.toLowerCase()))
}

/** Limits products of one kind among complements, except those by orders, visits or the merchant. */
const MAX_OF_KIND = 2

function* fewOfEachKind(context: RecommendContext, candidates: Iterable<Candidate>): Generator<Candidate> {
  const counts = new Map<string, number>()
  for (const candidate of candidates) {
    const kind = entryOf(context, candidate.productId)?.kind ?? ''
    const count = (counts.get(kind) ?? 0) + 1
    if (count > MAX_OF_KIND && GENERAL_STEPS.has(candidate.step)) continue
    counts.set(kind, count)
    yield candidate
  }
}

type IsLast = (candidate: Candidate) => boolean

function isOfKinds(context: RecommendContext, kinds: ReadonlySet<string> | undefined): IsLast {
  if (!kinds?.size) return () => false
  return ({ productId }) => kinds.has(entryOf(context, productId)?.kind ?? '')
}

/** Steps that ignore anchors and shopper: their products would be the same in every list. */
const GENERAL_STEPS: ReadonlySet<string> = new Set([
  ...FILLERS,
  'type_pairs',
  'goes_with',
  'viewed_types',
  'type_bestsellers',
])

function exposureCap(context: RecommendContext, { type }: RecommendQuery): IsLast {
  if (!CHAINS[type].capsExposure) return () => false
  const { exposure_cap: cap } = recommendationSettings(context.shop.config)
  return ({ productId, step, isFill }) => (isFill || GENERAL_STEPS.has(step)) && context.exposure(productId) > cap
}

/** Puts sold-out products last, and products with `isLast` before them. */
function* lastAtTheEnd(
  context: RecommendContext,
  candidates: Iterable<Candidate>,
  isLast: IsLast,
): Generator<Candidate> {
  const last: Candidate[] = []
  const soldOut: Candidate[] = []
  for (const candidate of candidates) {
    if (entryOf(context, candidate.productId)?.inStock === false) soldOut.push(candidate)
    else if (isLast(candidate)) last.push(candidate)
    else yield candidate
  }
  yield* last
  yield* soldOut
}

interface Spread {
  diversity: number
  isLast: IsLast
}

function* spreadApart(
  context: RecommendContext,
  candidates: Iterable<Candidate>,
  { diversity, isLast }: Spread,
): Generator<Candidate> {
  const source = candidates[Symbol.iterator]()
  const pool: Candidate[] = []
  while (pool.length < DIVERSE_PLACES * 2) {
    const next = source.next()
    if (next.done) break
    pool.push(next.value)
  }
  const { catalog } = context
  const numbers = pool.map(({ productId }) => catalog.items.find(productId) ?? -1)
  const ranked = pool.map((_, place) => ({ item: place, score: 1 - place / (pool.length + 1) }))
  const similarity = (a: number, b: number) => catalog.content.similarity(numbers[a] as number, numbers[b] as number)
  const fillers: Candidate[] = []
  const found = function* () {
    for (const { item } of diversify(ranked, similarity, 1 - diversity)) {
      const candidate = pool[item] as Candidate
      if (FILLERS.has(candidate.step) || isLast(candidate)) fillers.push(candidate)
      else yield candidate
    }
  }
  yield* takeTurns(found(), ({ productId }) => entryOf(context, productId)?.kind ?? '')
  yield* fillers
  for (let next = source.next(); !next.done; next = source.next()) yield next.value
}

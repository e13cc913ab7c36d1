/** Learns what shoppers choose for each query, and applies models that `search-health/check-learning.ts` has proven. */
import { FEATURE_WEIGHTS, type FeatureName, fold, type LearnedScorer } from '@vitrine/engine'
import {
  FeatureWeights,
  type FeatureWeightsData,
  type FittedModel,
  fitModels,
  LEARNED_MODELS,
  type LearnedModel,
  type LoggedSearch,
  productLifts,
  type Proof,
  QueryEvidence,
  QueryValues,
  type QueryValuesData,
  type CandidatesByQuery,
} from '@vitrine/recommend'
import { LRUCache } from 'lru-cache'
import type { EventConsumer, Relearned } from '../../ports/event-log/event-consumer.ts'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import { indexFields } from '../../ports/search-index/index-fields.ts'

export const LEARNED_ATTRIBUTES = [indexFields.productType, indexFields.vendor]
/** Personal taste and the merchant's boosts are not corrected. */
export const LEARNED_FEATURES = (Object.keys(FEATURE_WEIGHTS) as FeatureName[]).filter(
  (name) => name !== 'personal' && name !== 'boost',
)

/** Searches are remembered because their clicks may still come, and models are proven on them. */
const MAX_SEARCHES = 5000
/** Clicks are remembered so that they are not counted twice. */
const MAX_COUNTED = 5000

export interface ModelStanding {
  /** null if the model is not live. */
  sinceMs: number | null
  /** When a model that was live was withdrawn. */
  steppedBackAtMs: number | null
  proof: Proof
  /** Golden queries that the model would break, because of which it is held back. */
  breaks?: readonly string[]
}

interface Conclusion {
  checkedAtMs: number
  standings: Record<LearnedModel, ModelStanding>
  features: readonly string[]
  values: QueryValuesData
  weights: FeatureWeightsData
}

type NamedModel = readonly [LearnedModel, FittedModel]

interface Concluding {
  proofs: Readonly<Record<LearnedModel, Proof>>
  windows: CandidatesByQuery
  held?: ReadonlyMap<LearnedModel, readonly string[]>
  nowMs: number
}

const NOTHING_HELD = new Map<LearnedModel, readonly string[]>()

interface Learnt {
  evidence: QueryEvidence
  /** Searches keyed by the id of their answer, earliest first. */
  searches: Map<string, LoggedSearch & { clicked: number[] }>
  /** A shopper who clicks twice has chosen once. */
  counted: LRUCache<string, true>
  conclusion: Conclusion | undefined
  live: readonly NamedModel[]
}

interface Saved {
  evidence: ReturnType<QueryEvidence['save']>
  searches: [string, LoggedSearch & { clicked: number[] }][]
  counted: string[]
  conclusion?: Conclusion | undefined
}

export class SearchLearning implements EventConsumer {
  readonly name = 'search-learning@1'
  readonly #shops = new Map<ShopId, Learnt>()

  /** Returns undefined if no live model knows the query. */
  scorer(shop: ShopId, typed: string, nowMs: number): LearnedScorer | undefined {
    const learnt = this.#shops.get(shop)
    if (!learnt || learnt.live.length === 0) return undefined
    const current = ([name, model]: NamedModel): NamedModel =>
      name === 'products' ? [name, productLifts(learnt.evidence, nowMs)] : [name, model]
    return scorerOf(typed, learnt.live.map(current))
  }

  /** Returns a function that ranks with the given models before they go live. */
  trial(shop: ShopId, windows: CandidatesByQuery, nowMs: number) {
    const learnt = this.#shops.get(shop)
    const models = learnt && fitModels(learnt.evidence, windows, nowMs)
    return (names: readonly LearnedModel[], typed: string): LearnedScorer | undefined =>
      models &&
      scorerOf(
        typed,
        names.map((name) => [name, models[name]]),
      )
  }

  log(shop: ShopId): readonly LoggedSearch[] {
    return [...(this.#shops.get(shop)?.searches.values() ?? [])]
  }

  conclusion(shop: ShopId): Pick<Conclusion, 'checkedAtMs' | 'standings'> | undefined {
    return this.#shops.get(shop)?.conclusion
  }

  live(shop: ShopId): Set<LearnedModel> {
    return new Set(this.#shops.get(shop)?.live.map(([name]) => name))
  }

  /** Fits the models again. Proven ones go live, unless they are held back because of golden queries. */
  conclude(shop: ShopId, { proofs, windows, held = NOTHING_HELD, nowMs }: Concluding): void {
    const learnt = this.#shops.get(shop)
    if (!learnt) return
    const standingOf = (name: LearnedModel): ModelStanding => {
      const before = learnt.conclusion?.standings[name]
      const proof = proofs[name]
      const breaks = held.get(name)
      if (proof.isLive && !breaks) return { proof, sinceMs: before?.sinceMs ?? nowMs, steppedBackAtMs: null }
      const steppedBackAtMs = before?.sinceMs != null ? nowMs : (before?.steppedBackAtMs ?? null)
      return { proof, sinceMs: null, steppedBackAtMs, ...(breaks && { breaks }) }
    }
    const standings = LEARNED_MODELS.map((name) => [name, standingOf(name)] as const)
    adopt(learnt, {
      checkedAtMs: nowMs,
      standings: Object.fromEntries(standings) as Conclusion['standings'],
      features: LEARNED_FEATURES,
      values: QueryValues.fit(learnt.evidence, windows, nowMs).save(),
      weights: FeatureWeights.fit(learnt.evidence, windows, nowMs).save(),
    })
  }

  restore(shop: ShopId, snapshot: Uint8Array | undefined): void {
    const saved = snapshot && (JSON.parse(new TextDecoder().decode(snapshot)) as Saved)
    this.#shops.set(shop, learntFrom(saved))
  }

  consume(shop: ShopId, events: readonly ShopEvent[]): void {
    if (!this.#shops.has(shop)) this.restore(shop, undefined)
    learnAll(this.#shops.get(shop)!, events)
  }

  relearn(shop: ShopId): Relearned {
    const fresh = learntFrom(undefined)
    return {
      consume: (events) => learnAll(fresh, events),
      adopt: () => {
        // A live model stays live until the next check, which is due at once and leaves out the erased person.
        const before = this.#shops.get(shop)?.conclusion
        if (before) adopt(fresh, { ...before, checkedAtMs: 0, values: { lifts: [] }, weights: { corrections: [] } })
        this.#shops.set(shop, fresh)
      },
    }
  }

  snapshot(shop: ShopId): Uint8Array | undefined {
    const learnt = this.#shops.get(shop)
    if (!learnt) return undefined
    const { evidence, searches, counted, conclusion } = learnt
    // Restoring adds entries in this order, so the least recently used come first.
    const saved: Saved = {
      evidence: evidence.save(),
      searches: [...searches],
      counted: [...counted.rkeys()],
      conclusion,
    }
    return new TextEncoder().encode(JSON.stringify(saved))
  }

  release(shop: ShopId): void {
    this.#shops.delete(shop)
  }
}

/** Returns undefined if no model knows the query. */
function scorerOf(typed: string, models: readonly NamedModel[]): LearnedScorer | undefined {
  const query = queryKey(typed)
  const known = models.flatMap(([name, model]) => {
    const boost = model.boosts(query)
    return boost ? [[name, boost] as const] : []
  })
  if (known.length === 0) return undefined
  return {
    attributes: LEARNED_ATTRIBUTES,
    boosts: ({ id, features, values }) => {
      const candidate = { id, values, features: LEARNED_FEATURES.map((name) => features[name]) }
      return Object.fromEntries(known.map(([name, boost]) => [name, boost(candidate)]))
    },
  }
}

function learntFrom(saved: Saved | undefined): Learnt {
  const learnt: Learnt = {
    evidence: saved ? QueryEvidence.load(saved.evidence) : new QueryEvidence(),
    searches: new Map(saved?.searches),
    counted: new LRUCache({ max: MAX_COUNTED }),
    conclusion: undefined,
    live: [],
  }
  for (const who of saved?.counted ?? []) learnt.counted.set(who, true)
  if (saved?.conclusion) adopt(learnt, saved.conclusion)
  return learnt
}

function adopt(learnt: Learnt, conclusion: Conclusion): void {
  const { standings, features, values, weights } = conclusion
  // Corrections are valid only for the features that they were fitted on.
  const isSame = features.join() === LEARNED_FEATURES.join()
  const models: Record<LearnedModel, FittedModel> = {
    products: productLifts(learnt.evidence, conclusion.checkedAtMs),
    values: QueryValues.load(values),
    weights: isSame ? FeatureWeights.load(weights) : new FeatureWeights([]),
  }
  learnt.conclusion = conclusion
  learnt.live = LEARNED_MODELS.filter((name) => standings[name].sinceMs !== null).map((name) => [name, models[name]])
}

function learnAll(learnt: Learnt, events: readonly ShopEvent[]): void {
  for (const event of events)
    if (!event.bot && event.personalize && event.teaches !== false && isAboutSearch(event)) learn(learnt, event)
}

function isAboutSearch({ track, query }: ShopEvent): boolean {
  return track?.surface === 'search' && query !== undefined && query.trim() !== ''
}

function learn(learnt: Learnt, event: ShopEvent): void {
  const query = queryKey(event.query!)
  const answer = event.track?.requestId ?? event.id
  const products = event.lines.map(({ productId }) => productId)
  if (event.action === 'surface_click')
    for (const product of products) choose(learnt, event, { query, answer, product })
  if (event.action !== 'surface_render') return
  const { evidence, searches } = learnt
  evidence.shown(query, products, event.atMs)
  searches.set(answer, { query, atMs: event.atMs, shown: products, clicked: [] })
  if (searches.size > MAX_SEARCHES) searches.delete(searches.keys().next().value as string)
}

interface Choice {
  query: string
  answer: string
  product: number
}

function choose({ evidence, searches, counted }: Learnt, event: ShopEvent, { query, answer, product }: Choice): void {
  const who = `${event.visitorId ?? event.clientId ?? event.sessionId ?? event.id} ${query} ${product}`
  if (counted.has(who)) return
  counted.set(who, true)
  const search = searches.get(answer)
  const place = search?.shown.indexOf(product) ?? -1
  evidence.clicked(query, product, place < 0 ? undefined : place, event.atMs)
  if (place >= 0) search?.clicked.push(product)
}

function queryKey(query: string): string {
  return fold(query).replace(/\s+/g, ' ').trim()
}

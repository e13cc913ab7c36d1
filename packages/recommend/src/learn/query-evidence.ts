/** Counts which products shoppers choose for a query, compared with the clicks expected at their positions. */
import type { LoggedSearch } from './logged-search.ts'

export interface QueryEvidenceData {
  places: [shown: number, clicked: number][]
  queries: [query: string, products: [product: number, clicks: number, expected: number, atMs: number][]][]
}

export interface Evidence {
  clicks: number
  /** Sum of the click rates of the positions at which the product was shown. */
  expected: number
  atMs: number
}

export const QUERY_EVIDENCE = {
  /** Days after which evidence counts half. */
  halfLifeDays: 30,
  /** Prior clicks of every product, all expected, so that a handful of clicks counts little. */
  priorClicks: 3,
  /** Clicks without effect: a single one may be chance, or from somebody who promotes the product. */
  doubtedClicks: 1,
  /** Prior showings of each position, at the usual click rate. */
  priorShowings: 200,
  queries: 10_000,
  productsPerQuery: 64,
  places: 48,
}

const DAY_MS = 86_400_000
/** Minimum time between decays, because computing powers is slow. */
const FADE_EVERY_MS = 3_600_000

export class QueryEvidence {
  readonly #queries = new Map<string, Map<number, Evidence>>()
  readonly #shown = new Float64Array(QUERY_EVIDENCE.places)
  readonly #clicked = new Float64Array(QUERY_EVIDENCE.places)

  /** `products` are in the order of the page. */
  shown(query: string, products: readonly number[], atMs: number): void {
    const known = this.#touched(query)
    const places = Math.min(products.length, QUERY_EVIDENCE.places)
    for (let place = 0; place < places; place++) {
      this.#shown[place]++
      evidenceIn(known, products[place], atMs).expected += this.#clickRate(place)
    }
  }

  /** `place` counts from 0. An unknown place (undefined) counts as the first. */
  clicked(query: string, product: number, place: number | undefined, atMs: number): void {
    const evidence = evidenceIn(this.#touched(query), product, atMs)
    evidence.clicks++
    if (place === undefined) evidence.expected += this.#clickRate(0)
    else if (place < QUERY_EVIDENCE.places) this.#clicked[place]++
  }

  learn({ query, shown, clicked, atMs }: LoggedSearch): void {
    this.shown(query, shown, atMs)
    for (const product of clicked) this.clicked(query, product, placeIn(shown, product), atMs)
  }

  of(query: string, nowMs: number): ReadonlyMap<number, Readonly<Evidence>> {
    const products = this.#queries.get(query) ?? NOTHING
    for (const evidence of products.values()) fade(evidence, nowMs)
    return products
  }

  get queries(): Iterable<string> {
    return this.#queries.keys()
  }

  save(): QueryEvidenceData {
    return {
      places: Array.from(this.#shown, (shown, place): [number, number] => [shown, this.#clicked[place]]),
      queries: Array.from(this.#queries, ([query, products]) => [
        query,
        Array.from(products, ([product, { clicks, expected, atMs }]) => [product, clicks, expected, atMs]),
      ]),
    }
  }

  static load({ places, queries }: QueryEvidenceData): QueryEvidence {
    const model = new QueryEvidence()
    places.slice(0, QUERY_EVIDENCE.places).forEach(([shown, clicked], place) => {
      model.#shown[place] = shown
      model.#clicked[place] = clicked
    })
    for (const [query, products] of queries)
      model.#queries.set(
        query,
        new Map(products.map(([product, clicks, expected, atMs]) => [product, { clicks, expected, atMs }])),
      )
    return model
  }

  #clickRate(place: number): number {
    const { priorShowings } = QUERY_EVIDENCE
    const usual = 0.3 / (place + 1)
    return (this.#clicked[place] + priorShowings * usual) / (this.#shown[place] + priorShowings)
  }

  /** Inserts the query again, so that the least recently used query is removed first. */
  #touched(query: string): Map<number, Evidence> {
    const products = this.#queries.get(query) ?? new Map<number, Evidence>()
    this.#queries.delete(query)
    this.#queries.set(query, products)
    if (this.#queries.size > QUERY_EVIDENCE.queries) this.#queries.delete(this.#queries.keys().next().value as string)
    return products
  }
}

function evidenceIn(products: Map<number, Evidence>, product: number, atMs: number): Evidence {
  const known = products.get(product)
  if (known) {
    fade(known, atMs)
    return known
  }
  if (products.size >= QUERY_EVIDENCE.productsPerQuery) dropWeakest(products)
  const evidence = { clicks: 0, expected: 0, atMs }
  products.set(product, evidence)
  return evidence
}

const NOTHING = new Map<number, Evidence>()

function placeIn(shown: readonly number[], product: number): number | undefined {
  const place = shown.indexOf(product)
  return place < 0 ? undefined : place
}

/** Returns -1 to 1: the binary logarithm of clicks over expected clicks, close to 0 with little evidence. */
export function liftOf(
  { clicks, expected }: Pick<Evidence, 'clicks' | 'expected'>,
  prior = QUERY_EVIDENCE.priorClicks,
) {
  const certain = clicks > expected ? Math.max(expected, clicks - QUERY_EVIDENCE.doubtedClicks) : clicks
  return Math.max(-1, Math.min(1, Math.log2((certain + prior) / (expected + prior))))
}

function fade(evidence: Evidence, atMs: number): void {
  if (atMs - evidence.atMs < FADE_EVERY_MS) return
  const kept = 2 ** (-(atMs - evidence.atMs) / (QUERY_EVIDENCE.halfLifeDays * DAY_MS))
  evidence.clicks *= kept
  evidence.expected *= kept
  evidence.atMs = atMs
}

function dropWeakest(products: Map<number, Evidence>): void {
  let least: number | undefined
  let minEvidence = Number.POSITIVE_INFINITY
  for (const [product, { clicks, expected }] of products) {
    if (clicks + expected >= minEvidence) continue
    minEvidence = clicks + expected
    least = product
  }
  if (least !== undefined) products.delete(least)
}

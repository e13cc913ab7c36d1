/**
 * Counts which products shoppers choose for a query. Top positions get clicks for any product, so clicks are compared
 * with those expected at the positions (clicks over expected clicks). The numbers of queries and of products per query
 * are limited. All models for search are learned from this table.
 */
import type { LoggedSearch } from './logged-search.ts'

export interface QueryEvidenceData {
  places: [shown: number, clicked: number][]
  queries: [query: string, products: [product: number, clicks: number, expected: number, atMs: number][]][]
}

export interface Evidence {
  clicks: number
  /** Sum of the click rates of the positions in which the product was shown. */
  expected: number
  atMs: number
}

export const QUERY_EVIDENCE = {
  /** Days after which evidence counts half. */
  halfLifeDays: 30,
  /** Prior clicks of every product, all expected: a handful of clicks should count little. */
  priorClicks: 3,
  /** Clicks that lift nothing, because one may be chance, or from somebody who wants the product to be first. */
  doubtedClicks: 1,
  /** Prior showings of each position, with the usual click rate, until the shop's own rates are known. */
  priorShowings: 200,
  queries: 10_000,
  productsPerQuery: 64,
  places: 48,
}

const DAY_MS = 86_400_000
/** Evidence is decayed at most this often, because computing powers takes most of the time. */
const FADE_EVERY_MS = 3_600_000

export class QueryEvidence {
  readonly #queries = new Map<string, Map<number, Evidence>>()
  readonly #shown = new Float64Array(QUERY_EVIDENCE.places)
  readonly #clicked = new Float64Array(QUERY_EVIDENCE.places)

  /** Records that a page was shown for the query; `products` are in the order of the page. */
  shown(query: string, products: readonly number[], atMs: number): void {
    const known = this.#touched(query)
    const places = Math.min(products.length, QUERY_EVIDENCE.places)
    for (let place = 0; place < places; place++) {
      this.#shown[place]++
      evidenceIn(known, products[place], atMs).expected += this.#clickRate(place)
    }
  }

  /** Records a click. `place` counts from 0; undefined if the page is not known, which counts as the first position. */
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

  /** Returns the evidence of a query's products, decayed to that time. */
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

  /** Returns the click rate of a position over all products. */
  #clickRate(place: number): number {
    const { priorShowings } = QUERY_EVIDENCE
    const usual = 0.3 / (place + 1)
    return (this.#clicked[place] + priorShowings * usual) / (this.#shown[place] + priorShowings)
  }

  /** Returns the evidence of a query, and inserts it again, so that the least recently used query is removed first. */
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

/**
 * Returns -1 to 1: how much more often something is chosen than its positions explain, as a power of two. Little
 * evidence gives a small value. A single click lifts nothing, because the smallest lift decides between products that
 * match equally well.
 */
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

/**
 * Which products shoppers choose for a query. What stands on top is clicked because it stands there, so clicks are held against those that
 * its places would bring any product (clicks over expected clicks). Bounded in queries and in products of each.
 */
export interface QueryClicksData {
  places: [shown: number, clicked: number][]
  queries: [query: string, products: [product: number, clicks: number, expected: number, atMs: number][]][]
}

interface Evidence {
  clicks: number
  /** Clicks that the places in which it was shown bring on average. */
  expected: number
  atMs: number
}

export const QUERY_CLICKS = {
  /** Evidence counts half after so long. */
  halfLifeDays: 30,
  /** Clicks as expected that every product is taken to have: what a handful of clicks says is little. */
  priorClicks: 3,
  /** Places as expected before a shop's own are known: so many showings of each. */
  priorShowings: 200,
  queries: 10_000,
  productsPerQuery: 64,
  places: 48,
}

const DAY_MS = 86_400_000

export class QueryClicks {
  readonly #queries = new Map<string, Map<number, Evidence>>()
  readonly #shown = new Float64Array(QUERY_CLICKS.places)
  readonly #clicked = new Float64Array(QUERY_CLICKS.places)

  /** Products in the order in which they were put on a page. */
  shown(query: string, products: readonly number[], atMs: number): void {
    products.slice(0, QUERY_CLICKS.places).forEach((product, place) => {
      this.#shown[place]++
      const evidence = this.#evidence(query, product, atMs)
      evidence.expected += this.#clickRate(place)
    })
  }

  /** `place` counts from 0; undefined where nobody said what was shown: then as if it had stood first. */
  clicked(query: string, product: number, place: number | undefined, atMs: number): void {
    const evidence = this.#evidence(query, product, atMs)
    evidence.clicks++
    if (place === undefined) evidence.expected += this.#clickRate(0)
    else if (place < QUERY_CLICKS.places) this.#clicked[place]++
  }

  /** 0 to 1 by product: 1 where it is chosen at least twice as often as its places explain. What is chosen less often is not named. */
  preferences(query: string, nowMs: number): Map<number, number> {
    const found = new Map<number, number>()
    for (const [product, evidence] of this.#queries.get(query) ?? []) {
      fade(evidence, nowMs)
      const { priorClicks } = QUERY_CLICKS
      const lift = Math.log2((evidence.clicks + priorClicks) / (evidence.expected + priorClicks))
      if (lift > 0) found.set(product, Math.min(1, lift))
    }
    return found
  }

  save(): QueryClicksData {
    return {
      places: Array.from(this.#shown, (shown, place): [number, number] => [shown, this.#clicked[place]]),
      queries: Array.from(this.#queries, ([query, products]) => [
        query,
        Array.from(products, ([product, { clicks, expected, atMs }]) => [product, clicks, expected, atMs]),
      ]),
    }
  }

  static load({ places, queries }: QueryClicksData): QueryClicks {
    const model = new QueryClicks()
    places.slice(0, QUERY_CLICKS.places).forEach(([shown, clicked], place) => {
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

  /** How often the product in a place is clicked, whatever it is. */
  #clickRate(place: number): number {
    const { priorShowings } = QUERY_CLICKS
    const usual = 0.3 / (place + 1)
    return (this.#clicked[place] + priorShowings * usual) / (this.#shown[place] + priorShowings)
  }

  #evidence(query: string, product: number, atMs: number): Evidence {
    const products = this.#queries.get(query) ?? new Map<number, Evidence>()
    // Set again: the query that was asked longest ago leaves first.
    this.#queries.delete(query)
    this.#queries.set(query, products)
    if (this.#queries.size > QUERY_CLICKS.queries) this.#queries.delete(this.#queries.keys().next().value as string)
    let evidence = products.get(product)
    if (!evidence) {
      evidence = { clicks: 0, expected: 0, atMs }
      if (products.size >= QUERY_CLICKS.productsPerQuery) dropLeast(products)
      products.set(product, evidence)
    }
    fade(evidence, atMs)
    return evidence
  }
}

function fade(evidence: Evidence, atMs: number): void {
  if (atMs <= evidence.atMs) return
  const kept = 2 ** (-(atMs - evidence.atMs) / (QUERY_CLICKS.halfLifeDays * DAY_MS))
  evidence.clicks *= kept
  evidence.expected *= kept
  evidence.atMs = atMs
}

function dropLeast(products: Map<number, Evidence>): void {
  let least: number | undefined
  let minEvidence = Number.POSITIVE_INFINITY
  for (const [product, { clicks, expected }] of products) {
    if (clicks + expected >= minEvidence) continue
    minEvidence = clicks + expected
    least = product
  }
  if (least !== undefined) products.delete(least)
}

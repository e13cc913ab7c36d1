/**
 * Estimates how fast attention falls along a list: position n is seen about 1/n^decay as often as the first. The decay
 * is fitted to the shop's log by a conditional logit of the clicked position. Relevance is the second variable, because
 * it explains some of the clicks on the first products.
 */
import type { Candidate, CandidatesByQuery, LoggedSearch } from './logged-search.ts'

export const ATTENTION = {
  /** The usual decay in studies of click logs, used until the shop's log shows another. */
  usual: 0.7,
  /** Weight of the prior, in clicks. Needed because position and relevance may coincide. */
  prior: 30,
  slowest: 0.3,
  /** With a faster decay, unclicked products further down tell almost nothing. */
  fastest: 1.5,
  rounds: 8,
  /** Maximum weight of a click: a single one far down must not outweigh all others. */
  maxClickWeight: 8,
}

/** Returns the inverse of the probability that the position is seen. */
export function clickWeight(place: number, positionDecay = ATTENTION.usual): number {
  return Math.min(ATTENTION.maxClickWeight, place ** positionDecay)
}

/** All searches with the same query and page, with the clicks of each. */
export interface SeenPage {
  query: string
  /** In the order shown, without products that no longer match the query. */
  products: readonly Candidate[]
  /** The position of each product, counted from 1. */
  places: readonly number[]
  searches: number
  /** Indexes into `products`, one list for each search with clicks. */
  clicked: (readonly number[])[]
}

export function seenPages(log: readonly LoggedSearch[], windows: CandidatesByQuery): SeenPage[] {
  const knownOf = new Map<string, Map<number, Candidate>>()
  const pages = new Map<string, SeenPage>()
  for (const { query, shown, clicked } of log) {
    const window = windows.get(query)
    if (window === undefined) continue
    const known = knownOf.get(query) ?? new Map(window.map((one) => [one.id, one]))
    knownOf.set(query, known)
    const key = `${query} ${shown.join()}`
    const page = pages.get(key) ?? emptyPage(query, shown, known)
    pages.set(key, page)
    page.searches++
    const rows = clicked.map((id) => page.products.findIndex((one) => one.id === id)).filter((row) => row >= 0)
    if (rows.length > 0) page.clicked.push(rows)
  }
  return [...pages.values()]
}

function emptyPage(query: string, shown: readonly number[], known: ReadonlyMap<number, Candidate>): SeenPage {
  const places = shown.flatMap((id, at) => (known.has(id) ? [at + 1] : []))
  return { query, products: places.map((place) => known.get(shown[place - 1])!), places, searches: 0, clicked: [] }
}

export interface Attention {
  positionDecay: number
  /** Increase of the logarithmic odds of a click per unit of relevance. */
  relevanceSlope: number
}

export function fitAttention(pages: readonly SeenPage[]): Attention {
  const clickedPages = pages.filter(({ clicked }) => clicked.length > 0).map(choicesOn)
  let found: Attention = { positionDecay: ATTENTION.usual, relevanceSlope: 0 }
  for (let round = 0; round < ATTENTION.rounds; round++) {
    const step = newtonStep(clickedPages, found)
    const positionDecay = Math.max(
      ATTENTION.slowest,
      Math.min(ATTENTION.fastest, found.positionDecay + step.positionDecay),
    )
    found = { positionDecay, relevanceSlope: found.relevanceSlope + step.relevanceSlope }
  }
  return found
}

/** For each position of a page: its logarithm, its product's relevance, and its clicks. */
interface Choices {
  places: readonly number[]
  relevance: readonly number[]
  clicks: readonly number[]
}

function choicesOn({ products, places, clicked }: SeenPage): Choices {
  const clicks = products.map(() => 0)
  for (const row of clicked.flat()) clicks[row]++
  return { places: places.map(Math.log), relevance: products.map(({ relevance }) => relevance), clicks }
}

/** Returns the expected clicks of each product in one search, if it stood first. */
export function expectedIfFirst(
  { products, places, searches, clicked }: SeenPage,
  { positionDecay, relevanceSlope }: Attention,
) {
  const appeal = products.map(({ relevance }) => Math.exp(relevanceSlope * relevance))
  const seen = appeal.reduce((sum, one, row) => sum + one / places[row] ** positionDecay, 0)
  const clicks = clicked.reduce((sum, { length }) => sum + length, 0) / searches
  return Float64Array.from(appeal, (one) => (clicks * one) / seen)
}

function newtonStep(pages: readonly Choices[], { positionDecay, relevanceSlope }: Attention): Attention {
  const { usual, prior } = ATTENTION
  const gradient = { positionDecay: prior * (usual - positionDecay), relevanceSlope: -prior * relevanceSlope }
  const curvature = { positionDecay: prior, relevanceSlope: prior, both: 0 }
  for (const { places, relevance, clicks } of pages) {
    const chances = choiceChances({ places, relevance }, { positionDecay, relevanceSlope })
    const meanPlace = dot(chances, places)
    const meanRelevance = dot(chances, relevance)
    let all = 0
    for (let row = 0; row < clicks.length; row++) {
      all += clicks[row]
      gradient.positionDecay -= clicks[row] * (places[row] - meanPlace)
      gradient.relevanceSlope += clicks[row] * (relevance[row] - meanRelevance)
    }
    for (let row = 0; row < clicks.length; row++) {
      const [place, relevant] = [places[row] - meanPlace, relevance[row] - meanRelevance]
      const weight = all * chances[row]
      curvature.positionDecay += weight * place * place
      curvature.relevanceSlope += weight * relevant * relevant
      curvature.both -= weight * place * relevant
    }
  }
  const determinant = curvature.positionDecay * curvature.relevanceSlope - curvature.both ** 2
  return {
    positionDecay:
      (curvature.relevanceSlope * gradient.positionDecay - curvature.both * gradient.relevanceSlope) / determinant,
    relevanceSlope:
      (curvature.positionDecay * gradient.relevanceSlope - curvature.both * gradient.positionDecay) / determinant,
  }
}

function choiceChances(
  { places, relevance }: Omit<Choices, 'clicks'>,
  { positionDecay, relevanceSlope }: Attention,
): Float64Array {
  const logs = Float64Array.from(places, (place, row) => relevanceSlope * relevance[row] - positionDecay * place)
  const highest = logs.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const weights = logs.map((log) => Math.exp(log - highest))
  const sum = weights.reduce((a, b) => a + b, 0)
  return weights.map((weight) => weight / sum)
}

function dot(chances: Float64Array, values: readonly number[]): number {
  let sum = 0
  for (let row = 0; row < values.length; row++) sum += chances[row] * values[row]
  return sum
}

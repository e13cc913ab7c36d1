/**
 * Estimates how fast attention falls along a list: the n-th position is seen about 1/n^fall as often as the first.
 * Shops differ, so the fall is estimated from the shop's log, by a conditional logit of the clicked position. Relevance
 * is its other variable, because the first products are also better, which explains a part of their clicks.
 */
import type { Candidate, LoggedSearch, Windows } from './logged-search.ts'

export const ATTENTION = {
  /** The usual fall in studies of click logs, which applies until the shop's log shows another one. */
  usual: 0.7,
  /**
   * Weight, in clicks, of the prior that the fall is usual and relevance has no pull: if relevance only repeats the
   * position, clicks cannot distinguish the two.
   */
  prior: 30,
  slowest: 0.3,
  /** With a faster fall, shoppers stop at their first find, and not clicking later products means little. */
  fastest: 1.5,
  rounds: 8,
  /** Maximum weight of a click, so that a single one far down does not outweigh all others. */
  maxWorth: 8,
}

/**
 * Returns the weight of a click: the inverse of the probability that its position is seen, because a click at a
 * position that few see is stronger evidence.
 */
export function worthOfClick(place: number, fall = ATTENTION.usual): number {
  return Math.min(ATTENTION.maxWorth, place ** fall)
}

/** Searches with one query and the same page, with the clicks in each. */
export interface SeenPage {
  query: string
  /** In the order shown, without products that the query does not find any more. */
  products: readonly Candidate[]
  /** The place of each product, counted from 1. */
  places: readonly number[]
  searches: number
  /** One list of indexes into `products` for each search with a click. */
  clicked: (readonly number[])[]
}

/** Groups the searches of the log by query and page. Skips queries without a window. */
export function seenPages(log: readonly LoggedSearch[], windows: Windows): SeenPage[] {
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

/** A shop's position bias, and how much relevance explains clicks. */
export interface Attention {
  fall: number
  /** How much the logarithm of the chance of a click rises per unit of relevance. */
  pull: number
}

export function fitAttention(pages: readonly SeenPage[]): Attention {
  const clickedPages = pages.filter(({ clicked }) => clicked.length > 0).map(choicesOn)
  let found: Attention = { fall: ATTENTION.usual, pull: 0 }
  for (let round = 0; round < ATTENTION.rounds; round++) {
    const step = newtonStep(clickedPages, found)
    const fall = Math.max(ATTENTION.slowest, Math.min(ATTENTION.fastest, found.fall + step.fall))
    found = { fall, pull: found.pull + step.pull }
  }
  return found
}

/** The positions of one page: the logarithm of each, the relevance of its product, and its clicks. */
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

/** Returns the expected clicks on each product of the page in one search, if that product stood first. */
export function expectedIfFirst({ products, places, searches, clicked }: SeenPage, { fall, pull }: Attention) {
  const appeal = products.map(({ relevance }) => Math.exp(pull * relevance))
  const seen = appeal.reduce((sum, one, row) => sum + one / places[row] ** fall, 0)
  const clicks = clicked.reduce((sum, { length }) => sum + length, 0) / searches
  return Float64Array.from(appeal, (one) => (clicks * one) / seen)
}

/** Does one step of Newton's method on the likelihood of the clicks, with a prior on both variables. */
function newtonStep(pages: readonly Choices[], { fall, pull }: Attention): Attention {
  const { usual, prior } = ATTENTION
  const slope = { fall: prior * (usual - fall), pull: -prior * pull }
  const bend = { fall: prior, pull: prior, both: 0 }
  for (const { places, relevance, clicks } of pages) {
    const chances = choiceChances({ places, relevance }, { fall, pull })
    const meanPlace = dot(chances, places)
    const meanRelevance = dot(chances, relevance)
    let all = 0
    for (let row = 0; row < clicks.length; row++) {
      all += clicks[row]
      slope.fall -= clicks[row] * (places[row] - meanPlace)
      slope.pull += clicks[row] * (relevance[row] - meanRelevance)
    }
    for (let row = 0; row < clicks.length; row++) {
      const [place, relevant] = [places[row] - meanPlace, relevance[row] - meanRelevance]
      const weight = all * chances[row]
      bend.fall += weight * place * place
      bend.pull += weight * relevant * relevant
      bend.both -= weight * place * relevant
    }
  }
  const determinant = bend.fall * bend.pull - bend.both ** 2
  return {
    fall: (bend.pull * slope.fall - bend.both * slope.pull) / determinant,
    pull: (bend.fall * slope.pull - bend.both * slope.fall) / determinant,
  }
}

function choiceChances({ places, relevance }: Omit<Choices, 'clicks'>, { fall, pull }: Attention): Float64Array {
  const logs = Float64Array.from(places, (place, row) => pull * relevance[row] - fall * place)
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

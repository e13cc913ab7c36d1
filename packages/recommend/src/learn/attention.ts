/**
 * How fast attention falls along a list: the n-th position is seen about 1/n^fall as often as the first. Shops differ, so
 * the fall is estimated from the shop's log, by a conditional logit of which position of a page was clicked. Relevance is
 * its other variable: what stands first is also better, and that part of its clicks is not due to the position.
 */
import type { Candidate, LoggedSearch, Windows } from './logged-search.ts'

export const ATTENTION = {
  /** The usual fall, on which many studies of click logs agree; it is kept until the log says otherwise. */
  usual: 0.7,
  /** The weight of the usual fall, and of no pull, in clicks: where relevance only repeats the position, the two cannot be told apart. */
  prior: 30,
  slowest: 0.3,
  /** Where clicks fall faster, shoppers stop at their first find, and their silence about what follows says little. */
  fastest: 1.5,
  rounds: 8,
  /** A single click far down must not outweigh all others. */
  maxWorth: 8,
}

/**
 * A click at a position that few look at is stronger evidence than one at the top, so it is weighted by the inverse of
 * the probability of being seen.
 */
export function worthOfClick(place: number, fall = ATTENTION.usual): number {
  return Math.min(ATTENTION.maxWorth, place ** fall)
}

/** Searches of one query that were answered with the same page, and what was clicked in each. */
export interface SeenPage {
  query: string
  window: readonly Candidate[]
  /** Where the page's products stand in the window; -1 if they are no longer found. */
  rows: readonly number[]
  searches: number
  /** One list of positions for each search with a click, counted from 0. */
  clicked: (readonly number[])[]
}

/** Only queries with a window are of use. */
export function seenPages(log: readonly LoggedSearch[], windows: Windows): SeenPage[] {
  const rowsOf = new Map<string, Map<number, number>>()
  const pages = new Map<string, SeenPage>()
  for (const { query, shown, clicked } of log) {
    const window = windows.get(query)
    if (window === undefined) continue
    const known = rowsOf.get(query) ?? new Map(window.map(({ id }, row) => [id, row]))
    rowsOf.set(query, known)
    const key = `${query} ${shown.join()}`
    const rows = () => shown.map((id) => known.get(id) ?? -1)
    const page = pages.get(key) ?? { query, window, rows: rows(), searches: 0, clicked: [] }
    pages.set(key, page)
    page.searches++
    const places = clicked.map((id) => shown.indexOf(id)).filter((place) => place >= 0)
    if (places.length > 0) page.clicked.push(places)
  }
  return [...pages.values()]
}

/** What a shop's shoppers look at and choose, before anything is learned of single products. */
export interface Attention {
  fall: number
  /** How much likelier a click is for one more of relevance, as a logarithm. */
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

function choicesOn({ window, rows, clicked }: SeenPage): Choices {
  const counts = new Float64Array(rows.length)
  for (const place of clicked.flat()) counts[place]++
  const known = rows.flatMap((row, place) =>
    row < 0 ? [] : [{ place: Math.log(place + 1), relevance: window[row].relevance, clicks: counts[place] }],
  )
  return {
    places: known.map(({ place }) => place),
    relevance: known.map(({ relevance }) => relevance),
    clicks: known.map(({ clicks }) => clicks),
  }
}

/**
 * Expected clicks on every product of the window in a search of that page, if it stood first: by its relevance, and by
 * how much the page's shoppers click.
 */
export function expectedIfFirst(page: SeenPage, { fall, pull }: Attention): Float64Array {
  const appeal = Float64Array.from(page.window, ({ relevance }) => Math.exp(pull * relevance))
  let seen = 0
  for (const [place, row] of page.rows.entries()) if (row >= 0) seen += appeal[row] / (place + 1) ** fall
  const clicks = page.clicked.reduce((sum, { length }) => sum + length, 0) / page.searches
  return seen === 0 ? appeal.fill(0) : appeal.map((one) => (clicks * one) / seen)
}

/** One step of Newton's method on the clicks' likelihood, with a prior on both variables. */
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

/**
 * Visitors who come once and mostly leave. Only they take part in the planted experiments. Variants and purchases are
 * spread evenly over them, so that the demo's verdicts are always right.
 */
import type { Random } from '../random.ts'
import { createRandom } from '../random.ts'
import { addToCart, checkOut, choose, search, viewProduct, type Walk } from './walk-visit.ts'
import { homeSections, serveUnseen, showSections } from './show-sections.ts'

export interface PasserBy {
  number: number
  startMs: number
  /** Undefined before the experiments began. */
  variants: Walk['variants']
  searches: boolean
  fillsCart: boolean
  buys: boolean
}

const DAY_MS = 86_400_000
/** The period that reports show. The same number of people pass by in the period before it, so that reports show no sudden growth. */
const PERIOD_DAYS = 30
/** Number of passers-by in each period, per visit of a regular shopper. */
const PER_VISIT = 2.6
/** The planted effect: 14 of 1000 visitors buy, or 25 if the home page opens with trending products. */
const BUYS = { before: 0.0195, picked: 0.014, trending: 0.025 }
/** Number of visitors who fill a cart, per visitor who buys. */
const CARTS_PER_ORDER = 3
/** One of this many visitors searches. In the experiments, it is one of this many couples, each with one visitor of each home variant. */
const SEARCHES_EVERY = 12
/** Golden ratio: the fractional parts of consecutive multiples are spread evenly over 0 to 1. */
const GOLDEN = 0.618_033_988_749_895

export function planPassersBy(seed: string, visits: number, lastMs: number): PasserBy[] {
  const random = createRandom(seed, 'passers-by')
  const count = Math.round(visits * PER_VISIT)
  const begunMs = lastMs - PERIOD_DAYS * DAY_MS
  const before = timesBefore(begunMs, random, count).map((startMs, number) => planned(number, startMs, 'before'))
  const tested = timesBefore(lastMs, random, count).map((startMs, number) => {
    const couple = Math.floor(number / 2)
    const home = number % 2 === 0 ? 'picked' : 'trending'
    const order = Math.floor(couple / SEARCHES_EVERY) % 2 === 0 ? 'a' : 'b'
    return { ...planned(couple, startMs, home), number: count + number, variants: { home, order } as const }
  })
  return [...before, ...tested]
}

function timesBefore(lastMs: number, random: Random, count: number): number[] {
  const times = Array.from({ length: count }, () => Math.floor(lastMs - random.next() * PERIOD_DAYS * DAY_MS))
  return times.sort((a, b) => a - b)
}

function planned(number: number, startMs: number, home: keyof typeof BUYS): PasserBy {
  const searches = number % SEARCHES_EVERY === 0
  // Searchers are spread on their own: otherwise hardly any of them would buy.
  const resolve = ((searches ? number / SEARCHES_EVERY : number) * GOLDEN) % 1
  const [fillsCart, buys] = [resolve < CARTS_PER_ORDER * BUYS[home], resolve < BUYS[home]]
  return { number, startMs, variants: undefined, searches, fillsCart, buys }
}

export function passBy(walk: Walk, { searches, fillsCart, buys }: PasserBy): void {
  const { recorder } = walk
  recorder.open({ type: 'home', path: '/', title: 'Vitrine Living' })
  const [opener] = walk.variants ? homeSections(walk) : []
  // A visitor who searches has also seen the opener; the others leave before reporting anything.
  if (opener && searches) for (const item of showSections(walk, [opener])) viewProduct(walk, item)
  else if (opener) serveUnseen(walk, opener)
  recorder.pause(3, 25)
  const wanted = searches || fillsCart ? choose(walk, walk.demand.assortment.items) : undefined
  if (wanted && searches) search(walk, wanted)
  if (!wanted || !fillsCart) return
  viewProduct(walk, wanted)
  addToCart(walk, wanted)
  if (buys) checkOut(walk)
}

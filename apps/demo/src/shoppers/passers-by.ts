/** Visitors who come once and take part in experiments, whose true effects are known from `BUYS`. */
import type { Random } from '../random.ts'
import { createRandom } from '../random.ts'
import { addToCart, checkOut, choose, search, viewProduct, type Walk } from './walk-visit.ts'
import { homeSections, serveUnseen, showSections } from './show-sections.ts'

export interface PasserBy {
  number: number
  startMs: number
  /** Undefined before the start of the experiments. */
  variants: Walk['variants']
  searches: boolean
  fillsCart: boolean
  buys: boolean
}

const DAY_MS = 86_400_000
/** The period of reports. As many people pass by in the previous period, so that reports show no sudden growth. */
const PERIOD_DAYS = 30
/** Number of passers-by per period and per visit of a regular shopper. */
const PER_VISIT = 2.6
/** Share of buyers: 14 per 1000 visitors, or 25 if the home page begins with trending products. */
const BUYS = { before: 0.0195, picked: 0.014, trending: 0.025 }
const CARTS_PER_ORDER = 3
/** One of this many visitors searches, equally many in both home variants. */
const SEARCHES_EVERY = 12
/** Golden ratio: the fractional parts of its multiples are spread evenly over 0 to 1. */
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
  // Searchers are renumbered, because `GOLDEN` spreads only consecutive numbers evenly.
  const resolve = ((searches ? number / SEARCHES_EVERY : number) * GOLDEN) % 1
  const [fillsCart, buys] = [resolve < CARTS_PER_ORDER * BUYS[home], resolve < BUYS[home]]
  return { number, startMs, variants: undefined, searches, fillsCart, buys }
}

export function passBy(walk: Walk, { searches, fillsCart, buys }: PasserBy): void {
  const { recorder } = walk
  recorder.open({ type: 'home', path: '/', title: 'Vitrine Living' })
  const [opener] = walk.variants ? homeSections(walk) : []
  // Visitors who search have seen the first section. The others leave before the page sends any event.
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

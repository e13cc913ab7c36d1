/**
 * People who come once, see the home page and mostly leave: what an experiment on the home page needs to find a change of a size that
 * shops see. Only they take part in the planted experiments. Who is in which variant and who buys is spread evenly over them and not
 * drawn, so that the demo's verdicts are right whenever it is started.
 */
import type { Random } from '../random.ts'
import { createRandom } from '../random.ts'
import { addToCart, checkOut, choose, search, viewProduct, type Walk } from './walk-visit.ts'
import { homeSections, serveUnseen, showSections } from './show-sections.ts'

export interface PasserBy {
  number: number
  startMs: number
  variants: NonNullable<Walk['variants']>
  searches: boolean
  buys: boolean
}

const DAY_MS = 86_400_000
/** Within the period that reports show. */
const LAST_DAYS = 28
/** How many there are for each visit of a shopper. */
const PER_VISIT = 1.15
/** The planted experiment: 16 of 100 buy, or 20 where the home page opens with what is trending. */
const BUYS = { picked: 0.16, trending: 0.2 }
/** One couple in this many searches; a couple has one visitor in each home variant. */
const SEARCHES_EVERY = 5
/** Its multiples fall evenly over 0 to 1, whatever part of them is looked at. */
const GOLDEN = 0.618_033_988_749_895

export function planPassersBy(seed: string, visits: number, lastMs: number): PasserBy[] {
  const random = createRandom(seed, 'passers-by')
  const times = Array.from({ length: Math.round(visits * PER_VISIT) }, () => timeOf(random, lastMs))
  times.sort((a, b) => a - b)
  return times.map((startMs, number) => {
    const couple = Math.floor(number / 2)
    const home = number % 2 === 0 ? 'picked' : 'trending'
    const order = Math.floor(couple / SEARCHES_EVERY) % 2 === 0 ? 'a' : 'b'
    const searches = couple % SEARCHES_EVERY === 0
    return { number, startMs, variants: { home, order }, searches, buys: (couple * GOLDEN) % 1 < BUYS[home] }
  })
}

function timeOf(random: Random, lastMs: number): number {
  return Math.floor(lastMs - random.next() * LAST_DAYS * DAY_MS)
}

export function passBy(walk: Walk, { searches, buys }: PasserBy): void {
  const { recorder } = walk
  recorder.open({ type: 'home', path: '/', title: 'Vitrine Living' })
  const [opener] = homeSections(walk)
  // Whoever stays to search has also seen what is above; of the others nothing is heard.
  if (opener && searches) for (const item of showSections(walk, [opener])) viewProduct(walk, item)
  else if (opener) serveUnseen(walk, opener)
  recorder.pause(3, 25)
  const wanted = searches || buys ? choose(walk, walk.demand.shelf.items) : undefined
  if (wanted && searches) search(walk, wanted)
  if (!wanted || !buys) return
  viewProduct(walk, wanted)
  addToCart(walk, wanted)
  checkOut(walk)
}

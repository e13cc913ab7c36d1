/**
 * People who come once, see the home page and mostly leave: what an experiment on the home page needs to find a change of a size that
 * shops see. Who buys is spread evenly over them, so that the planted difference is in every history and not only in a lucky one.
 */
import type { Random } from '../random.ts'
import { createRandom } from '../random.ts'
import { addToCart, checkOut, choose, viewProduct, type Walk } from './walk-visit.ts'
import { homeSections, serveUnseen } from './show-sections.ts'

export interface PasserBy {
  number: number
  startMs: number
  variant: 'picked' | 'trending'
  buys: boolean
}

const DAY_MS = 86_400_000
/** Within the period that reports show. */
const LAST_DAYS = 28
/** How many there are for each visit of a shopper. */
const PER_VISIT = 1.15
/** The planted experiment: 16 of 100 buy, or 20 where the home page opens with what is trending. */
const BUYS = { picked: 0.16, trending: 0.2 }
/** Its multiples fall evenly over 0 to 1, whatever part of them is looked at. */
const GOLDEN = 0.618_033_988_749_895

export function planPassersBy(seed: string, visits: number, lastMs: number): PasserBy[] {
  const random = createRandom(seed, 'passers-by')
  const times = Array.from({ length: Math.round(visits * PER_VISIT) }, () => timeOf(random, lastMs))
  times.sort((a, b) => a - b)
  return times.map((startMs, number) => {
    const variant = number % 2 === 0 ? 'picked' : 'trending'
    const place = (Math.floor(number / 2) * GOLDEN) % 1
    return { number, startMs, variant, buys: place < BUYS[variant] }
  })
}

function timeOf(random: Random, lastMs: number): number {
  return Math.floor(lastMs - random.next() * LAST_DAYS * DAY_MS)
}

export function passBy(walk: Walk, { buys }: PasserBy): void {
  const { recorder } = walk
  recorder.open({ type: 'home', path: '/', title: 'Vitrine Living' })
  const [opener] = homeSections(walk)
  if (opener) serveUnseen(walk, opener)
  recorder.pause(3, 25)
  const wanted = buys ? choose(walk, walk.demand.shelf.items) : undefined
  if (!wanted) return
  viewProduct(walk, wanted)
  addToCart(walk, wanted)
  checkOut(walk)
}

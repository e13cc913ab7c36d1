import type { Season } from '../catalog/kind.ts'
import type { PlantedTruth } from './planted-truth.ts'
import type { Assortment, AssortmentItem } from './assortment.ts'
import { liking, type Taste } from './taste.ts'

const DAY_MS = 86_400_000
/** Demand for rising products starts to grow this many days before the end, up to an extra weight of `RISE_WEIGHT`. */
const RISE_DAYS = 9
const RISE_WEIGHT = 26
/** Products of a pair are in more demand, so that models see enough orders with both. */
const PAIR_FACTOR = 3.2

export interface Demand {
  assortment: Assortment
  truth: PlantedTruth
  /** The other product of the pair; undefined before it is on sale. */
  partnerOf(id: number, atMs: number): AssortmentItem | undefined
  /** Zero before the product is on sale. */
  weight(item: AssortmentItem, taste: Taste, atMs: number): number
}

export function createDemand(assortment: Assortment, truth: PlantedTruth, endMs: number): Demand {
  const rising = new Set(truth.rising)
  const partners = new Map(
    truth.pairs.flatMap(
      ({ first, second }) =>
        [
          [first, second],
          [second, first],
        ] as const,
    ),
  )
  return {
    assortment,
    truth,
    partnerOf(id, atMs) {
      const partner = assortment.byId.get(partners.get(id) ?? -1)
      return partner && partner.publishedMs <= atMs ? partner : undefined
    },
    weight(item, taste, atMs) {
      if (item.publishedMs > atMs) return 0
      const share = rising.has(item.id) ? Math.max(0, 1 - (endMs - atMs) / (RISE_DAYS * DAY_MS)) : 0
      const paired = partners.has(item.id) ? PAIR_FACTOR : 1
      return item.appeal * paired * liking(taste, item.facts) * inSeason(item, atMs) + RISE_WEIGHT * share ** 1.5
    },
  }
}

function inSeason(item: AssortmentItem, atMs: number): number {
  if (item.seasons.length === 0) return 1
  return item.seasons.includes(seasonOf(atMs)) ? 1.7 : 0.6
}

export function seasonOf(atMs: number): Season {
  const month = new Date(atMs).getUTCMonth()
  if (month < 2 || month === 11) return 'winter'
  if (month < 5) return 'spring'
  return month < 8 ? 'summer' : 'autumn'
}

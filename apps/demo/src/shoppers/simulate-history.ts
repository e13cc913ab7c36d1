import type { PastServe } from '@vitrine/server/plugin'
import type { CatalogItem } from '../catalog/create-catalog.ts'
import { createRandom, type Random } from '../random.ts'
import { createDemand, type Demand } from './demand.ts'
import { passBy, type PasserBy, planPassersBy } from './passers-by.ts'
import { type PlantedTruth, plantTruth } from './planted-truth.ts'
import { createAssortment } from './assortment.ts'
import { choicesOf, createShopper, createShoppers, type Device, type Shopper } from './shopper.ts'
import type { TasteChoices } from './taste.ts'
import { type SentEvent, VisitRecorder } from './visit-recorder.ts'
import { type Memory, walkVisit } from './walk-visit.ts'

export interface HistoryOptions {
  seed: string
  catalog: readonly CatalogItem[]
  /** Derived from the seed by default. */
  truth?: PlantedTruth
  /** Visits end shortly before this time. */
  endMs: number
  days: number
  visits: number
  origin: string
  /** Ids for `collection_viewed` events. */
  collections?: readonly { id: number | string; handle: string }[]
  /** Called for each answer, before its events. Without it, visits have no recommendations and no experiments. */
  onServe?: (serve: PastServe) => void
}

const DAY_MS = 86_400_000
/** The last visits start this long before the end, because every visit must end by then. */
const LAST_START_MS = 45 * 60_000
const VISITS_PER_SHOPPER = 3.2
const FIRST_ORDER_ID = 5_600_000_000_000

/** Yields events visit by visit, ordered by the start of the visit. */
export function* simulateHistory(options: HistoryOptions): Generator<SentEvent> {
  const { seed, catalog, endMs, origin } = options
  const assortment = createAssortment(catalog)
  const truth = options.truth ?? plantTruth(seed, catalog)
  const demand = createDemand(assortment, truth, endMs)
  const shoppers = createShoppers(seed, { assortment, truth, count: Math.ceil(options.visits / VISITS_PER_SHOPPER) })
  const memories = shoppers.map((): Memory => ({ cart: [], usedUp: new Map(), hasOrdered: false }))
  const collections = new Map(options.collections?.map(({ id, handle }) => [handle, id]))
  let orders = 0
  const nextOrderId = (): string => String(FIRST_ORDER_ID + ++orders * 1024)
  const visits = schedule(createRandom(seed, 'schedule'), shoppers, options)
  // Without serves, there are no experiments, so no passers-by are needed.
  const passersBy = options.onServe ? planPassersBy(seed, options.visits, endMs - LAST_START_MS) : []
  const world: World = { ...options, demand, choices: choicesOf(assortment, truth), nextOrderId }
  for (const [number, { shopper, startMs }] of visits.entries()) {
    while (passersBy[0] && passersBy[0].startMs <= startMs) yield* passingBy(world, passersBy.shift()!)
    const random = createRandom(seed, 'visit', number)
    const memory = memories[shopper.number]!
    const device = random.pick(shopper.devices)
    // Customers who have ordered usually sign in, which links their devices.
    const loggedIn = shopper.customerId !== undefined && random.chance(memory.hasOrdered ? 0.8 : 0.25)
    const recorder = new VisitRecorder({ shopper, device, random, startMs, origin, loggedIn })
    walkVisit({
      demand,
      shopper,
      memory,
      random,
      recorder,
      nextOrderId,
      collectionIdOf: (handle) => collections.get(handle),
      isServed: options.onServe !== undefined,
    })
    for (const serve of recorder.serves) options.onServe?.(serve)
    yield* recorder.events
  }
  for (const one of passersBy) yield* passingBy(world, one)
}

interface World extends HistoryOptions {
  demand: Demand
  choices: TasteChoices
  nextOrderId: () => string
}

const FIRST_PASSER_BY = 1_000_000

function passingBy({ seed, origin, demand, choices, nextOrderId, onServe }: World, one: PasserBy): SentEvent[] {
  const random = createRandom(seed, 'passer-by', one.number)
  const shopper = { ...createShopper(seed, FIRST_PASSER_BY + one.number, choices), declinesAnalytics: false }
  const [device] = shopper.devices as [Device]
  const recorder = new VisitRecorder({ shopper, device, random, startMs: one.startMs, origin, loggedIn: false })
  const memory: Memory = { cart: [], usedUp: new Map(), hasOrdered: false }
  const { variants } = one
  const walk = { demand, shopper, memory, random, recorder, nextOrderId, collectionIdOf: () => undefined, variants }
  passBy({ ...walk, isServed: true }, one)
  for (const serve of recorder.serves) onServe?.(serve)
  return recorder.events
}

interface PlannedVisit {
  shopper: Shopper
  startMs: number
}

function schedule(random: Random, shoppers: readonly Shopper[], options: HistoryOptions): PlannedVisit[] {
  const { endMs, days, visits } = options
  const lastMs = endMs - LAST_START_MS
  return Array.from({ length: visits }, () => ({
    shopper: random.weighted(shoppers, (shopper) => shopper.activity),
    startMs: pickTime(random, lastMs, days),
  })).sort((a, b) => a.startMs - b.startMs)
}

/** Visits are spread as if the history ended at this time, so that every day of creation gives the same figures. */
const CLOCK_END_MS = Date.UTC(2026, 4, 20, 11, 15)
const HOURLY = [2, 1, 1, 1, 1, 2, 4, 6, 7, 8, 8, 9, 10, 9, 8, 8, 9, 10, 12, 14, 15, 13, 9, 5]
const BUSIEST = 15 * 1.3

function pickTime(random: Random, lastMs: number, days: number): number {
  for (;;) {
    const ageShare = random.next()
    const ageMs = Math.floor(ageShare * days * DAY_MS)
    const time = new Date(CLOCK_END_MS - ageMs)
    const weekend = time.getUTCDay() % 6 === 0 ? 1.3 : 1
    if (random.next() * BUSIEST < HOURLY[time.getUTCHours()]! * weekend) return lastMs - ageMs
  }
}

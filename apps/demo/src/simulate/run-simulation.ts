import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { DEMO_ORIGIN, DEMO_SEED, DEMO_SHOP, type HistoryAnswer } from '@vitrine/contract'
import type { CommandTools } from '@vitrine/server/plugin'
import { createCatalog } from '../catalog/create-catalog.ts'
import { demoConfig } from '../config/demo-config.ts'
import { plantTruth } from '../shoppers/planted-truth.ts'
import { stockShelf } from '../shoppers/shelf.ts'
import { createShopper, createShoppers, type Shopper } from '../shoppers/shopper.ts'
import { simulateHistory } from '../shoppers/simulate-history.ts'
import { LiveShop } from './live-shop.ts'
import { type SimulationResult, simulateLive } from './live-simulation.ts'
import { surveyShop, type Survey } from './survey-shop.ts'

export interface SimulateOptions {
  json?: boolean
  live?: true
  url: string
  shop: string
  key: string
  adminKey: string
  visits?: number
  rate: number
  seconds: number
  atOnce: number
  days: number
  seed: string
}

const SHOPPERS = 750

export async function runSimulation(options: SimulateOptions, tools: CommandTools): Promise<void> {
  await (options.live ? runLive(options, tools) : addHistory(options, tools))
}

async function runLive(options: SimulateOptions, { print, refuse }: CommandTools): Promise<void> {
  const shop = new LiveShop({ url: options.url, shop: options.shop, key: options.key })
  const survey = await surveyShop(shop)
  if (survey.choices.productTypes.length === 0) refuse(`nothing is sold at ${options.shop}: ${failuresOf(shop)}`)
  const deps = { shop, survey, clock: Date.now, newId: randomUUID }
  const { seed, rate, seconds, atOnce, visits = 50 } = options
  const shoppers = shoppersOf(options.shop, survey)
  const result = await simulateLive(deps, { shoppers, seed, visits, rate, seconds, atOnce })
  print(options, ...liveReport(result, shop))
  if (shop.failures.size === 0) return
  console.error(`not answered with 200: ${failuresOf(shop)}`)
  process.exitCode = 2
}

function liveReport(result: SimulationResult, shop: LiveShop): [object, string[]] {
  const times = shop.timesMs.sort((a, b) => a - b)
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0
  const { visits, seconds, searches, searchClicks, sectionClicks, cartAdds, orders, events } = result
  const value = {
    visits,
    seconds,
    searches,
    search_clicks: searchClicks,
    section_clicks: sectionClicks,
    cart_adds: cartAdds,
    orders,
    events,
    requests: times.length,
    p50_ms: at(0.5),
    p95_ms: at(0.95),
    failures: Object.fromEntries(shop.failures),
  }
  const lines = [
    `${visits} visits in ${seconds.toFixed(1)} s: ${searches} searches, ${searchClicks} clicks on results, ${sectionClicks} on sections, ${cartAdds} put in the cart, ${orders} orders; ${events} events sent`,
    `${times.length} requests, half within ${at(0.5).toFixed(1)} ms, 95 % within ${at(0.95).toFixed(1)} ms`,
  ]
  return [value, lines]
}

/** The demo shop is visited by the same people as in its history; any other shop by people whose tastes suit its catalog. */
function shoppersOf(shop: string, survey: Survey): Shopper[] {
  if (shop !== DEMO_SHOP)
    return Array.from({ length: SHOPPERS }, (_, number) => createShopper(shop, number, survey.choices))
  const catalog = createCatalog(DEMO_SEED, Date.now())
  return createShoppers(DEMO_SEED, {
    shelf: stockShelf(catalog),
    truth: plantTruth(DEMO_SEED, catalog),
    count: SHOPPERS,
  })
}

function failuresOf(shop: LiveShop): string {
  return (
    [...shop.failures].map(([what, count]) => `${count} × ${what}`).join(', ') ||
    'the server answered, but with no products'
  )
}

async function addHistory(options: SimulateOptions, { print, refuse }: CommandTools): Promise<void> {
  const { url, days, visits = 1000, seed } = options
  if (options.shop !== DEMO_SHOP)
    refuse(`past visits are simulated for ${DEMO_SHOP} alone; other shops can be visited with --live`)
  const response = await fetch(`${url.replace(/\/+$/, '')}/api/admin/v1/shops/${DEMO_SHOP}/events/bulk`, {
    method: 'POST',
    headers: { authorization: `Bearer ${options.adminKey}`, 'content-type': 'application/x-ndjson' },
    body: Readable.from(pastVisits({ seed, days, visits })),
    duplex: 'half',
  } as unknown as RequestInit).catch(() =>
    refuse(`${url} does not answer: start the server, or name another with --url`),
  )
  const text = await response.text()
  if (!response.ok) refuse(`${url} answered ${response.status}: ${text}`)
  const { accepted, duplicates } = JSON.parse(text) as HistoryAnswer
  print(
    options,
    { visits, days, accepted, duplicates },
    `${visits} visits over ${days} days: ${accepted} events stored, ${duplicates} were there already`,
  )
}

/** Another seed changes the shoppers and visits, but not the demo shop's products, pairs and trends. */
function* pastVisits(plan: { seed: string; days: number; visits: number }): Generator<string> {
  const endMs = Date.now()
  const catalog = createCatalog(DEMO_SEED, endMs)
  const { collections } = demoConfig(catalog, endMs)
  const truth = plantTruth(DEMO_SEED, catalog)
  const events = simulateHistory({ ...plan, catalog, truth, endMs, origin: DEMO_ORIGIN, collections })
  for (const event of events) yield `${JSON.stringify(event)}\n`
}

import { createCatalog, createShopper, createShoppers, plantTruth, type Shopper, stockShelf } from '@vitrine/demo'
import { newId } from '../../new-id.ts'
import { readConfig } from '../../config.ts'
import { Refusal } from '../../features/errors.ts'
import { DEMO_SEED, DEMO_SHOP } from '../../features/shops/demo-identity.ts'
import { type OutputOptions, print } from '../output.ts'
import { sendHistory, writeHistory } from './demo-history.ts'
import { LiveShop } from './live-shop.ts'
import { type SimulationResult, simulateLive } from './live-simulation.ts'
import { surveyShop, type Survey } from './survey-shop.ts'

export interface SimulateOptions extends OutputOptions {
  live?: true
  url: string | undefined
  data?: string
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

export async function runSimulation(options: SimulateOptions): Promise<void> {
  await (options.live ? runLive(options) : addHistory(options))
}

async function runLive(options: SimulateOptions): Promise<void> {
  const shop = new LiveShop({ url: options.url!, shop: options.shop, key: options.key })
  const survey = await surveyShop(shop)
  if (survey.choices.productTypes.length === 0)
    throw new Refusal(400, `nothing is sold at ${options.shop}: ${failuresOf(shop)}`)
  const deps = { shop, survey, clock: Date.now, newId }
  const { seed, rate, seconds, atOnce, visits = 50 } = options
  const shoppers = shoppersOf(options.shop, survey)
  const result = await simulateLive(deps, { shoppers, seed, visits, rate, seconds, atOnce })
  printLive(options, result, shop)
  if (shop.failures.size === 0) return
  console.error(`not answered with 200: ${failuresOf(shop)}`)
  process.exitCode = 2
}

function printLive(options: OutputOptions, result: SimulationResult, shop: LiveShop): void {
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
  print(options, value, [
    `${visits} visits in ${seconds.toFixed(1)} s: ${searches} searches, ${searchClicks} clicks on results, ${sectionClicks} on sections, ${cartAdds} put in the cart, ${orders} orders; ${events} events sent`,
    `${times.length} requests, half within ${at(0.5).toFixed(1)} ms, 95 % within ${at(0.95).toFixed(1)} ms`,
  ])
}

/** The demo shop is visited by the people of its history; another shop by people made for what it sells. */
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

async function addHistory(options: SimulateOptions): Promise<void> {
  if (options.shop !== DEMO_SHOP)
    throw new Refusal(400, `past visits are simulated for ${DEMO_SHOP} alone; other shops can be visited with --live`)
  const plan = { seed: options.seed, days: options.days, visits: options.visits ?? 1000, nowMs: Date.now() }
  const written =
    options.url === undefined
      ? await writeHistory(options.data ?? readConfig(process.env).dataFolder, plan)
      : await sendHistory({ url: options.url, adminKey: options.adminKey }, plan)
  const { visits, days } = plan
  print(
    options,
    { visits, days, ...written },
    `${visits} visits over ${days} days: ${written.accepted} events stored, ${written.duplicates} were there already`,
  )
}

import { createCatalog, createShopper, createShoppers, plantTruth, type Shopper, stockShelf } from '@vitrine/demo'
import { Command, InvalidArgumentError, Option } from 'commander'
import { uuidv7 } from 'uuidv7'
import { readConfig } from '../../config.ts'
import { DEMO_ADMIN_KEY, DEMO_SEED, DEMO_SHOP, DEMO_STOREFRONT_KEY } from '../../features/demo/demo-identity.ts'
import { Refusal } from '../../features/errors.ts'
import { sendHistory, writeHistory } from '../simulate/demo-history.ts'
import { LiveShop } from '../simulate/live-shop.ts'
import { simulateLive } from '../simulate/live-simulation.ts'
import { surveyShop, type Survey } from '../simulate/survey-shop.ts'

interface SimulateOptions {
  live?: true
  url?: string
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

const DEFAULT_URL = 'http://127.0.0.1:4000'
const SHOPPERS = 750

export function simulateCommand(): Command {
  return new Command('simulate')
    .description('send simulated shoppers: past visits in bulk, or with --live through the public API as it answers')
    .option('--live', 'shoppers who search, click, buy, and report it, against a running server')
    .addOption(
      new Option('--url <url>', `a running server; with --live ${DEFAULT_URL} unless given`).env('VITRINE_URL'),
    )
    .addOption(
      new Option('--data <folder>', 'data folder for past visits, when no server runs on it').env('VITRINE_DATA'),
    )
    .option('--shop <domain>', 'the shop to visit', DEMO_SHOP)
    .option('--key <key>', 'its storefront key, for --live', DEMO_STOREFRONT_KEY)
    .addOption(
      new Option('--admin-key <key>', 'admin key for past visits with --url')
        .env('VITRINE_ADMIN_KEY')
        .default(DEMO_ADMIN_KEY),
    )
    .option('--visits <count>', 'how many (live 50, past 1000)', wholeNumber)
    .option('--rate <visits>', 'live visits that begin per second; 0 is as fast as they go', decimal, 2)
    .option('--seconds <count>', 'stop a live run after this long', decimal, 600)
    .option('--at-once <count>', 'live visits under way at a time', wholeNumber, 4)
    .option('--days <count>', 'how far past visits go back', wholeNumber, 60)
    .option('--seed <text>', 'another seed, other visits', String(Date.now()))
    .action((options: SimulateOptions) => (options.live ? runLive(options) : addHistory(options)))
}

async function runLive(options: SimulateOptions): Promise<void> {
  const shop = new LiveShop({ url: options.url ?? DEFAULT_URL, shop: options.shop, key: options.key })
  const survey = await surveyShop(shop)
  if (survey.choices.productTypes.length === 0)
    throw new Refusal(400, `nothing is sold at ${options.shop}: ${failuresOf(shop)}`)
  const deps = { shop, survey, clock: Date.now, newId: uuidv7 }
  const { seed, rate, seconds, atOnce, visits = 50 } = options
  const shoppers = shoppersOf(options.shop, survey)
  const result = await simulateLive(deps, { shoppers, seed, visits, rate, seconds, atOnce })
  const times = shop.timesMs.sort((a, b) => a - b)
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
  console.log(
    `${result.visits} visits in ${result.seconds.toFixed(1)} s: ${result.searches} searches, ${result.searchClicks} clicks on results, ${result.sectionClicks} on sections, ${result.cartAdds} put in the cart, ${result.orders} orders; ${result.events} events sent`,
  )
  console.log(`${times.length} requests, half within ${at(0.5)} ms, 95 % within ${at(0.95)} ms`)
  if (shop.failures.size === 0) return
  console.error(`not answered with 200: ${failuresOf(shop)}`)
  process.exitCode = 2
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
  console.log(
    `${plan.visits} visits over ${plan.days} days: ${written.accepted} events stored, ${written.duplicates} were there already`,
  )
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('must be a whole number above 0.')
  return Number(text)
}

function decimal(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('must be a number, 0 or more.')
  return Number(text)
}

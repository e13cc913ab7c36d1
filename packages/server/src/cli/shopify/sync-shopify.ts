/** Syncs settings, publications, markets, products and webhooks of a Shopify shop. It can be run again at any time. */
import { type MarketConfig, readPlatformId, type ShopConfigInput, WEBHOOK_TOPICS } from '@vitrine/contract'
import { Refusal } from '../../features/errors.ts'
import type { AdminTarget } from '../target/admin-target.ts'
import { type AdminApi, readAll, ShopifyTrouble } from './admin-graphql.ts'
import { assembleProducts } from './assemble-products.ts'
import { type OperationMemory, runBulkOperation } from './bulk-operation.ts'
import * as documents from './documents.ts'
import { numberText, type Places, priceListOf, type Publication, soldAt } from './places.ts'

export interface SyncDeps {
  api: AdminApi
  target: AdminTarget
  memory: OperationMemory
  say(line: string): void
}

export interface SyncRequest {
  shop: string
  /** Public URL of this server for webhook subscriptions; null subscribes to none. */
  webhookOrigin: string | null
  maxRemovedShare: number
}

export interface SyncReport {
  created: number
  updated: number
  unchanged: number
  rejected: number
  removed: number
  /** Products that the platform no longer has, but that were kept because too many would be removed at once. */
  keptBack: number
  webhooksAdded: number
  faults: { line: number; error: string }[]
}

interface ShopFacts {
  shop: { name: string; currencyCode: string; ianaTimezone: string }
  shopLocales: { locale: string; primary: boolean; published: boolean }[]
}

interface Market {
  id: string
  handle: string
  name: string
  currencySettings: { baseCurrency: { currencyCode: string; manualRate: string | null } } | null
}

export async function syncShopify(deps: SyncDeps, request: SyncRequest): Promise<SyncReport> {
  const { api, target, say } = deps
  const facts = await api.ask<ShopFacts>(documents.SHOP_QUERY)
  const publications = new Map((await readAll<Publication>(api, documents.PUBLICATIONS_QUERY, 'publications')).map((one) => [one.id, one])) // biome-ignore format: one line reads better
  const markets = await readAll<Market>(api, documents.MARKETS_QUERY, 'markets')
  await saveSettings(deps, request.shop, { facts, publications: [...publications.values()], markets })
  say(`${facts.shop.name}: ${publications.size} publications, ${markets.length} markets`)
  for (const { id, name } of markets) {
    const fixed = priceListOf([...publications.values()], id)?.fixedPricesCount ?? 0
    if (fixed > 0) say(`${name}: ${fixed} variants have fixed prices, which are not imported; the market's percentage applies to them`) // biome-ignore format: one line reads better
  }
  const places = await readPlaces(deps)
  const locales = facts.shopLocales.filter((one) => one.published && !one.primary).map(({ locale }) => locale)
  const marketIds = markets.map(({ id }) => id)
  const placesOf = (id: string) => {
    const at = places.get(id)
    return at && { collections: at.collections, ...soldAt(at, publications, marketIds) }
  }
  const seen = new Set<number | string>()
  const report = await importAll(deps, request.shop, { locales, placesOf, seen })
  const removal = await removeAbsent(target, request, seen)
  const webhooksAdded = request.webhookOrigin === null ? 0 : await subscribe(api, request.webhookOrigin)
  return { ...report, ...removal, webhooksAdded }
}

interface Settings {
  facts: ShopFacts
  publications: Publication[]
  markets: Market[]
}

/** Keeps what the merchant configured, and takes the rest from the platform. */
async function saveSettings({ api, target }: SyncDeps, shop: string, { facts, publications, markets }: Settings) {
  const primary = facts.shopLocales.find((one) => one.primary)?.locale ?? 'en'
  const { name, currencyCode: currency, ianaTimezone: timezone } = facts.shop
  await target.saveShop(shop, { name, currency, timezone, primary_locale: primary })
  const config = (await target.getConfig(shop)) as ShopConfigInput
  const collections = await readAll<PlatformCollection>(api, documents.COLLECTIONS_QUERY, 'collections')
  const known = new Map((config.collections ?? []).map((one) => [String(readPlatformId(one.id)), one]))
  const channels = publications.filter(({ catalog }) => (catalog?.__typename ?? 'AppCatalog') === 'AppCatalog')
  await target.replaceConfig(shop, {
    ...config,
    publications: channels.map(({ id, catalog }) => ({
      id: numberText(id),
      name: catalog?.title || 'Channel',
      ...(catalog?.apps?.nodes.some(({ handle }) => handle === 'online_store') ? { is_online_store: true } : {}),
    })),
    markets: markets.map((market) => toMarket(market, priceListOf(publications, market.id), config)),
    currency_rates: { ...config.currency_rates, ...Object.fromEntries(markets.flatMap(rateOf)) },
    collections: collections.map((one) => ({ ...known.get(numberText(one.id)), ...toCollection(one) })),
  })
}

/** Keeps the languages that the merchant set for the market. */
function toMarket(
  { id: gid, handle, name, currencySettings }: Market,
  priceList: ReturnType<typeof priceListOf>,
  config: ShopConfigInput,
): MarketConfig {
  const id = Number(numberText(gid))
  const locales = config.markets?.find((one) => one.id === id)?.locales
  const { type, value } = priceList?.parent?.adjustment ?? { type: 'PERCENTAGE_INCREASE', value: 0 }
  return {
    id,
    handle,
    name,
    currency: currencySettings?.baseCurrency.currencyCode ?? config.shop?.currency ?? 'USD',
    price_adjustment_percent: type === 'PERCENTAGE_DECREASE' ? -value : value,
    ...(locales ? { locales } : {}),
  }
}

/** Returns the exchange rate that the merchant entered, if any. The platform does not report the rates that it sets itself. */
function rateOf({ currencySettings }: Market): [string, number][] {
  const { currencyCode, manualRate } = currencySettings?.baseCurrency ?? {}
  return currencyCode && manualRate ? [[currencyCode, Number(manualRate)]] : []
}

interface PlatformCollection {
  id: string
  handle: string
  title: string
  descriptionHtml: string
  ruleSet: { appliedDisjunctively: boolean; rules: { column: string; relation: string; condition: string }[] } | null
}

/** Converts a collection. If a rule uses an unsupported column, the platform's list of members replaces the rules. */
function toCollection({ id, handle, title, descriptionHtml, ruleSet }: PlatformCollection) {
  const rules = (ruleSet?.rules ?? []).map(({ column, relation, condition }) => ({
    column: column.toLowerCase(),
    relation: relation.toLowerCase(),
    condition,
  }))
  const isKnown = rules.length > 0 && rules.every(({ column }) => RULE_COLUMNS.has(column))
  return {
    id: Number(numberText(id)),
    handle,
    title,
    description: descriptionHtml,
    ...(isKnown ? { rules, disjunctive: ruleSet?.appliedDisjunctively ?? false } : {}),
  }
}

const RULE_COLUMNS: ReadonlySet<string> = new Set([
  'title',
  'type',
  'vendor',
  'tag',
  'variant_price',
  'variant_compare_at_price',
  'variant_inventory',
  'variant_title',
])

async function readPlaces(deps: SyncDeps): Promise<Map<string, Places>> {
  const places = new Map<string, Places>()
  const of = (id: string) => places.get(id) ?? places.set(id, { collections: [], publications: [] }).get(id)!
  const query = { purpose: 'places', query: documents.PLACES_OPERATION }
  await runBulkOperation({ ...deps, onProgress: progressOf(deps) }, query, async (lines) => {
    places.clear()
    for await (const { id, handle, publication, isPublished, __parentId } of lines) {
      if (__parentId === undefined) of(String(id))
      else if (typeof handle === 'string') of(String(__parentId)).collections.push(handle)
      else if (isPublished === true) of(String(__parentId)).publications.push((publication as { id: string }).id)
    }
  })
  return places
}

function progressOf({ say }: SyncDeps) {
  let last = ''
  return (purpose: string, objects: number, status: string) => {
    const line = `${purpose}: ${status.toLowerCase()}, ${objects} objects`
    if (line !== last) say(line)
    last = line
  }
}

type Imported = Pick<SyncReport, 'created' | 'updated' | 'unchanged' | 'rejected' | 'faults'>

async function importAll(
  deps: SyncDeps,
  shop: string,
  { locales, placesOf, seen }: Parameters<typeof assembleProducts>[1] & { seen: Set<number | string> },
): Promise<Imported> {
  let report: Imported = { created: 0, updated: 0, unchanged: 0, rejected: 0, faults: [] }
  const query = { purpose: 'products', query: documents.productsOperation(locales) }
  await runBulkOperation({ ...deps, onProgress: progressOf(deps) }, query, async (lines) => {
    let cut: unknown
    const bytes = async function* () {
      try {
        for await (const product of assembleProducts(lines, { locales, placesOf })) {
          seen.add(readPlatformId(product.id) ?? '')
          yield Buffer.from(`${JSON.stringify(product)}\n`)
        }
      } catch (error) {
        cut = error
      }
    }
    report = await deps.target.importProducts(shop, bytes(), { name: 'Shopify' })
    if (cut !== undefined) throw cut
  })
  return report
}

async function removeAbsent(
  target: AdminTarget,
  { shop, maxRemovedShare }: SyncRequest,
  seen: ReadonlySet<number | string>,
) {
  const absent: number[] = []
  let all = 0
  for await (const { id, external_id } of target.products(shop)) {
    all++
    if (!seen.has(external_id ?? id)) absent.push(id)
  }
  if (absent.length > all * maxRemovedShare) return { removed: 0, keptBack: absent.length }
  await target.deleteProducts(shop, absent)
  return { removed: absent.length, keptBack: 0 }
}

async function subscribe(api: AdminApi, origin: string): Promise<number> {
  const uri = `${origin.replace(/\/+$/, '')}/webhooks/shopify`
  if (!uri.startsWith('https://')) throw new Refusal(400, `webhooks need an https address, not ${origin}`)
  const known = await readAll<{ topic: string; uri: string }>(api, documents.WEBHOOKS_QUERY, 'webhookSubscriptions')
  const missing = WEBHOOK_TOPICS.map(documents.topicName).filter(
    (topic) => !known.some((one) => one.topic === topic && one.uri === uri),
  )
  for (const topic of missing) {
    const { webhookSubscriptionCreate: made } = await api.ask<{
      webhookSubscriptionCreate: { userErrors: { message: string }[] }
    }>(documents.CREATE_WEBHOOK, { topic, uri })
    const [error] = made.userErrors
    if (error) throw new ShopifyTrouble(`the webhook ${topic} was not subscribed: ${error.message}`)
  }
  return missing.length
}

/** `node measure-start.ts fill FOLDER PRODUCTS` fills a store; `open FOLDER` opens it and measures the start. */
import { join } from 'node:path'
import { completeConfig } from '@vitrine/contract'
import { DEFAULT_TEXT_SETTINGS, type SearchRequest, SHOP_PRICES } from '@vitrine/engine'
import { sampleProduct } from '../../packages/server/src/ports/record-store/sample-product.ts'
import { sqliteRecordStore } from '../../packages/server/src/ports/record-store/sqlite.ts'
import { inProcessSearchIndex } from '../../packages/server/src/ports/search-index/in-process.ts'
import { percentile } from '../bench.ts'
import { generateCatalog } from '../search/generate-catalog.ts'

export interface Start {
  /** Time from opening the store until the shop can be searched. */
  openMs: number
  cpuMs: number
  firstSearchMs: number
  found: number
  searchMs: { median: number; slowest: number }
  residentMib: number
  peakMib: number
}

const SHOP = 'bench.example'
const BATCH = 1000
const SEARCHES = 40

const QUERY = 'leather for women'
const REQUEST: SearchRequest = {
  visibility: { terms: [], inStockOnly: false, hidden: [], nowMs: Date.now() },
  selections: [],
  facets: [],
  prices: SHOP_PRICES,
  sort: 'relevance',
  offset: 0,
  limit: 20,
  outOfStockLast: true,
}

const [what, folder, count] = process.argv.slice(2)
const records = sqliteRecordStore({ path: join(folder!, 'records.db') })
console.log(JSON.stringify(what === 'fill' ? await fill(Number(count)) : await open()))
await records.close()

async function fill(products: number): Promise<object> {
  await records.putShop(SHOP, completeConfig({}))
  let batch = []
  let id = 0
  for (const { title, productType, vendor, tags, description, skus, price } of generateCatalog(products)) {
    id++
    const plain = sampleProduct(id)
    const variants = skus.map((sku, i) => ({ ...plain.variants[0]!, id: id * 100 + i, sku, price: price ?? 1 }))
    const bodyHtml = `<p>${description}</p>`
    batch.push({ ...plain, title, productType, vendor, tags: [...tags], bodyHtml, variants })
    if (batch.length < BATCH && id < products) continue
    await records.putProducts(SHOP, batch)
    batch = []
  }
  return { products: id }
}

async function open(): Promise<Start> {
  const shop = (await records.getShop(SHOP))!
  const silent = () => {}
  const index = inProcessSearchIndex({ records, folder: folder!, log: { info: silent, warn: silent, error: silent } })
  const begunMs = performance.now()
  const begunCpu = process.cpuUsage()
  await index.open(shop)
  const openMs = performance.now() - begunMs
  const { user, system } = process.cpuUsage(begunCpu)
  const search = async (text: string) => {
    const askedMs = performance.now()
    const parsed = await index.parse(shop, { text, locale: 'en' })
    const query = { parsed, prefixLast: false, settings: DEFAULT_TEXT_SETTINGS }
    const { total } = await index.search(shop, { ...REQUEST, query })
    return { total, tookMs: performance.now() - askedMs }
  }
  const first = await search(QUERY)
  const times: number[] = []
  for (const { title } of generateCatalog(SEARCHES)) times.push((await search(title)).tookMs)
  const residentMib = Math.round(process.memoryUsage.rss() / 2 ** 20)
  await index.close()
  const peakMib = Math.round(process.resourceUsage().maxRSS / 2 ** 10)
  const searchMs = { median: percentile(times, 0.5), slowest: Math.max(...times) }
  const opened = { openMs, cpuMs: (user + system) / 1000, firstSearchMs: first.tookMs, found: first.total }
  return { ...opened, searchMs, residentMib, peakMib }
}

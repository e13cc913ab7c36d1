/** Runs the demo shop or a generated shop in a process of its own, and reports its CPU time. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SHOP_PRICES } from '../../packages/engine/src/columns/price-conversion.ts'
import { compose } from '../../packages/server/src/compose/compose.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { generateCatalog } from '../search/generate-catalog.ts'
import { makeQueries } from '../search/queries.ts'
import { freshQueries } from './fresh-queries.ts'
import type { ShopUnderLoad } from './workloads.ts'

const ADMIN_KEY = `vak_${'B'.repeat(32)}`
const DEMO = { shop: 'demo-shop.myshopify.com', key: `vsk_demo${'0'.repeat(28)}` }
const DEMO_QUERIES =
  'sofa;blue sofa;velvet armchair;oak table;desk lamp;linen shirt;wool jumper;running shoes;leather bag;floor lamp;bath towel;coffee mug;white bookcase;summer dress;throw pillow;black jeans'
const DEMO_COLORS = 'red blue green black white grey brown beige pink yellow navy teal'.split(' ')
const DEMO_MATERIALS =
  'oak wool linen cotton leather velvet steel glass ceramic bamboo rattan marble silk denim walnut brass'.split(' ')
const DEMO_THINGS =
  'sofa table lamp shirt dress shoes bag mug towel pillow chair jumper jeans bookcase vase rug desk coat bowl bed'.split(
    ' ',
  )
const PER_REQUEST = 500
const FRESH_QUERIES = 5000

const products = Number(process.argv[2])
const embedder = process.argv[3] ?? 'none'
const data = process.argv[4] ?? mkdtempSync(join(tmpdir(), 'vitrine-serve-'))
const vitrine = await compose(
  readConfig({
    PORT: '0',
    VITRINE_DATA: data,
    VITRINE_DEMO: products === 0 ? 'on' : 'off',
    VITRINE_ADMIN_KEY: ADMIN_KEY,
    VITRINE_EMBEDDER: embedder,
    VITRINE_RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
  }),
)
const url = await vitrine.app.server.listen({ port: 0, host: '127.0.0.1' })
await vitrine.start()
const target = products === 0 ? await openDemo() : await createShop(products)
type IndexRequest = Parameters<typeof vitrine.index.search>
/** Requests to the index, which are replayed to measure the engine alone. */
let recorded: IndexRequest[] | undefined
const { search } = vitrine.index
vitrine.index.search = (...request) => {
  recorded?.push(request)
  return search.apply(vitrine.index, request)
}
process.on('message', async (message: string) => {
  if (message === 'record') {
    recorded = []
    process.send?.('ready')
  } else if (message === 'engine') process.send?.(await engineAlone())
  else if (message === 'cpu') process.send?.(process.cpuUsage())
  else if (message === 'resident') process.send?.(process.memoryUsage.rss())
  else process.exit(0)
})
process.send?.({ url, ...target })

const REPLAYED = 2000

/** Microseconds of CPU per search. Each request excludes another id, so that no answer is cached. */
async function engineAlone(): Promise<number> {
  const requests = recorded ?? []
  recorded = undefined
  let before = process.cpuUsage()
  for (let i = 0; i < 2 * REPLAYED; i++) {
    // The first half is for warming up.
    if (i === REPLAYED) before = process.cpuUsage()
    const [shop, request] = requests[i % requests.length]!
    await vitrine.index.search(shop, { ...request, visibility: { ...request.visibility, hidden: [-1 - i] } })
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / REPLAYED
}

type Target = ShopUnderLoad & { shop: string; key: string }

async function openDemo(): Promise<Target> {
  const shop = (await vitrine.records.getShop(DEMO.shop))!
  const seen = await vitrine.index.search(shop, {
    visibility: { terms: [], inStockOnly: false, hidden: [], nowMs: Date.now() },
    selections: [],
    facets: [],
    prices: SHOP_PRICES,
    sort: 'best_selling',
    offset: 0,
    limit: 40,
    outOfStockLast: false,
  })
  while (embedder !== 'none' && !(await isEmbedded())) await new Promise((done) => setTimeout(done, 1000))
  return {
    ...DEMO,
    queries: DEMO_QUERIES.split(';'),
    newQueries: DEMO_COLORS.flatMap((color) =>
      DEMO_MATERIALS.flatMap((material) => DEMO_THINGS.map((thing) => `${color} ${material} ${thing}`)),
    ),
    meantQueries: embedder === 'none' ? [] : freshQueries(FRESH_QUERIES),
    visitors: await makeVisitors(seen.hits.map(({ id }) => id)),
    facets: ['color', 'price'],
    productIds: seen.hits.map(({ id }) => id),
  }
}

async function makeVisitors(productIds: readonly number[]): Promise<string[]> {
  const visitors = Array.from({ length: 20 }, (_, i) => `bench-visitor-${i}`)
  for (const [i, visitor] of visitors.entries())
    for (const product of productIds.slice(i, i + 3)) await sendView(visitor, product)
  return visitors
}

async function sendView(visitor: string, product: number): Promise<void> {
  const answer = await fetch(`${url}/api/storefront/v1/headless/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEMO.key}`, 'x-shop': DEMO.shop, 'content-type': 'application/json' },
    body: JSON.stringify({
      channel: 'HEADLESS',
      visitor_id: visitor,
      event: {
        id: randomUUID(),
        name: 'product_viewed',
        type: 'standard',
        timestamp: new Date().toISOString(),
        context: { navigator: { user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' } },
        data: { productVariant: { id: String(product * 10), product: { id: String(product) } } },
      },
    }),
  })
  if (!answer.ok) throw new Error(`events: ${answer.status} ${(await answer.text()).slice(0, 300)}`)
}

/** True once texts and pictures are embedded, because their models would compete with that for queries. */
async function isEmbedded(): Promise<boolean> {
  const answer = await admin('GET', `/shops/${DEMO.shop}/embedding`)
  const { spaces } = answer as { spaces: { complete: boolean }[] }
  return spaces.length > 0 && spaces.every(({ complete }) => complete)
}

async function createShop(count: number): Promise<Target> {
  const shop = 'serve.myshopify.com'
  await admin('PUT', `/shops/${shop}`, { name: 'Bench', currency: 'USD' })
  await admin('PATCH', `/shops/${shop}/config`, {
    filters: [
      { id: 1, key: 'color', title: 'Color', type: 'list', attribute_type: 'option', attribute: 'Color' },
      { id: 2, key: 'product_type', title: 'Type', type: 'list', attribute_type: 'product_type' },
    ],
    sections: [
      { id: 1, title: 'Similar', type: 'similar_products', page_types: ['product'], location: 'main', position: 1 },
    ],
  })
  const docs = [...generateCatalog(count)]
  for (let from = 0; from < count; from += PER_REQUEST) {
    const lines = docs.slice(from, from + PER_REQUEST).map((doc, i) => JSON.stringify(productOf(doc, from + i + 1)))
    const last = from + PER_REQUEST >= count
    await admin('POST', `/shops/${shop}/products/bulk${last ? '?wait=true' : ''}`, `${lines.join('\n')}\n`)
  }
  const { key } = (await admin('POST', `/shops/${shop}/keys`, { label: 'bench' })) as { key: string }
  return {
    shop,
    key,
    queries: makeQueries(docs, 100).plain,
    newQueries: [...new Set(makeQueries(docs, 20_000, 11).plain)],
    visitors: [],
    facets: ['color', 'product_type'],
    productIds: Array.from({ length: 100 }, (_, i) => i * Math.floor(count / 100) + 1),
    meantQueries: [],
  }
}

function productOf(doc: ReturnType<typeof generateCatalog> extends Generator<infer D> ? D : never, id: number) {
  return {
    id,
    title: doc.title,
    handle: `p-${id}`,
    vendor: doc.vendor,
    product_type: doc.productType,
    tags: doc.tags.join(', '),
    body_html: doc.description,
    status: 'active',
    published_at: '2026-01-01T00:00:00Z',
    options: [{ name: 'Color', values: [doc.options[0]] }],
    variants: doc.skus.map((sku, i) => ({ id: id * 10 + i, sku, price: doc.price, option1: doc.options[0] })),
    images: [{ id, src: `https://cdn.example.com/${id}.jpg`, alt: doc.title, width: 800, height: 800 }],
  }
}

async function admin(method: string, path: string, body?: object | string): Promise<unknown> {
  const answer = await fetch(`${url}/api/admin/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${ADMIN_KEY}`,
      ...(body ? { 'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json' } : {}),
    },
    ...(body ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 300)}`)
  return answer.status === 204 ? undefined : answer.json()
}

/**
 * Measures the resident memory of an idle server with the demo shop, or with N generated products and no model: on its
 * first start, on its second, and after searches. `--repository` is another checkout to compare with.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { generateProduct, ndjson } from '../catalog/generate-products.ts'
import { readOptions, saveRun } from '../bench.ts'
import { memoryOf, startServer } from '../server-process.ts'

const ROOT = join(import.meta.dirname, '../..')
const DEMO = '/api/admin/v1/shops/demo-shop.myshopify.com'
const SHOP = '/api/admin/v1/shops/bench.example.com'
const ADMIN_KEY = `vak_demo${'0'.repeat(28)}`
const ADMIN = { authorization: `Bearer ${ADMIN_KEY}` }

const COMMAND =
  'npm run bench -- memory, npm run bench -- memory --products 100000, npm run bench -- memory --products 1000000'

const USAGE = 'npm run bench -- memory [--products N] [--repository FOLDER] [--name TEXT] [--idle 60]'

interface Run {
  name: string
  residentMib: number
  peakMib: number
  idleSeconds: number
}

export async function run(args: string[]): Promise<void> {
  const values = readOptions(args, { products: 0, repository: ROOT, name: '', idle: 60 }, USAGE)
  const { products, idle: idleSeconds } = values
  const name = values.name || (products === 0 ? 'demo shop, 750 products' : `${products} products, no model`)
  const { first, again } = await measure(resolve(values.repository), products, idleSeconds)
  record({ name: `${name}, first start`, ...first.idle, idleSeconds })
  record({ name: `${name}, started again`, ...again.idle, idleSeconds })
  if (again.searched) record({ name: `${name}, after ${SEARCHES} searches`, ...again.searched, idleSeconds: 0 })
}

async function measure(repository: string, products: number, idleSeconds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-memory-'))
  const start = (fills: boolean) => idleMemory({ repository, folder, products, fills, idleSeconds })
  try {
    return { first: await start(true), again: await start(false) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Start {
  repository: string
  folder: string
  products: number
  /** True if the folder is empty. */
  fills: boolean
  idleSeconds: number
}

type Memory = Pick<Run, 'residentMib' | 'peakMib'>

interface Resident {
  idle: Memory
  searched?: Memory
}

async function idleMemory({ repository, folder, products, fills, idleSeconds }: Start): Promise<Resident> {
  const settings: Record<string, string> =
    products === 0 ? {} : { VITRINE_DEMO: 'off', VITRINE_EMBEDDER: 'none', VITRINE_ADMIN_KEY: ADMIN_KEY }
  const server = await startServer(repository, folder, settings)
  const { url, pid } = server
  try {
    if (products === 0) while (!(await isEmbedded(url))) await seconds(2)
    else if (fills) await fill(url, products)
    if (products > 0) await useCatalog(url)
    await seconds(idleSeconds)
    const idle = memoryOf(pid)
    console.log(`${idle.residentMib} MiB resident, at most ${idle.peakMib}: ${await partsOfMemory(url)}`)
    if (products === 0 || fills) return { idle }
    await searchCatalog(url)
    return { idle, searched: memoryOf(pid) }
  } finally {
    await server.stop()
  }
}

/** Index arrays, which threads share, and the database's pages are not included. */
async function partsOfMemory(url: string): Promise<string> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const mib = (name: string) =>
    Math.round(Number(new RegExp(`^vitrine_nodejs_${name}_bytes (\\S+)`, 'm').exec(text)?.[1]) / 2 ** 20)
  return `heap ${mib('heap_size_used')} MiB, arrays beside it ${mib('external_memory')} MiB`
}

async function isEmbedded(url: string): Promise<boolean> {
  const answer = await fetch(`${url}${DEMO}/embedding`, { headers: ADMIN })
  if (!answer.ok) return false
  const { spaces } = (await answer.json()) as { spaces: { done: number; total: number; complete: boolean }[] }
  // A shop without products counts as complete, but the demo's products follow later.
  return spaces.length > 0 && spaces.every(({ done, total, complete }) => complete && total > 0 && done === total)
}

/** Requests products, which loads the catalog that recommendations keep in memory. */
async function useCatalog(url: string): Promise<void> {
  const answer = await fetch(`${url}${SHOP}/products?status=active&limit=1`, { headers: ADMIN })
  if (!answer.ok) throw new Error(`the list of products was answered with ${answer.status}`)
  await answer.text()
}

const SEARCHES = 1000

/** Sends a different search each time, so that none is answered from a cache. */
async function searchCatalog(url: string): Promise<void> {
  const made = await fetch(`${url}${SHOP}/keys`, {
    method: 'POST',
    headers: { ...ADMIN, 'content-type': 'application/json' },
    body: '{"label": "bench"}',
  })
  const { key } = (await made.json()) as { key: string }
  const headers = { authorization: `Bearer ${key}`, 'x-shop': 'bench.example.com', 'content-type': 'application/json' }
  const facets = [{ key: 'price' }, { key: 'product_type' }]
  for (let i = 0; i < SEARCHES; i++) {
    const query = `${generateProduct(i + 1).title} ${i % 2 === 0 ? '' : `vendor ${i % 200}`}`
    const body = JSON.stringify({ query, mode: 'text', facets, pagination: { limit: 20 } })
    const answer = await fetch(`${url}/api/storefront/v1/headless/search`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`a search was answered with ${answer.status}: ${await answer.text()}`)
    await answer.text()
  }
}

/** Products per request. One request for all would exceed the time limit. */
const PART = 20_000

/** Resolves when the products can be found. */
async function fill(url: string, products: number): Promise<void> {
  const json = { ...ADMIN, 'content-type': 'application/json' }
  await fetch(url + SHOP, { method: 'PUT', headers: json, body: '{"name": "Bench", "currency": "USD"}' })
  for (let first = 1; first <= products; first += PART) await fillPart(url, first, Math.min(products, first + PART - 1))
}

async function fillPart(url: string, first: number, last: number): Promise<void> {
  const answer = await fetch(`${url}${SHOP}/products/bulk?wait=true`, {
    method: 'POST',
    headers: { ...ADMIN, 'content-type': 'application/x-ndjson' },
    body: Readable.toWeb(Readable.from(ndjson(last, first))) as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  if (!answer.ok) throw new Error(`the import was answered with ${answer.status}: ${await answer.text()}`)
  await answer.text()
  console.log(`${last} products are there`)
}

function record(one: Run): void {
  console.log(`${one.name}: ${one.residentMib} MiB, at most ${one.peakMib}`)
  saveRun('idle-memory', COMMAND, one)
}

function seconds(count: number): Promise<void> {
  return new Promise((done) => setTimeout(done, count * 1000))
}

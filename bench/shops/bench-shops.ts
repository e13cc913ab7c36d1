/**
 * Measures one node with many small shops: its start, the first request to a shop that is not in memory, and memory
 * after requests to more shops than it keeps. `--repository` is another checkout to compare with.
 */
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile, readOptions, saveRun } from '../bench.ts'
import { cpuMs, memoryOf, startServer } from '../server-process.ts'
import { fillShops, keyOf, shopOf } from './fill-shops.ts'

const ROOT = join(import.meta.dirname, '../..')
const PREPARED = 'vitrine-shops-'

const USAGE = 'npm run bench -- shops [--shops 10000] [--repository FOLDER] [--name TEXT]'

interface Run {
  name: string
  /** Creates indexes and derived data, which later starts read. */
  firstStart: Start
  secondStart: Start
  /** Median of a search and a recommendation for shops that are not in memory. */
  coldRequestMs: number
  warmRequestMs: number
  residentMib: number
  /** Memory after a request to each of `IN_TURN` shops. */
  inTurn: InTurn
}

interface InTurn {
  shops: number
  inMemory: number
  left: number
  residentMib: number
}

interface Start {
  readyMs: number
  cpuMs: number
  residentMib: number
}

const ASKED = 20
/** More shops than a node keeps in memory. */
const IN_TURN = 1000

export async function run(args: string[]): Promise<void> {
  const values = readOptions(args, { shops: 10_000, repository: ROOT, name: 'shops on demand' }, USAGE)
  const { shops: count } = values
  const folder = mkdtempSync(join(tmpdir(), PREPARED))
  try {
    await prepare(folder, count)
    const measured = await measure(resolve(values.repository), folder, count)
    print(values.name, measured)
    const command = `npm run bench -- shops --shops ${count}`
    saveRun(`shops-${count}`, command, { name: values.name, ...measured } satisfies Run)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Copies shops from a folder that is filled only once, so that all checkouts have the same shops. */
async function prepare(folder: string, count: number): Promise<void> {
  const filled = join(tmpdir(), `${PREPARED}filled-${count}`)
  if (!existsSync(join(filled, 'done'))) {
    rmSync(filled, { recursive: true, force: true })
    const begunMs = performance.now()
    const making = mkdtempSync(join(tmpdir(), PREPARED))
    await fillShops(making, count)
    cpSync(making, filled, { recursive: true })
    rmSync(making, { recursive: true })
    writeFileSync(join(filled, 'done'), '')
    console.log(`filled ${count} shops in ${Math.round((performance.now() - begunMs) / 1000)} s (kept in ${filled})`)
  }
  cpSync(filled, folder, { recursive: true })
  rmSync(join(folder, 'done'))
}

async function measure(repository: string, folder: string, count: number): Promise<Omit<Run, 'name'>> {
  const first = await startReady(repository, folder)
  const firstStart = first.start
  await first.stop()
  const server = await startReady(repository, folder)
  try {
    // A starting node has no reason to load the last shops first.
    const asked = Array.from({ length: ASKED }, (_, i) => count - 1 - i)
    const cold = await times(asked, (n) => ask(server.url, n))
    const warm = await times(asked, (n) => ask(server.url, n))
    const requests = { coldRequestMs: median(cold), warmRequestMs: median(warm) }
    const afterwards = memoryOf(server.pid).residentMib
    const inTurn = await askInTurn(server, Math.min(IN_TURN, count))
    return { firstStart, secondStart: server.start, ...requests, residentMib: afterwards, inTurn }
  } finally {
    await server.stop()
  }
}

async function askInTurn({ url, pid }: { url: string; pid: number }, shops: number): Promise<InTurn> {
  for (let n = 0; n < shops; n++) await ask(url, n)
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(metrics)?.[1])
  const [inMemory, left] = [value('vitrine_shops_in_memory'), value('vitrine_shops_left_total')]
  return { shops, inMemory, left, residentMib: memoryOf(pid).residentMib }
}

async function startReady(repository: string, folder: string) {
  const begunMs = performance.now()
  const settings = { VITRINE_DEMO: 'off', VITRINE_EMBEDDER: 'none', VITRINE_RATE_LIMIT: '0' }
  const server = await startServer(repository, folder, settings)
  while ((await fetch(`${server.url}/ready`)).status !== 200) await pause(50)
  const readyMs = Math.round(performance.now() - begunMs)
  const start: Start = { readyMs, cpuMs: cpuMs(server.pid), residentMib: memoryOf(server.pid).residentMib }
  return { ...server, start }
}

async function ask(url: string, n: number): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-shop': shopOf(n), authorization: `Bearer ${keyOf(n)}` }
  const query = { id: 'q', recommendation_type: 'similar_products', product_ids: [1], view: 'product_ids' }
  for (const [path, body] of [
    ['/api/storefront/v1/headless/search', { query: 'dress' }],
    ['/api/storefront/v3/headless/recommendations', { queries: [query] }],
  ] as const) {
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
}

async function times(shops: readonly number[], work: (n: number) => Promise<void>): Promise<number[]> {
  const taken: number[] = []
  for (const n of shops) {
    const begunMs = performance.now()
    await work(n)
    taken.push(performance.now() - begunMs)
  }
  return taken
}

function median(values: readonly number[]): number {
  return Math.round(10 * percentile(values, 0.5)) / 10
}

function print(
  name: string,
  { firstStart, secondStart, coldRequestMs, warmRequestMs, residentMib, inTurn }: Omit<Run, 'name'>,
) {
  const words = ({ readyMs, cpuMs, residentMib }: Start) =>
    `ready after ${(readyMs / 1000).toFixed(1)} s (${(cpuMs / 1000).toFixed(1)} s CPU), ${residentMib} MiB`
  console.log(`${name}: first start ${words(firstStart)}; next start ${words(secondStart)}`)
  console.log(
    `  a search and a recommendation: cold ${coldRequestMs} ms, warm ${warmRequestMs} ms; then ${residentMib} MiB`,
  )
  console.log(
    `  ${inTurn.shops} shops in turn: ${inTurn.inMemory} in memory, ${inTurn.left} have left, ${inTurn.residentMib} MiB`,
  )
}

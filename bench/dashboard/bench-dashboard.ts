/** `npm run bench -- dashboard`: what each screen of the dashboard asks for, and how long the server takes to answer. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose } from '../../packages/server/src/compose/compose.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { readOptions } from '../bench.ts'
import { fillHistory, fillProducts, SHOP } from './fill-shop.ts'
import { SCREENS } from './screens.ts'

const USAGE = `npm run bench -- dashboard [--products 100000] [--days 365] [--runs 20]
  --products N   generated products
  --days N       days of derived events: 300 visits, 150 searches and 30 orders each
  --runs N       of each request`

const ADMIN_KEY = `vak_${'B'.repeat(32)}`
/** Time limit for the data of a screen. */
const LIMIT_MS = 300

type Ask = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, payload?: object | string) => Promise<unknown>

export async function run(args: string[]): Promise<void> {
  const { products, days, runs } = readOptions(args, { products: 100_000, days: 365, runs: 20 }, USAGE)
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-dashboard-'))
  try {
    const filled = await open(folder)
    await fillProducts(filled.ask, products)
    await fillHistory(filled.vitrine.events.store, { days, products })
    await filled.vitrine.close()
    // Reopened, so that nothing of the fill is in memory: the first calls are those after a start.
    const { vitrine, ask } = await open(folder)
    try {
      await measure(ask, runs)
    } finally {
      await vitrine.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function open(dataFolder: string) {
  const vitrine = await compose(
    readConfig({
      PORT: '0',
      VITRINE_DATA: dataFolder,
      VITRINE_DEMO: 'off',
      VITRINE_ADMIN_KEY: ADMIN_KEY,
      VITRINE_EMBEDDER: 'none',
      LOG_LEVEL: 'error',
    }),
  )
  await vitrine.start()
  const headers = { authorization: `Bearer ${ADMIN_KEY}`, host: 'localhost' }
  const ask: Ask = async (method, path, payload) => {
    const type = typeof payload === 'string' ? 'application/x-ndjson' : 'application/json'
    const answer = await vitrine.app.server.inject({
      method,
      url: `/api/admin/v1${path}`,
      headers: { ...headers, ...(payload === undefined ? {} : { 'content-type': type }) },
      ...(payload === undefined ? {} : { payload }),
    })
    if (answer.statusCode >= 400)
      throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body.slice(0, 300)}`)
    return answer
  }
  return { vitrine, ask }
}

async function measure(ask: Ask, runs: number): Promise<void> {
  const background = async (what: string, work: () => Promise<unknown>) =>
    console.log(`beside the requests: ${what} ${(await timed(work)).toFixed(0)} ms`)
  // After a start, the catalog for recommendations is loaded ahead of time; an earlier request for sections waits for it.
  const sections = { page_type: 'home' }
  await background('catalog for sections, after the start', () =>
    ask('POST', `/shops/${SHOP}/preview/sections`, sections),
  )
  const slow: string[] = []
  console.log('screen          cold   median      p95      CPU')
  for (const { screen, requests } of SCREENS) {
    for (const { method = 'GET', path, body } of requests) {
      const figures = await measureOne(() => ask(method, `/shops/${SHOP}${path}`, body), runs)
      const shown = Object.values(figures).map((ms) => `${ms.toFixed(0).padStart(5)} ms`)
      console.log(`${screen.padEnd(12)} ${shown.join(' ')}  ${method} ${path}`)
      if (Math.max(figures.cold, figures.p95) > LIMIT_MS) slow.push(`${screen}: ${path}`)
    }
  }
  for (const path of ['/suggestions?wait=true', '/quality?wait=true'])
    await background(path, () => ask('GET', `/shops/${SHOP}${path}`))
  console.log(slow.length === 0 ? `all within ${LIMIT_MS} ms` : `over ${LIMIT_MS} ms:\n${slow.join('\n')}`)
}

async function measureOne(ask: () => Promise<unknown>, runs: number) {
  const cold = await timed(ask)
  const times: number[] = []
  const cpus: number[] = []
  for (let i = 0; i < runs; i++) {
    const before = process.cpuUsage()
    times.push(await timed(ask))
    // CPU time of all threads: the only meaningful figure on a busy machine.
    const { user, system } = process.cpuUsage(before)
    cpus.push((user + system) / 1000)
  }
  const p95 = times.toSorted((a, b) => a - b)[Math.ceil(0.95 * times.length) - 1]!
  return { cold, median: middle(times), p95, cpu: middle(cpus) }
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begunMs = performance.now()
  await work()
  return performance.now() - begunMs
}

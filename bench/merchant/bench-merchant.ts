/** Measures the requests of a merchant with a large shop and a year of events. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_ADMIN_KEY, DEMO_STOREFRONT_KEY } from '@vitrine/contract/demo-shop'
import { ANALYTICS_REPORTS } from '@vitrine/contract'
import { percentile, readOptions, saveResult } from '../bench.ts'

const USAGE = `npm run bench -- merchant [--products 100000] [--visits 70000] [--data FOLDER] [--traffic 20]
  --visits N       of one year; about fifteen events each
  --data FOLDER    kept, so that the next run need not fill the shop again
  --traffic N      searches a second beside the evaluation`

const DAY_MS = 86_400_000
const QUERIES =
  'sofa;blue sofa;velvet armchair;oak table;desk lamp;linen shirt;wool jumper;running shoes;floor lamp'.split(';')
const TAKES = 3
const SCREEN_MS = 300
/** The periods for which reports are requested: the one that the dashboard opens with, and its longest. */
const PERIODS = [30, 365]

interface Server {
  child: ChildProcess
  url: string
  shop: string
}

interface Screen {
  path: string
  firstMs: number
  ms: number
  cpuMs: number
}

export async function run(args: string[]): Promise<void> {
  const { products, visits, data, traffic } = readOptions(
    args,
    { products: 100_000, visits: 70_000, data: '', traffic: 20 },
    USAGE,
  )
  const folder = data || mkdtempSync(join(tmpdir(), 'vitrine-merchant-'))
  const server = await start(folder, [products, visits])
  const events = await untilCounted(server)
  const screens = await measureScreens(server)
  const evaluation = await evaluateBesideTraffic(server, traffic)
  // This screen comes last, because it starts the evaluation.
  screens.push(await measureScreen(server, '/search-health'))
  printScreens(screens)
  server.child.send('stop')
  const result = { date: new Date().toISOString(), products, visits, events, evaluation, screens }
  console.log(JSON.stringify(evaluation))
  saveResult('merchant', result)
}

async function start(folder: string, sizes: readonly number[]): Promise<Server> {
  const script = new URL('./merchant-server.ts', import.meta.url).pathname
  const child = spawn(process.execPath, ['--max-old-space-size=8192', script, folder, ...sizes.map(String)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [address] = await once(child, 'message')
  return { child, ...address }
}

async function cpuMsOf({ child }: Server): Promise<number> {
  child.send('cpu')
  const [{ user, system }] = await once(child, 'message')
  return (user + system) / 1000
}

async function get({ url, shop }: Server, path: string, body?: object): Promise<object> {
  const answer = await fetch(`${url}/api/admin/v1/shops/${shop}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${DEMO_ADMIN_KEY}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 300)}`)
  return answer.json() as Promise<object>
}

/** Waits until all events are counted and returns their number. */
async function untilCounted(server: Server): Promise<number> {
  for (let before = -1; ; ) {
    const cpu = await cpuMsOf(server)
    await sleep(5000)
    const { totals } = (await get(server, `/analytics/ingestion?${last(365)}`)) as { totals: { accepted: number } }
    const count = totals.accepted
    if (count === before && (await cpuMsOf(server)) - cpu < 500) return count
    before = count
  }
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const last = (days: number) => `from=${dayOf(Date.now() - (days - 1) * DAY_MS)}&to=${dayOf(Date.now())}`

const NEEDS_KEY: Readonly<Record<string, string>> = { 'query-detail': '&key=sofa' }
const OTHER_SCREENS = [
  ...[
    '/products?limit=50',
    '/products?query=lamp&limit=50',
    '/product-values?attribute=vendor',
    '/quality',
    '/suggestions',
  ],
  ...['/alerts', '/config', '/config/versions', '/drafts', '/imports', '/embedding', '/audit'],
  ...['/keys', '/events/debug'],
]
const PATCH = { search: { rules: [{ id: 'bench', when: { query: 'sofa' }, boost: [{ vendor: 'Acme', weight: 2 }] }] } }
const PREVIEWS: readonly (readonly [path: string, body: object])[] = [
  ['/preview/search', { query: 'sofa', explain: true, pagination: { limit: 48 }, patch: PATCH }],
  ['/preview/search', { query: '', collection: 'sofas', explain: true, pagination: { limit: 48 }, patch: PATCH }],
  ['/preview/sections', { page_type: 'home', explain: true, patch: PATCH }],
  ['/preview/filter-aggregations', { query: 'sofa', patch: PATCH }],
]

async function measureScreens(server: Server): Promise<Screen[]> {
  const reports = PERIODS.flatMap((days) =>
    ANALYTICS_REPORTS.flatMap((name) => {
      const path = `/analytics/${name}?${last(days)}${NEEDS_KEY[name] ?? ''}`
      return [path, `${path}&compare=previous`]
    }),
  )
  const screens: Screen[] = []
  for (const path of [...reports, ...OTHER_SCREENS]) screens.push(await measureScreen(server, path))
  for (const [path, body] of PREVIEWS) screens.push(await measureScreen(server, path, body))
  return screens
}

function printScreens(screens: readonly Screen[]): void {
  for (const { path, firstMs, ms, cpuMs } of screens.toSorted((a, b) => b.firstMs - a.firstMs))
    console.log(
      `${path.padEnd(80)} first ${firstMs.toFixed(0)} ms, then ${ms.toFixed(0)} ms, CPU ${cpuMs.toFixed(0)} ms`,
    )
  for (const days of PERIODS) {
    const shown = screens.filter(({ path }) => !path.includes('?from=') || path.includes(last(days)))
    const quick = shown.filter(({ ms }) => ms <= SCREEN_MS)
    console.log(`${days} days: ${quick.length} of ${shown.length} screens' data within ${SCREEN_MS} ms`)
  }
}

async function measureScreen(server: Server, path: string, body?: object): Promise<Screen> {
  const times: number[] = []
  const cpu: number[] = []
  for (let take = 0; take < TAKES; take++) {
    const [before, startMs] = [await cpuMsOf(server), performance.now()]
    await get(server, path, body)
    times.push(performance.now() - startMs)
    cpu.push((await cpuMsOf(server)) - before)
  }
  const shown = body ? `${path} ${JSON.stringify(body).slice(0, 40)}` : path
  return { path: shown, firstMs: times[0]!, ms: percentile(times.slice(1), 0.5), cpuMs: Math.max(...cpu) }
}

async function evaluateBesideTraffic(server: Server, perSecond: number) {
  // The first time that a query is asked costs more, whether an evaluation is running or not.
  await search(server, perSecond, sleep(10_000))
  const alone = await search(server, perSecond, sleep(30_000))
  const [startMs, cpu] = [performance.now(), await cpuMsOf(server)]
  const evaluated = get(server, '/search-health?wait=true')
  const beside = await search(server, perSecond, evaluated)
  const seconds = (performance.now() - startMs) / 1000
  const { health } = (await evaluated) as { health: { laws: object[] | null; replay: { searches: number } } }
  return {
    laws: health.laws?.length ?? null,
    replayedSearches: health.replay.searches,
    seconds: Math.round(seconds),
    cpuSeconds: Math.round(((await cpuMsOf(server)) - cpu) / 1000),
    searchesPerSecond: perSecond,
    ...{ aloneP99Ms: alone.p99, besideP99Ms: beside.p99, aloneP50Ms: alone.p50, besideP50Ms: beside.p50 },
  }
}

/** Sends searches at fixed times, so that a slow answer does not delay the next search. */
async function search({ url, shop }: Server, perSecond: number, until: Promise<unknown>) {
  const state = { isOver: false }
  void until.finally(() => {
    state.isOver = true
  })
  const times: number[] = []
  const open: Promise<void>[] = []
  for (let i = 0; !state.isOver; i++) {
    open.push(one(i))
    await sleep(1000 / perSecond)
  }
  await until
  await Promise.all(open)
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }

  async function one(i: number): Promise<void> {
    const startMs = performance.now()
    const answer = await fetch(`${url}/api/storefront/v1/headless/search`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${DEMO_STOREFRONT_KEY}`, 'x-shop': shop, 'content-type': 'application/json' },
      },
      body: JSON.stringify({
        query: `${QUERIES[i % QUERIES.length]} ${'abcdefghij'[i % 10]}`,
        visitor_id: `v${i % 500}`,
      }),
    })
    await answer.arrayBuffer()
    times.push(performance.now() - startMs)
  }
}

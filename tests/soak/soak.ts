/**
 * Runs shoppers, events and hostile clients through a kill, a full disk and a restart. Exits with 1 if memory or
 * latency grew, a request failed with 500, or an acknowledged event is missing.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createCatalog, demoConfig } from '@vitrine/demo'
import { EventLoad, type Target } from '../fault/event-load.ts'
import { checkConsistency } from '../fault/check-consistency.ts'
import {
  configureShop,
  createShop,
  killNow,
  putProducts,
  type Server,
  SHOP,
  startServer,
  stopServer,
} from '../fault/server-process.ts'
import { HostileClients } from './hostile-clients.ts'
import { ShopperLoad, Window } from './shopper-load.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    rate: { type: 'string', default: '40' },
    events: { type: 'string', default: '400' },
  },
})
const minutes = Number(values.minutes)
const rate = Number(values.rate)
const eventRate = Number(values.events)
if (!(minutes > 0) || !(rate > 0) || !(eventRate > 0)) {
  console.error('usage: npm run soak -- [--minutes 30] [--rate 40, shopper requests a second] [--events 400, a second]')
  process.exit(2)
}

/** The server is restarted between stretches. The first stretch is compared with the last. */
const STRETCHES = [
  'at the beginning',
  'after kill -9',
  'with a full disk',
  'after the full disk',
  'after a restart',
] as const
/** Share of a stretch that is not measured, while code is loaded and caches fill. */
const WARM_UP_SHARE = 0.3
/** Leaves space for some thousand events. */
const FULL_AFTER_KIB = 24 * 1024

interface Stretch {
  name: string
  requests: number
  p50Ms: number
  p99Ms: number
  rssMib: number
  statuses: Record<number, number>
}

const folder = await mkdtemp(join(tmpdir(), 'vitrine-soak-'))
const shoppers = new ShopperLoad()
const hostile = new HostileClients()
const events = new EventLoad()
let server: Server | undefined
let key = ''
let isOver = false
const target = (): Target | undefined => server && { url: server.url, shop: SHOP, key }

async function prepare(): Promise<void> {
  server = await startServer(folder)
  key = await createShop(server.url)
  const catalog = createCatalog('soak', Date.now())
  const { filters, filter_trees, sections, experiences, markets, publications } = demoConfig(catalog, Date.now())
  await configureShop(server.url, { filters, filter_trees, sections, experiences, markets, publications })
  await putProducts(
    server.url,
    catalog.map(({ product }) => product),
  )
}

/** The rate is steady, because at full speed the log would take longer to count than to write. */
async function sendEvents(): Promise<void> {
  while (!isOver) {
    const at = target()
    const rest = sleep(1000)
    let left = eventRate
    if (at) await events.run(at, 4, () => isOver || left-- <= 0)
    await rest
  }
}

async function stretch(name: string, lengthMs: number): Promise<Stretch> {
  await sleep(lengthMs * WARM_UP_SHARE)
  const window = new Window()
  shoppers.window = window
  await sleep(lengthMs * (1 - WARM_UP_SHARE))
  const found: Stretch = {
    name,
    requests: Object.values(window.statuses).reduce((sum, count) => sum + count, 0),
    p50Ms: Math.round(window.quantile(0.5) * 10) / 10,
    p99Ms: Math.round(window.quantile(0.99) * 10) / 10,
    rssMib: rssMib(server as Server),
    statuses: window.statuses,
  }
  console.log(JSON.stringify(found))
  return found
}

function rssMib({ process: child }: Server): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

async function restart(end: (server: Server) => Promise<void>, limitKib?: number): Promise<void> {
  const before = server as Server
  server = undefined
  await end(before)
  server = await startServer(folder, limitKib)
}

async function run(): Promise<Stretch[]> {
  const lengthMs = (minutes * 60_000) / STRETCHES.length
  const found: Stretch[] = []
  for (const [i, name] of STRETCHES.entries()) {
    if (name === 'after kill -9') await restart(killNow)
    if (name === 'with a full disk') await restart(stopServer, FULL_AFTER_KIB)
    if (name === 'after the full disk') await restart(killNow)
    if (name === 'after a restart') await restart(stopServer)
    found.push(await stretch(name, lengthMs))
    if (i === STRETCHES.length - 1) isOver = true
  }
  return found
}

function faultsOf(stretches: readonly Stretch[]): string[] {
  const first = stretches[0] as Stretch
  const last = stretches.at(-1) as Stretch
  const faults: string[] = []
  if (last.rssMib > first.rssMib * 1.3 + 64) faults.push(`memory grew from ${first.rssMib} to ${last.rssMib} MiB`)
  if (last.p99Ms > first.p99Ms * 2 + 25) faults.push(`p99 grew from ${first.p99Ms} to ${last.p99Ms} ms`)
  for (const { name, statuses } of stretches)
    for (const bad of [400, 500]) if (statuses[bad]) faults.push(`${statuses[bad]} answers of ${bad} ${name}`)
  return faults
}

try {
  await prepare()
  shoppers.start(target, rate)
  hostile.start(target, 8)
  const sending = sendEvents()
  const stretches = await run()
  shoppers.stop()
  hostile.stop()
  await sending
  await events.finish(target() as Target)
  await stopServer(server as Server)
  const faults = faultsOf(stretches)
  if (events.statuses[500]) faults.push(`${events.statuses[500]} events answered with 500`)
  const { lost, repeated, miscounted, rebuildEqual } = await checkConsistency(folder, SHOP, events.acknowledged)
  if (lost + repeated + miscounted.length > 0)
    faults.push(`${lost} events lost, ${repeated} twice, ${miscounted.join(', ')}`)
  if (!rebuildEqual) faults.push('deriving everything again gives other numbers')
  console.log(
    `${events.acknowledged.size} events acknowledged, ${JSON.stringify(events.statuses)}; ${hostile.sent} attacks`,
  )
  for (const fault of faults) console.log(`FAILED: ${fault}`)
  if (faults.length === 0)
    console.log(`${minutes} minutes: memory and latency at the end as at the beginning, nothing lost`)
  process.exitCode = faults.length === 0 ? 0 : 1
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  events.close()
  if (server) server.process.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
  process.exit()
}

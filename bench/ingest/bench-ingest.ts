/**
 * `npm run bench -- ingest [--seconds 8] [--rounds 3] [--connections 64] [--events 0] [--log 0]`
 *
 * Rate and latency of event ingestion over HTTP, fsync on, beside a bare node:http server that only parses the same bodies. Each
 * server is a fresh process on one core, the client on another; order alternates; medians. `--events N` goes on to N events and
 * watches memory; `--log N` fills the log with N events first.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { driveLoad, type LoadResult } from './drive-load.ts'
import { requestMaker } from './event-bodies.ts'
import { fillLog } from './fill-log.ts'
import { type Contender, startContender } from './start-contender.ts'

interface Options {
  seconds: number
  rounds: number
  connections: number
  events: number
  log: number
}

export async function run(args: string[]): Promise<void> {
  const options = readOptions(args)
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-ingest-'))
  try {
    if (options.log > 0) await fillLog(folder, options.log)
    await compareRates(folder, options)
    if (options.events > 0) await watchMemory(folder, options)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readOptions(args: string[]): Options {
  const number = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: { seconds: number, rounds: number, connections: number, events: number, log: number },
  })
  const read = (name: keyof Options, fallback: number) => Number(values[name] ?? fallback)
  return {
    seconds: read('seconds', 8),
    rounds: read('rounds', 3),
    connections: read('connections', 64),
    events: read('events', 0),
    log: read('log', 0),
  }
}

interface Measured extends LoadResult {
  cpuMicrosPerEvent: number
  loopMicrosPerEvent: number
}

async function compareRates(folder: string, options: Options): Promise<void> {
  const results: Record<Contender['name'], Measured[]> = { bare: [], vitrine: [] }
  for (let round = 0; round < options.rounds; round++) {
    const order = round % 2 === 0 ? (['bare', 'vitrine'] as const) : (['vitrine', 'bare'] as const)
    for (const name of order) results[name].push(await measure(name, folder, options))
  }
  const bare = report('bare node:http', results.bare)
  const vitrine = report('vitrine', results.vitrine)
  const against = [
    `rate ${percent(vitrine.perSecond / bare.perSecond)}`,
    `CPU of all threads ${percent(bare.cpu / vitrine.cpu)}`,
    `CPU of the event loop ${percent(bare.loop / vitrine.loop)}`,
  ]
  console.log(`against bare: ${against.join(', ')}`)
}

const WARM_UP_EVENTS = 30_000
const WARM_UP_MS = 20_000

async function measure(name: Contender['name'], folder: string, options: Options): Promise<Measured> {
  const contender = await startContender(name, folder)
  const next = requestMaker(contender.key, contender.url.host)
  const forSeconds = (seconds: number) => {
    const endMs = performance.now() + seconds * 1000
    return { connections: options.connections, until: () => performance.now() > endMs }
  }
  // Until the code is compiled: the first some thousand events cost several times what later ones do.
  let warm = 0
  const warmUntilMs = performance.now() + WARM_UP_MS
  const warmUp = () => ++warm >= WARM_UP_EVENTS || performance.now() > warmUntilMs
  await driveLoad(contender.url, next, { connections: options.connections, until: warmUp })
  const cpuBefore = contender.cpuSeconds()
  const load = await driveLoad(contender.url, next, forSeconds(options.seconds))
  const cpuAfter = contender.cpuSeconds()
  const settled = await contender.settle()
  await contender.stop()
  const rest = settled ? `; then ${Math.round(settled.settledMs)} ms to derive the rest, log ${settled.logged}` : ''
  console.log(
    `  ${name}: ${Math.round(load.perSecond)}/s, p50 ${load.p50Ms.toFixed(2)} ms, p99 ${load.p99Ms.toFixed(2)} ms, refused ${load.refused}${rest}`,
  )
  const perEvent = (seconds: number) => (seconds * 1e6) / load.answered
  return {
    ...load,
    cpuMicrosPerEvent: perEvent(cpuAfter.all - cpuBefore.all),
    loopMicrosPerEvent: perEvent(cpuAfter.loop - cpuBefore.loop),
  }
}

async function watchMemory(folder: string, options: Options): Promise<void> {
  const contender = await startContender('vitrine', folder)
  const next = requestMaker(contender.key, contender.url.host)
  const step = Math.ceil(options.events / 10)
  for (let done = 0; done < options.events; done += step) {
    let sent = 0
    const load = await driveLoad(contender.url, next, { connections: options.connections, until: () => ++sent >= step })
    const settled = await contender.settle()
    console.log(
      `  ${done + load.answered} events: ${contender.residentMiB()} MiB resident, ${Math.round(load.perSecond)}/s, p99 ${load.p99Ms.toFixed(1)} ms, settled in ${Math.round(settled?.settledMs ?? 0)} ms`,
    )
  }
  await contender.stop()
}

interface Summary {
  perSecond: number
  cpu: number
  loop: number
}

function report(title: string, results: readonly Measured[]): Summary {
  const of = (pick: (one: Measured) => number) => median(results.map(pick))
  const summary = {
    perSecond: of((one) => one.perSecond),
    cpu: of((one) => one.cpuMicrosPerEvent),
    loop: of((one) => one.loopMicrosPerEvent),
  }
  const latency = `p50 ${of((one) => one.p50Ms).toFixed(2)} ms, p99 ${of((one) => one.p99Ms).toFixed(2)} ms`
  const cpu = `${summary.cpu.toFixed(0)} µs CPU an event, ${summary.loop.toFixed(0)} of them on the event loop`
  const rounds = results.map((one) => Math.round(one.perSecond)).join(', ')
  console.log(`${title}: ${Math.round(summary.perSecond)} events/s, ${latency}, ${cpu} (rounds: ${rounds})`)
  return summary
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

const percent = (part: number) => `${Math.round(part * 100)} %`

import type { Options } from './bench-ingest.ts'
import { driveLoad, type LoadResult } from './drive-load.ts'
import { requestMaker } from './event-bodies.ts'
import { type Contender, type Cores, startContender } from './start-contender.ts'

interface Measured extends LoadResult {
  cpuMicrosPerEvent: number
  loopMicrosPerEvent: number
  /** Time to derive the remaining events after the load. */
  settleSeconds: number
  lost: number
}

export interface Summary {
  perSecond: number
  rounds: number[]
  p50Ms: number
  p99Ms: number
  cpuMicrosPerEvent: number
  loopMicrosPerEvent: number
  refused: number
  /** Acknowledged events that are missing from the log. */
  lost: number
  /** Events per second until everything is derived. */
  derivedPerSecond: number
}

export interface Comparison {
  cores: Cores
  bare: Summary
  vitrine: Summary
  rate: number
}

interface Entry {
  title: string
  name: Contender['name']
  folder: string
}

export async function compareRates(folder: string, options: Options, cores: Cores): Promise<Comparison> {
  const entries: Entry[] = [
    { title: 'bare Fastify', name: 'bare', folder },
    { title: 'vitrine', name: 'vitrine', folder },
  ]
  console.log(cores === 'one' ? 'server on one core, client on another' : 'server and client on any core')
  const [bare, vitrine] = (await measureInTurn(entries, options, cores)) as [Summary, Summary]
  const rate = round3(vitrine.perSecond / bare.perSecond)
  const against = [
    `rate ${percent(rate)}`,
    `CPU of all threads ${percent(bare.cpuMicrosPerEvent / vitrine.cpuMicrosPerEvent)}`,
    `lost ${vitrine.lost}`,
    `with all derived ${vitrine.derivedPerSecond}/s`,
  ]
  console.log(`against bare: ${against.join(', ')}`)
  return { cores, bare, vitrine, rate }
}

/** Reverses the order in every other round, so that no entry always runs first. */
async function measureInTurn(entries: readonly Entry[], options: Options, cores: Cores): Promise<Summary[]> {
  const results = new Map(entries.map((entry) => [entry, [] as Measured[]]))
  for (let round = 0; round < options.rounds; round++) {
    for (const entry of round % 2 === 0 ? entries : entries.toReversed())
      results.get(entry)?.push(await measure(entry, options, cores))
  }
  return [...results].map(([{ title }, measured]) => {
    const one = summary(measured)
    report(title, one)
    return one
  })
}

const WARM_UP_EVENTS = 30_000
const WARM_UP_MS = 20_000

async function measure({ title, name, folder }: Entry, options: Options, cores: Cores): Promise<Measured> {
  const contender = await startContender(name, folder, cores)
  const next = requestMaker(contender.key, contender.url.host)
  // Warms up until the code is compiled, because the first events take several times as long.
  const warmUntilMs = performance.now() + WARM_UP_MS
  let warm = 0
  const warmUp = () => ++warm >= WARM_UP_EVENTS || performance.now() > warmUntilMs
  const before = await contender.settle()
  const warmed = await driveLoad(contender.url, next, { connections: options.connections, until: warmUp })
  await contender.settle()
  const cpuBefore = contender.cpuSeconds()
  const endMs = performance.now() + options.seconds * 1000
  const plan = { connections: options.connections, until: () => performance.now() > endMs }
  const load = await driveLoad(contender.url, next, plan)
  const cpuAfter = contender.cpuSeconds()
  const settled = await contender.settle()
  await contender.stop()
  const acknowledged = warmed.answered - warmed.refused + load.answered - load.refused
  const lost = settled && before ? acknowledged - (settled.logged - before.logged) : 0
  console.log(
    `  ${title}: ${Math.round(load.perSecond)}/s, p50 ${load.p50Ms.toFixed(2)} ms, p99 ${load.p99Ms.toFixed(2)} ms, refused ${load.refused}` +
      (settled
        ? `; then ${Math.round(settled.settledMs)} ms to derive the rest, log ${settled.logged}, lost ${lost}`
        : ''),
  )
  const perEvent = (seconds: number) => (seconds * 1e6) / load.answered
  return {
    ...load,
    cpuMicrosPerEvent: perEvent(cpuAfter.all - cpuBefore.all),
    loopMicrosPerEvent: perEvent(cpuAfter.loop - cpuBefore.loop),
    settleSeconds: (settled?.settledMs ?? 0) / 1000,
    lost,
  }
}

function summary(results: readonly Measured[]): Summary {
  const of = (pick: (one: Measured) => number) => median(results.map(pick))
  const sum = (pick: (one: Measured) => number) => results.reduce((all, one) => all + pick(one), 0)
  return {
    perSecond: Math.round(of((one) => one.perSecond)),
    rounds: results.map((one) => Math.round(one.perSecond)),
    p50Ms: round3(of((one) => one.p50Ms)),
    p99Ms: round3(of((one) => one.p99Ms)),
    cpuMicrosPerEvent: round3(of((one) => one.cpuMicrosPerEvent)),
    loopMicrosPerEvent: round3(of((one) => one.loopMicrosPerEvent)),
    refused: sum((one) => one.refused),
    lost: sum((one) => one.lost),
    derivedPerSecond: Math.round(of((one) => one.answered / (one.seconds + one.settleSeconds))),
  }
}

function report(title: string, one: Summary): void {
  const latency = `p50 ${one.p50Ms.toFixed(2)} ms, p99 ${one.p99Ms.toFixed(2)} ms`
  const cpu = `${one.cpuMicrosPerEvent.toFixed(0)} µs CPU an event, ${one.loopMicrosPerEvent.toFixed(0)} of them on the event loop`
  console.log(`${title}: ${one.perSecond} events/s, ${latency}, ${cpu} (rounds: ${one.rounds.join(', ')})`)
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

const round3 = (value: number) => Math.round(value * 1000) / 1000
const percent = (part: number) => `${Math.round(part * 100)} %`

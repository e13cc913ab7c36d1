import type { Options } from './bench-ingest.ts'
import { driveLoad } from './drive-load.ts'
import { requestMaker } from './event-bodies.ts'
import type { ThreadMemory } from './memory-probe.ts'
import { type Contender, MEMORY_FLAGS, startContender } from './start-contender.ts'

export interface MemoryPoint {
  events: number
  /** Memory of the process before garbage collection. */
  residentMiB: number
  /** Memory after garbage collection, at every fourth point: collecting more often would hide what accumulates. */
  collectedMiB?: number
  /** Memory of live objects, on the heap and outside. */
  aliveMiB?: number
  threads?: ThreadMemory[]
  perSecond: number
  p99Ms: number
  settleSeconds: number
  refused: number
}

/** Trend over the second half of the events. */
export interface Trend {
  median: number
  max: number
  maxByMedian: number
  perMillionEvents: number
}

export interface MemoryWatch {
  points: MemoryPoint[]
  secondHalf: Record<Figure, Trend>
}

const FIGURES = ['residentMiB', 'collectedMiB', 'aliveMiB'] as const
type Figure = (typeof FIGURES)[number]

const POINTS = 20
const LOOKED_INTO_EVERY = 4

export async function watchMemory(folder: string, options: Options): Promise<MemoryWatch> {
  const contender = await startContender('vitrine', folder, 'any', MEMORY_FLAGS)
  const next = requestMaker(contender.key, contender.url.host)
  const step = Math.ceil(options.events / POINTS)
  const points: MemoryPoint[] = []
  const begun = await contender.settle()
  for (let done = 0; done < options.events; ) {
    let sent = 0
    const plan = { connections: options.connections, until: () => ++sent >= step }
    const load = await driveLoad(contender.url, next, plan)
    const settled = await contender.settle()
    done += load.answered
    const point: MemoryPoint = {
      events: done,
      residentMiB: contender.residentMiB(),
      ...((points.length + 1) % LOOKED_INTO_EVERY === 0 ? await lookInto(contender) : {}),
      perSecond: Math.round(load.perSecond),
      p99Ms: Math.round(load.p99Ms * 10) / 10,
      settleSeconds: Math.round((settled?.settledMs ?? 0) / 100) / 10,
      refused: load.refused,
    }
    points.push(point)
    console.log(`  ${describe(point)}`)
    if (done >= options.events)
      console.log(
        `  log ${(settled?.logged ?? 0) - (begun?.logged ?? 0)}, derived ${settled?.derived}, refused ${point.refused}`,
      )
  }
  await contender.stop()
  return { points, secondHalf: reportTrends(points.slice(points.length / 2)) }
}

function describe({ events, residentMiB, collectedMiB, aliveMiB, ...point }: MemoryPoint): string {
  const looked = collectedMiB === undefined ? '' : `, ${collectedMiB} without garbage, ${aliveMiB} alive`
  const rate = `${point.perSecond}/s, p99 ${point.p99Ms} ms, settled in ${point.settleSeconds} s`
  return `${events} events: ${residentMiB} MiB resident${looked}, ${rate}`
}

async function lookInto(contender: Contender) {
  const threads = await contender.memory()
  const aliveMiB = Math.round(threads.reduce((sum, { heap, external }) => sum + heap + external, 0))
  return { collectedMiB: contender.residentMiB(), aliveMiB, threads }
}

function reportTrends(points: readonly MemoryPoint[]): Record<Figure, Trend> {
  const trends = FIGURES.map((figure) => [figure, trendOf(points, figure)] as const)
  for (const [figure, { median, max, maxByMedian, perMillionEvents }] of trends)
    console.log(
      `  second half, ${figure}: median ${median}, at most ${max} (${((maxByMedian - 1) * 100).toFixed(1)} % above), ${perMillionEvents} a million events`,
    )
  return Object.fromEntries(trends) as Record<Figure, Trend>
}

function trendOf(all: readonly MemoryPoint[], figure: Figure): Trend {
  const points = all.flatMap(({ events, [figure]: value }) => (value === undefined ? [] : [{ events, value }]))
  const sorted = points.map(({ value }) => value).sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  const max = sorted.at(-1) ?? 0
  const meanEvents = mean(points.map((point) => point.events))
  const meanFigure = mean(sorted)
  const ups = points.map((point) => (point.events - meanEvents) * (point.value - meanFigure))
  const overs = points.map((point) => (point.events - meanEvents) ** 2)
  const perMillionEvents = Math.round((mean(ups) / mean(overs)) * 1e7) / 10
  return { median, max, maxByMedian: Math.round((max / median) * 1000) / 1000, perMillionEvents }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

import { BoughtTogether, packSnapshots, VisitRanker } from '../../packages/recommend/src/index.ts'
import { makeVisits } from './make-visits.ts'

export interface ModelFigures {
  products: number
  events: number
  buildSeconds: number
  eventsPerSecond: number
  megabytes: number
  snapshotMegabytes: number
  loadSeconds: number
  cpuMicros: number
  p50Micros: number
  p99Micros: number
}

/** CPU seconds, not clock: the machine may be busy with other things. */
export function measureModels(products: number, events: number): ModelFigures {
  const begun = process.cpuUsage()
  const ranker = VisitRanker.fit(dated(products, events))
  const orders = BoughtTogether.fit(makeVisits(products, events / 20, 2))
  const buildSeconds = cpuSecondsSince(begun)
  const loading = process.cpuUsage()
  const snapshots = ranker.save()
  const bytes = packSnapshots(snapshots).length
  VisitRanker.load(snapshots)
  const loadSeconds = cpuSecondsSince(loading)
  const { sorted: micros, cpuMean: cpuMicros } = measureCalls(ranker, products)
  return {
    products,
    events,
    buildSeconds,
    eventsPerSecond: Math.round(events / buildSeconds),
    megabytes: Math.round((ranker.byteLength + orders.byteLength) / 1e6),
    snapshotMegabytes: Math.round(bytes / 1e6),
    loadSeconds,
    cpuMicros,
    p50Micros: micros[Math.floor(micros.length * 0.5)] as number,
    p99Micros: micros[Math.floor(micros.length * 0.99)] as number,
  }
}

function* dated(products: number, events: number): Generator<{ items: number[]; day: number }> {
  let made = 0
  for (const items of makeVisits(products, events)) {
    made += items.length
    yield { items, day: 1 + Math.floor((made / events) * 60) }
  }
}

/** Sorted, in microseconds of the clock; and the mean in CPU time, which other work on the machine does not blur. */
function measureCalls(ranker: VisitRanker, products: number): { sorted: number[]; cpuMean: number } {
  const micros: number[] = []
  const visits = [...makeVisits(products, 20_000, 3)]
  const before = process.threadCpuUsage()
  for (const visit of visits) {
    const begun = performance.now()
    ranker.rank(visit, { limit: 20, returns: 'leave out' })
    micros.push(Math.round(1000 * (performance.now() - begun)))
  }
  const { user, system } = process.threadCpuUsage(before)
  return { sorted: micros.sort((a, b) => a - b), cpuMean: Math.round((user + system) / visits.length) }
}

function cpuSecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return Math.round((user + system) / 1e4) / 100
}

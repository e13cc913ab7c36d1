/** Measures the models at one catalog size, in its own process: `measure-models.ts PRODUCTS EVENTS`. The figures are sent to the parent. */
import {
  BoughtTogether,
  ContentIndex,
  packSnapshots,
  SparseAccumulator,
  VisitRanker,
} from '../../packages/recommend/src/index.ts'
import { makeVisits, mulberry32, popular } from './make-visits.ts'

/** Seconds are CPU time, because the machine may be busy with other work. */
export interface ModelFigures {
  products: number
  events: number
  /** Time to learn visits and orders event by event. */
  buildSeconds: number
  eventsPerSecond: number
  /** Memory of the two models. */
  megabytes: number
  snapshotMegabytes: number
  saveAndLoadSeconds: number
  /** Time to compute the similarities of the whole catalog, and their memory. */
  contentSeconds: number
  contentMegabytes: number
  /** Ranking of the next products: mean CPU time and wall-clock time. */
  callCpuMicros: number
  callP50Micros: number
  callP99Micros: number
  /** The products most similar to one that was not requested before. */
  likesP50Micros: number
  likesP99Micros: number
  /** Memory of the whole process at its end. */
  residentMegabytes: number
}

const CALLS = 5000

if (process.send) process.send(measureModels(Number(process.argv[2]), Number(process.argv[3])))

function measureModels(products: number, events: number): ModelFigures {
  const before = heldMegabytes()
  const comparing = process.cpuUsage()
  const content = ContentIndex.fit(contents(products))
  const contentSeconds = cpuSecondsSince(comparing)
  const contentMegabytes = heldMegabytes() - before
  const likes = measureLikes(content, products)
  const building = process.cpuUsage()
  const ranker = VisitRanker.fit(dated(products, events))
  const orders = BoughtTogether.fit(makeVisits(products, events / 20, 2))
  const buildSeconds = cpuSecondsSince(building)
  const loading = process.cpuUsage()
  const snapshotBytes = packSnapshots(ranker.save()).length
  VisitRanker.load(ranker.save())
  const saveAndLoadSeconds = cpuSecondsSince(loading)
  const calls = measureCalls(ranker, products)
  return {
    products,
    events,
    buildSeconds,
    eventsPerSecond: Math.round(events / buildSeconds),
    megabytes: Math.round((ranker.byteLength + orders.byteLength) / 1e6),
    snapshotMegabytes: Math.round(snapshotBytes / 1e6),
    saveAndLoadSeconds,
    contentSeconds,
    contentMegabytes,
    callCpuMicros: calls.cpuMean,
    callP50Micros: quantile(calls.micros, 0.5),
    callP99Micros: quantile(calls.micros, 0.99),
    likesP50Micros: quantile(likes, 0.5),
    likesP99Micros: quantile(likes, 0.99),
    residentMegabytes: Math.round(process.memoryUsage.rss() / 1e6),
  }
}

function* dated(products: number, events: number): Generator<{ items: number[]; day: number }> {
  let made = 0
  for (const items of makeVisits(products, events)) {
    made += items.length
    yield { items, day: 1 + Math.floor((made / events) * 60) }
  }
}

function* contents(products: number): Generator<[number, { features: string[]; price: number }]> {
  for (let number = 0; number < products; number++) {
    const group = Math.floor(number / 50)
    const tags = [`tag:tag-${number % 31}`, `tag:group-${group}`]
    const words = ['word:thing', `word:${number}`, 'word:group', `word:${group}`]
    const features = [`type:type ${group}`, `vendor:vendor ${group % 97}`, ...tags, ...words]
    yield [number, { features, price: 5 + (number % 90) }]
  }
}

/** Wall-clock times in microseconds, and the mean CPU time, which other work on the machine hardly affects. */
function measureCalls(ranker: VisitRanker, products: number): { micros: number[]; cpuMean: number } {
  const visits = [...makeVisits(products, 5 * CALLS, 3)]
  const before = process.threadCpuUsage()
  const micros = visits.map((visit) => timed(() => ranker.rank(visit, { limit: 20, returns: 'leave out' })))
  const { user, system } = process.threadCpuUsage(before)
  return { micros, cpuMean: Math.round((user + system) / visits.length) }
}

function measureLikes(content: ContentIndex, products: number): number[] {
  const random = mulberry32(5)
  const accumulator = new SparseAccumulator()
  return Array.from({ length: CALLS }, () => {
    const anchor = popular(products, random)
    return timed(() => {
      accumulator.reset(products)
      content.score(accumulator, [anchor])
      accumulator.top(300)
    })
  })
}

function timed(work: () => unknown): number {
  const begun = performance.now()
  work()
  return 1000 * (performance.now() - begun)
}

/** Memory in use, without garbage. */
function heldMegabytes(): number {
  for (let turn = 0; turn < 2; turn++) globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return Math.round((heapUsed + arrayBuffers) / 1e6)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
}

function cpuSecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return Math.round((user + system) / 1e4) / 100
}

/** Measures one contender: `node measure.ts CONTENDER FOLDER` prints a line of JSON, and progress on stderr. */
import { type Contender, contenders, type Search } from './contenders.ts'
import { FILTERS, passing, readSample, type Sample } from './sample.ts'

export interface Workload {
  /** One of this many vectors passes the filter. */
  filter: number
  /** Width of a graph search, and the recall that was wanted. Even the largest width may miss it. */
  width?: number
  wantedRecall?: number
  recall: number
  p50: number
  p95: number
  p99: number
  cpuMs: number
  queries: number
}

export interface Measurement {
  contender: string
  vectors: number
  dimension: number
  /** Number of nearest vectors to find. */
  depth: number
  buildMs: number
  buildCpuMs: number
  /** Memory of the index after garbage collection, without the vectors. */
  bytesPerVector: number
  workloads: Workload[]
}

/** Default of usearch, and usual for hnswlib, whose default of 10 is less than the number of results. */
const FIRST_WIDTH = 64
const WIDTHS = [20, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096]
const WANTED = [0.98, 0.999]
const CHUNK = 2000
const SAY_EVERY_MS = 10_000

const [name, folder] = process.argv.slice(2)
console.log(JSON.stringify(await measure(name!, readSample(folder!))))

async function measure(contender: string, sample: Sample): Promise<Measurement> {
  const { vectors, dimension, depth } = sample
  const index = await contenders[contender]!(sample)
  const before = memory()
  const built = build(contender, index, vectors)
  const isCopy = contender !== 'plain Float32'
  const bytesPerVector = isCopy ? (memory() - before) / vectors : 4 * dimension
  const workloads = FILTERS.flatMap((filter) => {
    const search = filter === 1 ? index.search : index.filter?.(passing(filter, vectors))
    if (search === undefined) return []
    return index.widen ? widths(index.widen, search, sample, filter) : [timed(search, sample, filter)]
  })
  return { contender, vectors, dimension, depth, ...built, bytesPerVector, workloads }
}

function build(contender: string, index: Contender, vectors: number) {
  const begunMs = performance.now()
  const begunCpu = process.cpuUsage()
  let saidMs = begunMs
  for (let first = 0; first < vectors; first += CHUNK) {
    index.add(first, Math.min(vectors, first + CHUNK))
    if (performance.now() - saidMs < SAY_EVERY_MS) continue
    saidMs = performance.now()
    console.error(
      `${contender}: ${Math.min(vectors, first + CHUNK)} of ${vectors} in, ${((saidMs - begunMs) / 1000).toFixed(0)} s`,
    )
  }
  index.finish?.()
  const { user, system } = process.cpuUsage(begunCpu)
  return { buildMs: performance.now() - begunMs, buildCpuMs: (user + system) / 1000 }
}

/** Measures a graph at its first width, then at the smallest width for each wanted recall. */
function widths(widen: (width: number) => void, search: Search, sample: Sample, filter: number): Workload[] {
  widen(FIRST_WIDTH)
  const found = [{ ...timed(search, sample, filter), width: FIRST_WIDTH }]
  let from = 0
  for (const wantedRecall of WANTED) {
    const at = WIDTHS.findIndex((width, i) => {
      if (i < from) return false
      widen(width)
      return recallOf(answersOf(search, sample), sample, filter) >= wantedRecall
    })
    from = at < 0 ? WIDTHS.length - 1 : at
    found.push({ ...timed(search, sample, filter), width: WIDTHS[from]!, wantedRecall })
  }
  return found
}

function answersOf(search: Search, { queries, depth }: Sample): number[][] {
  return queries.map((query) => search(query, depth))
}

function recallOf(answers: readonly number[][], { truth }: Sample, filter: number): number {
  const recalls = truth[filter]!.map((exact, i) => share(exact, new Set(answers[i]!)))
  return recalls.reduce((sum, one) => sum + one, 0) / recalls.length
}

function share(wanted: readonly number[], found: ReadonlySet<number>): number {
  return wanted.filter((number) => found.has(number)).length / wanted.length
}

function timed(search: Search, sample: Sample, filter: number): Workload {
  const { queries, depth } = sample
  for (const query of queries.slice(0, 20)) search(query, depth)
  const times: number[] = []
  const begunCpu = process.cpuUsage()
  const answers = queries.map((query) => {
    const begunMs = performance.now()
    const answer = search(query, depth)
    times.push(performance.now() - begunMs)
    return answer
  })
  // CPU time, because wall-clock time is distorted on a busy machine.
  const { user, system } = process.cpuUsage(begunCpu)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]!
  return {
    filter,
    recall: recallOf(answers, sample, filter),
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    cpuMs: (user + system) / 1000 / queries.length,
    queries: queries.length,
  }
}

/** Counts only the used part of the heap, because reserved space does not belong to the index. */
function memory(): number {
  globalThis.gc?.()
  const { rss, heapTotal, heapUsed } = process.memoryUsage()
  return rss - heapTotal + heapUsed
}

/** One contender in a process of its own; prints one line of JSON. */
import { contenders, PlainVectors } from './contenders.ts'
import { generateVectors } from './generate-vectors.ts'

export interface Measurement {
  contender: string
  vectors: number
  buildMs: number
  /** Resident memory that came with the index; the vectors themselves are generated before and freed after. */
  bytesPerVector: number
  workloads: Record<string, { p50: number; p95: number; cpuMs: number; recall: number; queries: number }>
}

const K = 20
/** Exact answers cost a tenth of a second each, so recall is taken on the first few queries. */
const JUDGED = 40

const [name, count, dimension, queryCount] = process.argv.slice(2)
if (name !== undefined)
  console.log(JSON.stringify(await measure(name, Number(count), Number(dimension), Number(queryCount))))

async function measure(contender: string, count: number, dimension: number, queryCount: number): Promise<Measurement> {
  const vectors = generateVectors(count, dimension, 1)
  const queries = generateVectors(queryCount, dimension, 2)
  const index = await contenders[contender]!(dimension)
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const begunMs = performance.now()
  index.add(vectors)
  const buildMs = performance.now() - begunMs
  globalThis.gc?.()
  const bytesPerVector = contender === 'plain Float32' ? 4 * dimension : (process.memoryUsage().rss - before) / count
  const workloads: Measurement['workloads'] = {}
  workloads.all = timed(queries, vectors, [...vectors.keys()], (query) => index.search(query, K))
  for (const share of [10, 100]) {
    const allowed = [...vectors.keys()].filter((number) => number % share === 0)
    const search = index.filter?.(allowed)
    if (search) workloads[`1 in ${share}`] = timed(queries, vectors, allowed, (query) => search(query, K))
  }
  return { contender, vectors: count, buildMs, bytesPerVector, workloads }
}

function timed(
  queries: readonly Float32Array[],
  vectors: readonly Float32Array[],
  allowed: readonly number[],
  search: (query: Float32Array) => number[],
) {
  for (const query of queries.slice(0, 10)) search(query)
  const times: number[] = []
  const begunCpu = process.cpuUsage()
  const answers = queries.map((query) => {
    const begunMs = performance.now()
    const answer = search(query)
    times.push(performance.now() - begunMs)
    return answer
  })
  // What a busy machine does to the clock, it does not do to the processor's account.
  const { user, system } = process.cpuUsage(begunCpu)
  times.sort((a, b) => a - b)
  const plain = new PlainVectors(vectors)
  const numbers = Uint32Array.from(allowed)
  const recalls = queries.slice(0, JUDGED).map((query, i) => {
    const exact = plain.nearest(numbers, query, K)
    return exact.filter((number) => answers[i]!.includes(number)).length / exact.length
  })
  return {
    p50: times[Math.floor(0.5 * (times.length - 1))]!,
    p95: times[Math.floor(0.95 * (times.length - 1))]!,
    cpuMs: (user + system) / 1000 / queries.length,
    recall: recalls.reduce((sum, one) => sum + one, 0) / recalls.length,
    queries: queries.length,
  }
}

/** Measures one contender and prints a line of JSON: `node measure.ts CONTENDER PRODUCTS QUERIES SECONDS`. */
import { type ContenderName, createContender } from './contenders.ts'
import { generateCatalog } from './generate-catalog.ts'
import { makeQueries, type Workload, WORKLOADS } from './queries.ts'

export interface WorkloadResult {
  readonly queries: number
  /** Milliseconds per query. No query repeats, so no answer comes from a cache. */
  readonly times: number[]
  readonly cpuMsPerQuery: number
  readonly emptyAnswers: number
}

export interface Measurement {
  readonly contender: string
  readonly products: number
  /** True if the products do not fit into memory. They are then generated during the build and count as part of it. */
  readonly isStreamed: boolean
  readonly buildCpuMs: number
  readonly buildWallMs: number
  /** Memory of the index after garbage collection, without the products. */
  readonly memoryMb: number
  readonly workloads: Partial<Record<Workload, WorkloadResult>>
}

const MAX_IN_MEMORY = 200_000
/** Number of products from which queries are made. */
const QUERY_SOURCES = 20_000
/** Share of the time for warming up, because real servers run for weeks. */
const WARM_UP_SHARE = 0.3
/** Queries for warming up, per measured query. None repeats, because caches would answer it. */
const WARM_UP_FACTOR = 5

const [name, products, queryCount, seconds] = process.argv.slice(2)
console.log(JSON.stringify(await measure(name as ContenderName, Number(products), Number(queryCount), Number(seconds))))

async function measure(
  contenderName: ContenderName,
  productCount: number,
  count: number,
  budget: number,
): Promise<Measurement> {
  const isStreamed = productCount > MAX_IN_MEMORY
  const docs = isStreamed ? generateCatalog(productCount) : [...generateCatalog(productCount)]
  // The last `count` queries are measured; the others are for warming up.
  const sources = [...generateCatalog(Math.min(productCount, QUERY_SOURCES))]
  const queries = makeQueries(sources, (WARM_UP_FACTOR + 1) * count)
  const contender = await createContender(contenderName)
  const before = memoryMb()
  const cpu = process.cpuUsage()
  const wall = performance.now()
  await contender.build(docs)
  const buildWallMs = performance.now() - wall
  const spent = process.cpuUsage(cpu)
  const results: Measurement['workloads'] = {}
  const after = memoryMb()
  for (const workload of WORKLOADS) {
    if (contender.cannot?.includes(workload)) continue
    results[workload] = await timeQueries((query) => contender.search(query, workload), queries[workload], budget)
  }
  const measured = {
    contender: contenderName,
    products: productCount,
    isStreamed,
    buildCpuMs: (spent.user + spent.system) / 1000,
    buildWallMs,
    memoryMb: contender.memoryMb?.() ?? after - before,
    workloads: results,
  }
  contender.close?.()
  return measured
}

type Search = (query: string) => Promise<readonly number[]> | readonly number[]

/** Stops when the budget is spent. Queries used for warming up are skipped. */
async function timeQueries(search: Search, queries: readonly string[], budgetSeconds: number): Promise<WorkloadResult> {
  const first = (queries.length * WARM_UP_FACTOR) / (WARM_UP_FACTOR + 1)
  const asked = new Set(queries.slice(0, first))
  const end = performance.now() + budgetSeconds * 1000
  const warm = performance.now() + budgetSeconds * 1000 * WARM_UP_SHARE
  for (const query of asked) if (performance.now() < warm) await search(query)
  const times: number[] = []
  let emptyAnswers = 0
  const cpu = process.cpuUsage()
  for (const query of new Set(queries.slice(first))) {
    if (asked.has(query)) continue
    if (performance.now() > end && times.length >= 10) break
    const start = performance.now()
    const found = await search(query)
    times.push(performance.now() - start)
    if (found.length === 0) emptyAnswers++
  }
  const spent = process.cpuUsage(cpu)
  const cpuMsPerQuery = (spent.user + spent.system) / 1000 / Math.max(1, times.length)
  return { queries: times.length, times, cpuMsPerQuery, emptyAnswers }
}

function memoryMb(): number {
  globalThis.gc?.()
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  return (heapUsed + Math.max(external, arrayBuffers)) / 2 ** 20
}

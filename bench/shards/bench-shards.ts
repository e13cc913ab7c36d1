/**
 * `npm run bench -- shards --products 5000000 --threads 2`: a shop of generated products in segments, searched by one thread and then
 * by several. Words, half-typed words and filters, each with six facets and a page of 24. Tells p50 and p95, CPU and resident memory,
 * and whether both gave the same products, scores, counts and corrections.
 */
import { availableParallelism } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import { emptyIndex, type SearchResult, searchIndex, type ShopIndex, withForkJoin, withSegment } from '@vitrine/engine'
import { RpcWorker } from '@vitrine/worker-rpc'
import { SearchThreads } from '../../packages/server/src/ports/search-index/search-threads.ts'
import { generateCatalog } from '../search/generate-catalog.ts'
import { makeQueries } from '../search/queries.ts'
import { readOptions, saveResult } from '../bench.ts'
import type { ShardBuilder } from './build-shard-worker.ts'
import { type ShardSearch, shardSearches } from './shard-searches.ts'

const USAGE = `npm run bench -- shards [--products 500000] [--threads 2] [--segment 250000] [--queries 60]
  --products N  generated products
  --threads N   threads that search, the calling one among them
  --segment N   products in a segment
  --queries N   different searches of each kind`

export async function run(args: string[]): Promise<void> {
  const values = readOptions(args, { products: 500_000, threads: 2, segment: 250_000, queries: 60 }, USAGE)
  const { products, threads, segment } = values
  const begunMs = performance.now()
  const index = await buildIndex(products, segment)
  const buildSeconds = Math.round((performance.now() - begunMs) / 1000)
  console.log(
    `${products} products in ${index.views.length} segments, built in ${buildSeconds} s, ${rssMb()} MB resident`,
  )
  const searches = shardSearches(index, makeQueries([...generateCatalog(2000, 1, 1)], values.queries))
  const results = await compare(index, searches, threads)
  saveResult(`shards-${products}`, { products, segments: index.views.length, buildSeconds, ...results })
}

/** On all cores at once, a segment each. */
async function buildIndex(products: number, size: number): Promise<ShopIndex> {
  const parts = Array.from({ length: Math.ceil(products / size) }, (_, part) => part)
  const count = Math.ceil(products / parts.length)
  let index = emptyIndex('en')
  const buildNext = async (builder: RpcWorker<ShardBuilder>): Promise<void> => {
    for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
      const segment = await builder.call('build', part, count)
      index = withSegment(index, segment, [])
    }
    await builder.terminate()
  }
  const cores = Math.min(parts.length, availableParallelism())
  const module = new URL('./build-shard-worker.ts', import.meta.url)
  await Promise.all(Array.from({ length: cores }, () => buildNext(new RpcWorker(module))))
  return index
}

async function compare(index: ShopIndex, searches: readonly ShardSearch[], count: number) {
  const threads = new SearchThreads({ threads: count - 1 })
  // Whatever is kept with the segments is there before anything is timed, and the threads run.
  measure(withForkJoin(index, undefined), searches)
  measure(withForkJoin(index, threads), searches)
  const one = measure(withForkJoin(index, undefined), searches)
  const several = measure(withForkJoin(index, threads), searches)
  await threads.close()
  const differing = searches.filter((_, i) => !isDeepStrictEqual(one.answers[i], several.answers[i]))
  for (const kind of new Set(searches.map((search) => search.kind))) {
    print(`${kind}, 1 thread`, one.figures[kind]!)
    print(`${kind}, ${count} threads`, several.figures[kind]!)
  }
  console.log(`${searches.length} searches, ${differing.length} with another answer; ${rssMb()} MB resident`)
  if (differing.length > 0) process.exitCode = 1
  return {
    threads: count,
    one: one.figures,
    several: several.figures,
    differing: differing.length,
    residentMb: rssMb(),
  }
}

interface Figures {
  p50Ms: number
  p95Ms: number
  cpuMs: number
}

function measure(index: ShopIndex, searches: readonly ShardSearch[]) {
  const times: Record<string, number[]> = {}
  const cpu: Record<string, number> = {}
  const answers = searches.map(({ kind, request }): SearchResult => {
    const begunMs = performance.now()
    const before = process.cpuUsage()
    const answer = searchIndex(index, request)
    const { user, system } = process.cpuUsage(before)
    times[kind] = [...(times[kind] ?? []), performance.now() - begunMs]
    cpu[kind] = (cpu[kind] ?? 0) + (user + system) / 1000
    return answer
  })
  const figures = Object.fromEntries(
    Object.entries(times).map(([kind, ms]): [string, Figures] => {
      const at = (share: number) => round(ms.toSorted((a, b) => a - b)[Math.floor(share * (ms.length - 1))]!)
      return [kind, { p50Ms: at(0.5), p95Ms: at(0.95), cpuMs: round(cpu[kind]! / ms.length) }]
    }),
  )
  return { answers, figures }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function rssMb(): number {
  return Math.round(process.memoryUsage.rss() / 2 ** 20)
}

function print(what: string, { p50Ms, p95Ms, cpuMs }: Figures): void {
  console.log(`  ${what.padEnd(24)} p50 ${p50Ms} ms, p95 ${p95Ms} ms, CPU ${cpuMs} ms a search`)
}

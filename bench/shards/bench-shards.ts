/**
 * `npm run bench -- shards --products 5000000`: a shop of generated products in several segments. Words, half-typed words and filters,
 * each with six facets and a page of 24. Tells p50 and p95, CPU and resident memory.
 */
import { availableParallelism } from 'node:os'
import { emptyIndex, searchIndex, type ShopIndex, withSegment } from '@vitrine/engine'
import { RpcWorker } from '@vitrine/worker-rpc'
import { generateCatalog } from '../search/generate-catalog.ts'
import { makeQueries } from '../search/queries.ts'
import { readOptions, saveResult } from '../bench.ts'
import type { ShardBuilder } from './build-shard-worker.ts'
import { type ShardSearch, shardSearches } from './shard-searches.ts'

const USAGE = `npm run bench -- shards [--products 500000] [--segment 250000] [--queries 60]
  --products N  generated products
  --segment N   products in a segment
  --queries N   different searches of each kind`

export async function run(args: string[]): Promise<void> {
  const values = readOptions(args, { products: 500_000, segment: 250_000, queries: 60 }, USAGE)
  const { products, segment } = values
  const begunMs = performance.now()
  const index = await buildIndex(products, segment)
  const buildSeconds = Math.round((performance.now() - begunMs) / 1000)
  console.log(
    `${products} products in ${index.views.length} segments, built in ${buildSeconds} s, ${rssMb()} MB resident`,
  )
  const searches = shardSearches(index, makeQueries([...generateCatalog(2000, 1, 1)], values.queries))
  // The first run fills the segments' caches before anything is timed.
  measure(index, searches)
  const figures = measure(index, searches)
  for (const [kind, { p50Ms, p95Ms, cpuMs }] of Object.entries(figures))
    console.log(`  ${kind.padEnd(24)} p50 ${p50Ms} ms, p95 ${p95Ms} ms, CPU ${cpuMs} ms a search`)
  saveResult(`shards-${products}`, {
    ...{ products, segments: index.views.length, buildSeconds },
    ...{ one: figures, residentMb: rssMb() },
  })
}

/** Builds the segments on all cores at once. */
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

interface Figures {
  p50Ms: number
  p95Ms: number
  cpuMs: number
}

function measure(index: ShopIndex, searches: readonly ShardSearch[]): Record<string, Figures> {
  const times: Record<string, number[]> = {}
  const cpu: Record<string, number> = {}
  for (const { kind, request } of searches) {
    const begunMs = performance.now()
    const before = process.cpuUsage()
    searchIndex(index, request)
    const { user, system } = process.cpuUsage(before)
    times[kind] = [...(times[kind] ?? []), performance.now() - begunMs]
    cpu[kind] = (cpu[kind] ?? 0) + (user + system) / 1000
  }
  return Object.fromEntries(
    Object.entries(times).map(([kind, ms]): [string, Figures] => {
      const at = (share: number) => round(ms.toSorted((a, b) => a - b)[Math.floor(share * (ms.length - 1))]!)
      return [kind, { p50Ms: at(0.5), p95Ms: at(0.95), cpuMs: round(cpu[kind]! / ms.length) }]
    }),
  )
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function rssMb(): number {
  return Math.round(process.memoryUsage.rss() / 2 ** 20)
}

/**
 * Measures speed and memory of imports: into an empty store, again with unchanged data, and as a Google feed. For
 * comparison, SQLite stores the same bytes row by row, in transactions of the same size.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readOptions, saveResult } from '../bench.ts'
import { googleFeed, ndjson } from './generate-products.ts'

const WORKLOAD = fileURLToPath(new URL('./workload.ts', import.meta.url))
const WORKLOADS = ['bare-sqlite', 'import', 'import-again', 'import-feed'] as const
const MIB = 1024 * 1024

interface Measured {
  products: number
  seconds: number
  cpuSeconds: number
  peakRssMib: number
}

export async function run(args: string[]): Promise<void> {
  const { products: count } = readOptions(args, { products: 100_000 }, 'npm run bench -- catalog [--products 100000]')
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-catalog-'))
  try {
    const file = join(folder, 'products.ndjson')
    const feed = join(folder, 'feed.xml')
    await writeFile(file, ndjson(count))
    await writeFile(feed, googleFeed(count))
    const results = WORKLOADS.map((name) => ({ name, ...measure(name, folder, count) }))
    console.table(results.map(row))
    saveResult(`catalog-${count}`, { command: `npm run bench -- catalog --products ${count}`, results })
    const [floor, first] = results
    const ratio = first!.cpuSeconds / floor!.cpuSeconds
    const mib = (path: string) => `${(statSync(path).size / MIB).toFixed(0)} MiB`
    console.log(
      `source ${mib(file)}, feed ${mib(feed)}, store ${mib(join(folder, 'records.db'))}, bare rows ${mib(join(folder, 'bare.db'))}`,
    )
    console.log(`import takes ${ratio.toFixed(1)}× the CPU of writing the same lines bare into SQLite`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function measure(name: string, folder: string, count: number): Measured {
  const child = spawnSync(process.execPath, [WORKLOAD, name, folder, String(count)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.status !== 0) throw new Error(`the workload ${name} failed`)
  return JSON.parse(child.stdout) as Measured
}

function row({ name, products, seconds, cpuSeconds, peakRssMib }: Measured & { name: string }) {
  return {
    workload: name,
    products,
    'products/s': Math.round(products / seconds),
    'products/s of CPU': Math.round(products / cpuSeconds),
    seconds,
    cpuSeconds,
    peakRssMib,
  }
}

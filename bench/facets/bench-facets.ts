import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { percentile, readOptions, saveResult } from '../bench.ts'

const USAGE = `npm run bench -- facets [--products 100000] [--queries 200] [--vendors 0]
  A text query with 6 facets and 2 filters, beside SQLite FTS5 with GROUP BY.
  --vendors N   as many vendors as that, to see what a large dictionary costs`

interface Measurement {
  contender: string
  products: number
  vendors: number
  /** Milliseconds per query. */
  times: number[]
}

export async function run(args: string[]): Promise<void> {
  const values = readOptions(args, { products: 100_000, queries: 200, vendors: 0 }, USAGE)
  const measurements: Measurement[] = []
  for (const name of ['vitrine', 'sqlite']) {
    measurements.push(await measureApart([name, ...[values.products, values.queries, values.vendors].map(String)]))
    const { contender, times } = measurements.at(-1)!
    console.log(
      `${contender}: p50 ${percentile(times, 0.5).toFixed(3)} ms, p95 ${percentile(times, 0.95).toFixed(3)} ms`,
    )
  }
  const [ours, theirs] = measurements.map(({ times }) => times)
  const ratio = (share: number) => (percentile(theirs!, share) / percentile(ours!, share)).toFixed(1)
  console.log(`vitrine is faster than sqlite: p50 ×${ratio(0.5)}, p95 ×${ratio(0.95)}`)
  saveResult(`facets-${values.products}-${values.vendors}`, { measurements })
}

async function measureApart(args: readonly string[]): Promise<Measurement> {
  const file = fileURLToPath(new URL('measure-facets.ts', import.meta.url))
  const flags = ['--max-old-space-size=12288', '--disable-warning=ExperimentalWarning']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, file, ...args], { maxBuffer: 2 ** 26 })
  return JSON.parse(stdout.trim().split('\n').at(-1)!)
}

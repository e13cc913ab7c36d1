import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { percentile, readOptions, saveResult } from '../bench.ts'
import { type ContenderName, CONTENDER_NAMES } from './contenders.ts'
import { tantivyProblem } from './contender-tantivy.ts'
import type { Measurement } from './measure.ts'
import { WORKLOADS } from './queries.ts'

const USAGE = `npm run bench -- search [--products 100000] [--only vitrine,sqlite] [--queries 200] [--seconds 20]
  --products N   generated products
  --only NAMES   of ${CONTENDER_NAMES.join(', ')}
  --queries N    different queries of each workload
  --seconds N    most time of one contender on one workload; slow ones answer fewer queries`

/** Compares text search with other engines, each in a process of its own. */
export async function run(args: string[]): Promise<void> {
  const values = readOptions(args, { products: 100_000, only: '', queries: 200, seconds: 20 }, USAGE)
  const names = (values.only === '' ? CONTENDER_NAMES : values.only.split(',')) as ContenderName[]
  const measurements: Measurement[] = []
  for (const name of names) {
    const problem = name === 'tantivy' ? tantivyProblem() : undefined
    if (problem !== undefined) {
      console.log(problem)
      continue
    }
    measurements.push(await measureApart(name, [values.products, values.queries, values.seconds].map(String)))
    printOne(measurements.at(-1)!)
  }
  printRatios(measurements)
  const some = values.only === '' ? '' : `-${names.join('-')}`
  saveResult(`search-${values.products}${some}`, { measurements })
}

const start = promisify(execFile)
const MEASURE_FILE = fileURLToPath(new URL('measure.ts', import.meta.url))

async function measureApart(name: ContenderName, numbers: readonly string[]): Promise<Measurement> {
  const flags = ['--expose-gc', '--max-old-space-size=12288', '--disable-warning=ExperimentalWarning']
  const { stdout } = await start(process.execPath, [...flags, MEASURE_FILE, name, ...numbers], { maxBuffer: 2 ** 26 })
  return JSON.parse(stdout.trim().split('\n').at(-1)!)
}

function printOne({ contender, products, buildCpuMs, memoryMb, workloads: results }: Measurement): void {
  console.log(
    `${contender}: ${products} products, build ${(buildCpuMs / 1000).toFixed(1)} s CPU, ${memoryMb.toFixed(0)} MB`,
  )
  for (const workload of WORKLOADS) {
    const result = results[workload]
    if (result === undefined) continue
    const figures = `p50 ${percentile(result.times, 0.5).toFixed(3)} ms, p95 ${percentile(result.times, 0.95).toFixed(3)} ms`
    console.log(
      `  ${workload.padEnd(8)} ${figures}, CPU ${result.cpuMsPerQuery.toFixed(3)} ms, ${result.queries} queries, ${result.emptyAnswers} empty`,
    )
  }
}

function printRatios(measurements: readonly Measurement[]): void {
  const ours = measurements.find((measurement) => measurement.contender === 'vitrine')
  if (ours === undefined) return
  for (const other of measurements) {
    if (other === ours) continue
    const parts = WORKLOADS.flatMap((workload) => {
      const [a, b] = [other.workloads[workload], ours.workloads[workload]]
      if (a === undefined || b === undefined) return []
      // Compares only queries that both answered, because a slow contender answers fewer.
      const both = Math.min(a.times.length, b.times.length)
      const ratio = (share: number) =>
        (percentile(a.times.slice(0, both), share) / percentile(b.times.slice(0, both), share)).toFixed(1)
      return [`${workload} p50 ×${ratio(0.5)} p95 ×${ratio(0.95)}`]
    })
    console.log(
      `vitrine is faster than ${other.contender}: ${parts.join('; ')}; build ×${(other.buildCpuMs / ours.buildCpuMs).toFixed(1)}`,
    )
  }
}

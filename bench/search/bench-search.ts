import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { type ContenderName, CONTENDER_NAMES } from './contenders.ts'
import { tantivyProblem } from './contender-tantivy.ts'
import type { Measurement, WorkloadResult } from './measure.ts'
import { WORKLOADS } from './queries.ts'

const USAGE = `npm run bench -- search [--products 100000] [--only vitrine,sqlite] [--queries 200] [--seconds 20]
  --products N   generated products
  --only NAMES   of ${CONTENDER_NAMES.join(', ')}
  --queries N    different queries of each workload
  --seconds N    most time of one contender on one workload; slow ones answer fewer queries`

/** Text search beside other engines, each in a process of its own, one after the other. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      products: { type: 'string', default: '100000' },
      only: { type: 'string' },
      queries: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '20' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(USAGE)
  const names = (values.only?.split(',') ?? CONTENDER_NAMES) as ContenderName[]
  const measurements: Measurement[] = []
  for (const name of names) {
    const problem = name === 'tantivy' ? tantivyProblem() : undefined
    if (problem !== undefined) {
      console.log(problem)
      continue
    }
    measurements.push(await measureApart(name, [values.products, values.queries, values.seconds]))
    printOne(measurements.at(-1)!)
  }
  printRatios(measurements)
  const some = values.only === undefined ? '' : `-${names.join('-')}`
  save(`search-${values.products}${some}`, measurements)
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
    const figures = `p50 ${percentile(result, 0.5).toFixed(3)} ms, p95 ${percentile(result, 0.95).toFixed(3)} ms`
    console.log(
      `  ${workload.padEnd(8)} ${figures}, CPU ${result.cpuMsPerQuery.toFixed(3)} ms, ${result.queries} queries, ${result.emptyAnswers} empty`,
    )
  }
}

/** How many times longer the others take than Vitrine. */
function printRatios(measurements: readonly Measurement[]): void {
  const ours = measurements.find((measurement) => measurement.contender === 'vitrine')
  if (ours === undefined) return
  for (const other of measurements) {
    if (other === ours) continue
    const parts = WORKLOADS.flatMap((workload) => {
      const [a, b] = [other.workloads[workload], ours.workloads[workload]]
      if (a === undefined || b === undefined) return []
      // A slow contender answered fewer queries: only those that both answered are compared.
      const both = Math.min(a.times.length, b.times.length)
      const ratio = (share: number) => (percentile(a, share, both) / percentile(b, share, both)).toFixed(1)
      return [`${workload} p50 ×${ratio(0.5)} p95 ×${ratio(0.95)}`]
    })
    console.log(
      `vitrine is faster than ${other.contender}: ${parts.join('; ')}; build ×${(other.buildCpuMs / ours.buildCpuMs).toFixed(1)}`,
    )
  }
}

function percentile({ times }: WorkloadResult, share: number, first = times.length): number {
  const sorted = times.slice(0, first).sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

function save(name: string, measurements: readonly Measurement[]): void {
  const folder = fileURLToPath(new URL('../results/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}${name}.json`, `${JSON.stringify({ measurements }, null, 1)}\n`)
}

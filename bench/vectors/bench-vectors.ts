/** `npm run bench -- vectors`: nearest neighbours beside other libraries, and how fast the local model embeds a catalog. */
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { contenders } from './contenders.ts'
import { type EmbeddingRate, measureEmbedding } from './embedding-rate.ts'
import type { Measurement } from './measure.ts'

const usage = `npm run bench -- vectors [--vectors 100000] [--dimension 384] [--queries 200] [--embed 2000] [--only NAMES]
  --vectors N    generated vectors
  --queries N    different queries
  --embed N      products of a generated catalog to embed, 0 for none
  --only NAMES   of ${Object.keys(contenders).join(', ')}`

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      vectors: { type: 'string', default: '100000' },
      dimension: { type: 'string', default: '384' },
      queries: { type: 'string', default: '200' },
      embed: { type: 'string', default: '2000' },
      only: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(usage)
  const numbers = [values.vectors, values.dimension, values.queries]
  const measurements: Measurement[] = []
  for (const name of values.only?.split(',') ?? Object.keys(contenders)) {
    const measurement = await measureApart(name, numbers)
    if (measurement !== undefined) measurements.push(measurement)
  }
  print(measurements)
  const embedding = Number(values.embed) > 0 ? await measureEmbedding(Number(values.embed)) : undefined
  if (embedding) printEmbedding(embedding)
  save(`vectors-${values.vectors}`, { measurements, embedding })
}

const start = promisify(execFile)
const measureFile = fileURLToPath(new URL('measure.ts', import.meta.url))

async function measureApart(name: string, numbers: readonly string[]): Promise<Measurement | undefined> {
  const flags = ['--expose-gc', '--max-old-space-size=12288', '--disable-warning=ExperimentalWarning']
  try {
    const { stdout } = await start(process.execPath, [...flags, measureFile, name, ...numbers], { maxBuffer: 2 ** 26 })
    return JSON.parse(stdout.trim().split('\n').at(-1)!)
  } catch (error) {
    const missing = String(error).includes('Cannot find package')
    console.log(missing ? `${name}: not installed, left out` : `${name}: failed\n${error}`)
    return undefined
  }
}

function print(measurements: readonly Measurement[]): void {
  const slowest = measurements.find(({ contender }) => contender === 'plain Float32')
  for (const { contender, vectors, buildMs, bytesPerVector, workloads } of measurements) {
    console.log(
      `${contender}: ${vectors} vectors, build ${(buildMs / 1000).toFixed(1)} s, ${bytesPerVector.toFixed(0)} bytes a vector`,
    )
    for (const [workload, { p50, p95, cpuMs, recall }] of Object.entries(workloads)) {
      const ratio = (slowest?.workloads[workload]?.cpuMs ?? Number.NaN) / cpuMs
      const figures = `p50 ${p50.toFixed(2)} ms  p95 ${p95.toFixed(2)} ms  CPU ${cpuMs.toFixed(2)} ms  recall@20 ${recall.toFixed(4)}`
      console.log(`  ${workload.padEnd(9)} ${figures}  ${ratio.toFixed(1)}x less CPU than plain Float32`)
    }
  }
}

function printEmbedding(rate: EmbeddingRate): void {
  console.log(
    `embedding: ${rate.products} products at ${rate.productsPerSecond.toFixed(0)} a second (one core), a query in ${rate.queryP50Ms.toFixed(1)} ms`,
  )
  console.log(
    `image search (decode, embed, top 20 of 100,000): ${rate.imageSearchP50Ms.toFixed(1)} ms, ${rate.imageSearchesPerSecond.toFixed(0)} a second`,
  )
}

function save(name: string, content: object): void {
  const folder = fileURLToPath(new URL('../results/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}${name}.json`, `${JSON.stringify(content, null, 1)}\n`)
}

/** Compares nearest-neighbor search with other libraries, and measures how fast local models embed a catalog. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readOptions, saveResult } from '../bench.ts'
import { contenders } from './contenders.ts'
import { measureEmbedding, type EmbeddingRate } from './embedding-rate.ts'
import type { Measurement, Workload } from './measure.ts'

const usage = `npm run bench -- vectors [--vectors 100000] [--dimension 384] [--queries 300] [--depth 20] [--embed 10000] [--only NAMES]
  --vectors N    generated vectors, 0 for none
  --queries N    different queries
  --depth N      nearest ones asked for: 20 for neighbours of a product; searches ask for hundreds
  --embed N      products of a generated catalog to embed, a tenth of them with a picture, 0 for none
  --only NAMES   of ${Object.keys(contenders).join(', ')}; comma between
The graphs of 100,000 vectors take some minutes to build. hnswlib-node is no dependency, because its installation compiles C++:
\`npm install --no-save hnswlib-node\` brings it in where there is a compiler and Python; without it, it is left out.`

export async function run(args: string[]): Promise<void> {
  const values = readOptions(
    args,
    { vectors: 100_000, dimension: 384, queries: 300, depth: 20, embed: 10_000, only: '' },
    usage,
  )
  const { vectors, depth, embed, only } = values
  if (vectors > 0) {
    const measurements = await measureAll(
      only === '' ? Object.keys(contenders) : only.split(','),
      [vectors, values.dimension, values.queries, depth].map(String),
    )
    saveResult(
      `vectors-${vectors}${depth === 20 ? '' : `-depth-${depth}`}${only ? `-${only.replaceAll(/\W+/g, '-')}` : ''}`,
      { measurements },
    )
  }
  if (embed === 0) return
  const embedding = await measureEmbedding(embed)
  printEmbedding(embedding)
  saveResult(`embedding-${embed}`, embedding)
}

async function measureAll(names: readonly string[], numbers: readonly string[]): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'))
  try {
    await promisify(execFile)(process.execPath, [...flags, scriptFile('sample.ts'), folder, ...numbers])
    const measurements: Measurement[] = []
    for (const name of names) {
      const measurement = await measureApart(name, folder)
      if (measurement === undefined) continue
      measurements.push(measurement)
      printMeasurement(measurement)
    }
    return measurements
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const flags = ['--expose-gc', '--max-old-space-size=12288', '--disable-warning=ExperimentalWarning']

function scriptFile(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

async function measureApart(name: string, folder: string): Promise<Measurement | undefined> {
  const child = spawn(process.execPath, [...flags, scriptFile('measure.ts'), name, folder])
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
    // The child prints progress here; its errors are printed below.
    for (const line of String(chunk).split('\n')) if (line.startsWith(`${name}:`)) console.log(line)
  })
  const [stdout] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (child.exitCode === 0) return JSON.parse(stdout)
  const missing = errors.includes('Cannot find package')
  console.log(
    missing ? `${name}: not installed (npm install --no-save ${name}), left out` : `${name}: failed\n${errors}`,
  )
  return undefined
}

function printMeasurement({ contender, vectors, depth, buildMs, buildCpuMs, bytesPerVector, workloads }: Measurement) {
  const build = `built in ${(buildMs / 1000).toFixed(1)} s (${(buildCpuMs / 1000).toFixed(1)} s CPU)`
  console.log(`${contender}: ${vectors} vectors, ${build}, ${bytesPerVector.toFixed(0)} bytes a vector`)
  for (const workload of workloads) console.log(`  ${line(workload, depth)}`)
}

function line({ filter, width, wantedRecall, recall, p50, p99, cpuMs }: Workload, depth: number): string {
  const what = filter === 1 ? 'all' : `1 in ${filter}`
  const missed = recall < (wantedRecall ?? 0) ? ' (not reached)' : ''
  const wanted = wantedRecall === undefined ? '' : `, for a recall of ${wantedRecall}${missed}`
  const how = width === undefined ? '' : `   width ${width}${wanted}`
  const times = `p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  CPU ${cpuMs.toFixed(2)} ms`
  return `${what.padEnd(9)} ${times}  recall@${depth} ${recall.toFixed(4)}${how}`
}

function printEmbedding(rate: EmbeddingRate): void {
  const { texts, pictures } = rate
  console.log(
    `texts: ${texts.products} products embedded at ${texts.perSecond.toFixed(0)} a second, ${room(texts)}; a query in ${rate.queryP50Ms.toFixed(1)} ms`,
  )
  console.log(
    `pictures: ${pictures.products} products with one each at ${pictures.perSecond.toFixed(0)} a second, ${room(pictures)}`,
  )
  console.log(
    `image search (decode, embed, top 20 of 100,000): ${rate.imageSearchP50Ms.toFixed(1)} ms, ${rate.imageSearchesPerSecond.toFixed(0)} a second`,
  )
}

function room({ diskBytesEach, memoryBytesEach }: EmbeddingRate['texts']): string {
  return `${diskBytesEach.toFixed(0)} bytes a product on disk, ${memoryBytesEach.toFixed(0)} in memory`
}

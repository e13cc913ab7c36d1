/** `npm run bench -- vectors`: nearest neighbours beside other libraries, and how fast the local model embeds a catalog. */
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { productText } from '@vitrine/engine'
import { localEmbedder } from '../../packages/server/src/ports/embedder/local/local.ts'
import { generateCatalog } from '../search/generate-catalog.ts'
import { contenders } from './contenders.ts'
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
  const embedding = Number(values.embed) > 0 ? await embedCatalog(Number(values.embed)) : undefined
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
    for (const [workload, { p50, p95, recall }] of Object.entries(workloads)) {
      const ratio = (slowest?.workloads[workload]?.p50 ?? Number.NaN) / p50
      const figures = `p50 ${p50.toFixed(2)} ms  p95 ${p95.toFixed(2)} ms  recall@20 ${recall.toFixed(4)}`
      console.log(`  ${workload.padEnd(9)} ${figures}  ${ratio.toFixed(1)}x plain Float32`)
    }
  }
}

async function embedCatalog(count: number) {
  const embedder = localEmbedder({ cacheFolder: join(tmpdir(), 'vitrine-eval', 'models') })
  const texts = Array.from(generateCatalog(count), productText)
  await embedder.text!.embed(['warm up'], 'document')
  const begunMs = performance.now()
  await embedder.text!.embed(texts, 'document')
  const perSecond = (1000 * count) / (performance.now() - begunMs)
  const queryMs: number[] = []
  for (const text of texts.slice(0, 100)) {
    const queryBegunMs = performance.now()
    await embedder.text!.embed([text.split(' ').slice(0, 3).join(' ')], 'query')
    queryMs.push(performance.now() - queryBegunMs)
  }
  await embedder.close()
  queryMs.sort((a, b) => a - b)
  const at = (share: number) => queryMs[Math.floor(share * (queryMs.length - 1))]!
  console.log(
    `embedding: ${count} products at ${perSecond.toFixed(0)} a second (one core), a query p50 ${at(0.5).toFixed(1)} ms`,
  )
  return { count, perSecond, queryP50Ms: at(0.5), queryP95Ms: at(0.95) }
}

function save(name: string, content: object): void {
  const folder = fileURLToPath(new URL('../results/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}${name}.json`, `${JSON.stringify(content, null, 1)}\n`)
}

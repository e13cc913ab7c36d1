/** `npm run bench -- vectors`: nearest neighbours beside other libraries, and how fast the local models embed a catalog. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { contenders } from './contenders.ts'
import { measureEmbedding } from './embedding-rate.ts'
import type { Measurement } from './measure.ts'
import { printEmbedding, printMeasurement } from './report.ts'

const usage = `npm run bench -- vectors [--vectors 100000] [--dimension 384] [--queries 300] [--depth 20] [--embed 10000] [--only NAMES]
  --vectors N    generated vectors, 0 for none
  --queries N    different queries
  --depth N      nearest ones asked for: 20 for neighbours of a product; searches ask for hundreds
  --embed N      products of a generated catalog to embed, a tenth of them with a picture, 0 for none
  --only NAMES   of ${Object.keys(contenders).join(', ')}; comma between
The graphs of 100,000 vectors take some minutes to build. hnswlib-node is no dependency, because its installation compiles C++:
\`npm install --no-save hnswlib-node\` brings it in where there is a compiler and Python; without it, it is left out.`

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      vectors: { type: 'string', default: '100000' },
      dimension: { type: 'string', default: '384' },
      queries: { type: 'string', default: '300' },
      depth: { type: 'string', default: '20' },
      embed: { type: 'string', default: '10000' },
      only: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(usage)
  const { vectors, depth, embed, only } = values
  if (Number(vectors) > 0) {
    const measurements = await measureAll(only?.split(',') ?? Object.keys(contenders), [
      vectors,
      values.dimension,
      values.queries,
      depth,
    ])
    save(
      `vectors-${vectors}${depth === '20' ? '' : `-depth-${depth}`}${only ? `-${only.replaceAll(/\W+/g, '-')}` : ''}`,
      { measurements },
    )
  }
  if (Number(embed) === 0) return
  const embedding = await measureEmbedding(Number(embed))
  printEmbedding(embedding)
  save(`embedding-${embed}`, embedding)
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
    // How far it is; what it says when it fails is told below.
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

function save(name: string, content: object): void {
  const folder = fileURLToPath(new URL('../results/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}${name}.json`, `${JSON.stringify(content, null, 1)}\n`)
}

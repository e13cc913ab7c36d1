/** Measures the time to a shop's first search, with and without a snapshot. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readOptions, saveResult } from '../bench.ts'
import type { Start } from './measure-start.ts'

const usage = `npm run bench -- start [--products 100000] [--runs 5]
  --products N   generated products in the embedded store
  --runs N       starts from the snapshot`

export async function run(args: string[]): Promise<void> {
  const values = readOptions(args, { products: 100_000, runs: 5 }, usage)
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'))
  try {
    await apart('fill', folder, String(values.products))
    const built = await apart('open', folder)
    print('built from the store', built)
    const loaded: Start[] = []
    for (let i = 0; i < values.runs; i++) {
      loaded.push(await apart('open', folder))
      print('from the snapshot', loaded.at(-1)!)
    }
    const middle = loaded.toSorted((a, b) => a.openMs - b.openMs)[Math.floor(loaded.length / 2)]!
    const times = (key: 'openMs' | 'cpuMs') => (built[key] / middle[key]).toFixed(1)
    console.log(
      `${values.products} products: the snapshot is ×${times('openMs')} faster, ×${times('cpuMs')} in CPU time`,
    )
    saveResult(`start-${values.products}`, { products: values.products, built, loaded })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function apart(...args: string[]): Promise<Start> {
  const file = fileURLToPath(new URL('measure-start.ts', import.meta.url))
  const flags = ['--max-old-space-size=8192', '--disable-warning=ExperimentalWarning']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, file, ...args])
  return JSON.parse(stdout)
}

function print(how: string, { openMs, cpuMs, firstSearchMs, searchMs, residentMib, peakMib }: Start): void {
  const first = `first search after another ${firstSearchMs.toFixed(1)} ms, then ${searchMs.median.toFixed(1)} ms`
  const memory = `${residentMib} MiB of memory (at most ${peakMib})`
  console.log(`${how}: ${(openMs / 1000).toFixed(2)} s, ${(cpuMs / 1000).toFixed(2)} s CPU, ${first}, ${memory}`)
}

/**
 * Measures event ingestion, compared with a server that only parses the bodies. `--cores one` puts all threads of the
 * server on one core and the client on another; `any` leaves the choice to the system.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptions, saveResult } from '../bench.ts'
import { type Comparison, compareRates } from './compare-rates.ts'
import { type Cores, canPin } from './start-contender.ts'
import { type MemoryWatch, watchMemory } from './watch-memory.ts'

export interface Options {
  seconds: number
  rounds: number
  connections: number
  cores: Cores[]
  events: number
}

interface Results {
  comparisons: Comparison[]
  memory?: MemoryWatch
}

export async function run(args: string[]): Promise<void> {
  const options = optionsOf(args)
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-ingest-'))
  try {
    const results: Results = { comparisons: [] }
    if (options.rounds > 0)
      for (const cores of options.cores) results.comparisons.push(await compareRates(folder, options, cores))
    if (options.events > 0) results.memory = await watchMemory(folder, options)
    if (options.rounds > 0 || options.events > 0) {
      const name = options.events > 0 ? `ingest-events-${options.events}` : 'ingest'
      saveResult(name, { command: ['npm run bench -- ingest', ...args].join(' '), ...results })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const DEFAULTS = { seconds: 6, rounds: 3, connections: 64, cores: 'both', events: 0 }
const USAGE = 'npm run bench -- ingest [--seconds 6] [--rounds 3] [--connections 64] [--cores both] [--events 0]'

function optionsOf(args: string[]): Options {
  const values = readOptions(args, DEFAULTS, USAGE)
  return { ...values, cores: readCores(values.cores) }
}

function readCores(said: string): Cores[] {
  if (!canPin()) return ['any']
  return said === 'both' ? ['one', 'any'] : [said as Cores]
}

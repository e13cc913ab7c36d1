/**
 * `npm run bench -- ingest [--seconds 6] [--rounds 3] [--connections 64] [--cores both] [--events 0] [--log 0] [--folder PATH]`
 *
 * Rate and latency of event ingestion over HTTP, fsync on, beside a bare server on the same HTTP stack that only parses the same bodies and
 * answers. Each server is a fresh process; order alternates; medians. `--cores one` puts the whole server, every thread of it,
 * on one core and the client on another, `any` leaves it to the system, `both` measures both ways. `--events N` goes on to N
 * events and watches memory; `--log N` fills the log with N events first. `--folder` is where it lies, and stays: filled once (`--rounds 0`),
 * it can be measured when the disk has come to rest. Results are kept in bench/results.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptions, saveResult } from '../bench.ts'
import { type Comparison, compareRates } from './compare-rates.ts'
import { fillLog } from './fill-log.ts'
import { type Cores, canPin } from './start-contender.ts'
import { type MemoryWatch, watchMemory } from './watch-memory.ts'

export interface Options {
  seconds: number
  rounds: number
  connections: number
  cores: Cores[]
  events: number
  log: number
  folder: string | undefined
}

interface Results {
  comparisons: Comparison[]
  memory?: MemoryWatch
  filledPerSecond?: number
}

export async function run(args: string[]): Promise<void> {
  const options = optionsOf(args)
  const scratch = mkdtempSync(join(tmpdir(), 'vitrine-bench-ingest-'))
  const folder = options.folder ?? join(scratch, 'data')
  const emptyFolder = options.log > 0 ? join(scratch, 'empty') : undefined
  try {
    const results: Results = { comparisons: [] }
    if (options.log > 0) results.filledPerSecond = await fillLog(folder, options.log)
    if (options.rounds > 0)
      for (const cores of options.cores)
        results.comparisons.push(await compareRates(folder, options, cores, emptyFolder))
    if (options.events > 0) results.memory = await watchMemory(folder, options)
    if (options.rounds > 0 || options.events > 0) keep(args, options, results)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const DEFAULTS = { seconds: 6, rounds: 3, connections: 64, cores: 'both', events: 0, log: 0, folder: '' }
const USAGE =
  'npm run bench -- ingest [--seconds 6] [--rounds 3] [--connections 64] [--cores both] [--events 0] [--log 0] [--folder FOLDER]'

function optionsOf(args: string[]): Options {
  const values = readOptions(args, DEFAULTS, USAGE)
  return { ...values, cores: readCores(values.cores), folder: values.folder || undefined }
}

function readCores(said: string): Cores[] {
  if (!canPin()) return ['any']
  return said === 'both' ? ['one', 'any'] : [said as Cores]
}

function keep(args: readonly string[], options: Options, results: Results): void {
  const parts = [
    'ingest',
    options.log > 0 ? `log-${options.log}` : '',
    options.events > 0 ? `events-${options.events}` : '',
  ]
  const said = args.map((arg, i) => (args[i - 1] === '--folder' ? 'FOLDER' : arg))
  const command = ['npm run bench -- ingest', ...said].join(' ')
  saveResult(parts.filter(Boolean).join('-'), { command, ...results })
}

/**
 * Makes a fixed sample of small mistakes, one at a time, and counts how many the tests notice.
 * The file is changed in place and put back, so it must be committed.
 */
import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { AREAS, type Area, stagesFor } from './areas.ts'
import { applyMutant, findMutants, type Mutant } from './find-mutants.ts'

const USAGE = `npm run mutate -- [--area engine] [--sample 40] [--seed 1] [--file PATH] [--list] [--write]
  --area NAME    ${Object.keys(AREAS).join(', ')}; may be repeated; default all
  --sample N     mutants per area (default 40)
  --seed N       another seed, another sample (default 1)
  --file PATH    every mutant of the files whose path begins so, instead of a sample
  --list         only print the mutants
  --write        write the result to bench/results/mutation.json`

const root = resolve(import.meta.dirname, '../..')

interface Verdict {
  mutant: Mutant
  outcome: 'killed' | 'survived' | 'invalid'
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      area: { type: 'string', multiple: true },
      sample: { type: 'string', default: '40' },
      seed: { type: 'string', default: '1' },
      file: { type: 'string' },
      list: { type: 'boolean' },
      write: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(USAGE)
  const results: Record<string, unknown> = {}
  for (const name of values.area ?? Object.keys(AREAS)) {
    const area = AREAS[name]
    if (area === undefined) throw new Error(`unknown area "${name}"\n${USAGE}`)
    const all = mutantsOf(area).filter(({ file }) => values.file === undefined || file.startsWith(values.file))
    const chosen = values.file === undefined ? sample(all, Number(values.sample), Number(values.seed)) : all
    if (chosen.length === 0) continue
    if (values.list) {
      for (const mutant of chosen) console.log(describe(mutant))
      continue
    }
    results[name] = summarize(name, all.length, await judgeAll(area, chosen))
  }
  if (values.write) {
    const command = `npm run mutate -- --sample ${values.sample} --seed ${values.seed}`
    writeFileSync(join(root, 'bench/results/mutation.json'), `${JSON.stringify({ command, ...results }, null, 2)}\n`)
  }
}

function mutantsOf({ folder }: Area): Mutant[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.contract|\.d)\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/\/testing\//.test(file))
    .sort()
    .flatMap((file) => findMutants(file, readFileSync(join(root, file), 'utf8')))
}

/** Every mutant has the same chance; the same seed gives the same sample of the same code. */
function sample(all: readonly Mutant[], size: number, seed: number): Mutant[] {
  let state = seed >>> 0
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const rest = [...all]
  for (let i = rest.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1))
    ;[rest[i], rest[other]] = [rest[other]!, rest[i]!]
  }
  return rest.slice(0, size)
}

async function judgeAll(area: Area, mutants: readonly Mutant[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const mutant of mutants) {
    const outcome = await judge(area, mutant)
    verdicts.push({ mutant, outcome })
    console.log(`${String(verdicts.length).padStart(4)}/${mutants.length} ${outcome.padEnd(8)} ${describe(mutant)}`)
  }
  return verdicts
}

async function judge(area: Area, mutant: Mutant): Promise<Verdict['outcome']> {
  const path = join(root, mutant.file)
  const source = readFileSync(path, 'utf8')
  const dirty = spawnSync('git', ['status', '--porcelain', '--', mutant.file], { cwd: root, encoding: 'utf8' }).stdout
  if (dirty !== '') throw new Error(`${mutant.file} has changes that are not committed`)
  const restore = () => writeFileSync(path, source)
  process.once('exit', restore)
  try {
    const mutated = applyMutant(source, mutant)
    if (!parses(mutated)) return 'invalid'
    writeFileSync(path, mutated)
    for (const tests of stagesFor(area, mutant.file)) if (!(await passes(mutant.file, tests))) return 'killed'
    return 'survived'
  } finally {
    restore()
    process.removeListener('exit', restore)
  }
}

function parses(source: string): boolean {
  try {
    stripTypeScriptTypes(source)
    return true
  } catch {
    return false
  }
}

/** A mutant may loop for ever; that is noticed too. */
const LONGEST_MS = 180_000

/** Runs those of the tests that import the file, directly or not. */
function passes(file: string, tests: readonly string[]): Promise<boolean> {
  const args = ['related', file, ...['--run', '--bail', '1', '--passWithNoTests', '--reporter', 'dot']]
  const child = spawn('npx', ['vitest', ...args, '--config', 'tests/mutation/vitest.config.ts'], {
    cwd: root,
    env: { ...process.env, MUTATION_TESTS: tests.join(',') },
    stdio: 'ignore',
    detached: true,
  })
  return new Promise((done) => {
    const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), LONGEST_MS)
    child.on('exit', (code) => {
      clearTimeout(timer)
      done(code === 0)
    })
  })
}

function summarize(name: string, of: number, verdicts: readonly Verdict[]) {
  const count = (outcome: Verdict['outcome']) => verdicts.filter((one) => one.outcome === outcome).length
  const [killed, survived] = [count('killed'), count('survived')]
  const share = killed / Math.max(1, killed + survived)
  console.log(`${name}: ${killed} of ${killed + survived} killed (${(share * 100).toFixed(1)} %), sample of ${of}`)
  const survivors = verdicts.filter((one) => one.outcome === 'survived').map(({ mutant }) => describe(mutant))
  return { mutants: of, killed, survived, invalid: count('invalid'), share: Number(share.toFixed(3)), survivors }
}

function describe({ file, line, from, to }: Mutant): string {
  return `${file}:${line} ${from} → ${to}`
}

process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))
await main()

/** Tries a fixed sample of small mistakes, one by one, and counts how many the tests notice. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { AREAS } from './areas.ts'
import type { Mutant } from './find-mutants.ts'
import { MutantTester } from './mutant-tester.ts'
import {
  amendRun,
  describeMutant,
  describeRun,
  readRuns,
  type Run,
  summarize,
  type Verdict,
  writeRuns,
} from './report.ts'
import { mutantsBelow, sampleMutants } from './sample-mutants.ts'
import { openVitest } from './warm-vitest.ts'

const USAGE = `npm run mutate -- [--area engine] [--sample 60] [--seed 1] [--file PATH[:LINE]] [--minutes 15] [--workers 2] [--far 30] [--far-seconds 60] [--again] [--list] [--write] [--note TEXT]
  --area NAME    ${Object.keys(AREAS).join(', ')}; may be repeated; default all
  --sample N     mutants per area (default 60)
  --seed N       another seed, another sample (default 1)
  --file PATH    only mutants of files whose path begins so, or of one line; may be repeated; all of them unless --sample is given
  --minutes N    stops each area after so long: the sample is what was tried until then
  --workers N    test files that run at the same time (default 2)
  --far N        tests asked at most in other packages and over HTTP (default 30), likeliest first
  --far-seconds N  and how long they may take together, by the times of the last whole run (default 60)
  --again        only what survived the run of this area and seed that is recorded
  --list         only print the mutants
  --write        keep the result in bench/results/mutation.json
  --note TEXT    kept with it: what was known of the sample when it was drawn`

const root = resolve(import.meta.dirname, '../..')

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      area: { type: 'string', multiple: true },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      file: { type: 'string', multiple: true },
      minutes: { type: 'string', default: 'Infinity' },
      workers: { type: 'string', default: '2' },
      far: { type: 'string', default: '30' },
      'far-seconds': { type: 'string', default: '60' },
      again: { type: 'boolean' },
      list: { type: 'boolean' },
      write: { type: 'boolean' },
      note: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(USAGE)
  const size =
    values.sample === undefined ? (values.file === undefined ? 60 : Number.POSITIVE_INFINITY) : Number(values.sample)
  const [seed, names] = [Number(values.seed), values.area ?? Object.keys(AREAS)]
  const samples = names.map((name) =>
    values.again ? chooseSurvivors(name, seed) : chooseMutants(name, { size, seed, files: values.file }),
  )
  if (values.list) return console.log(samples.flatMap(({ chosen }) => chosen.map(describeMutant)).join('\n'))
  const far = { max: Number(values.far), maxSeconds: Number(values['far-seconds']) }
  const limits = { minutes: Number(values.minutes), workers: Number(values.workers), far }
  // Writes after every mutant, so that an interrupted run leaves a smaller sample of the same seed.
  const { note, write } = values
  const keep = (run: Run) => write && writeRuns(root, [note === undefined ? run : { ...run, note }])
  await judgeSamples(samples, { seed, ...limits, keep })
}

interface Sample {
  readonly name: string
  /** A recorded run whose survivors are tried again. */
  readonly before?: Run
  readonly mutants: number
  readonly chosen: readonly Mutant[]
}

interface Choice {
  readonly size: number
  readonly seed: number
  readonly files: readonly string[] | undefined
}

function mutantsOf(name: string): Mutant[] {
  const folder = AREAS[name]
  if (folder === undefined) throw new Error(`unknown area "${name}"\n${USAGE}`)
  return mutantsBelow(root, folder)
}

function chooseMutants(name: string, { size, seed, files }: Choice): Sample {
  const all = mutantsOf(name).filter((mutant) => files?.some((file) => isAt(mutant, file)) ?? true)
  return { name, mutants: all.length, chosen: sampleMutants(root, all, size, seed) }
}

function chooseSurvivors(name: string, seed: number): Sample {
  const before = readRuns(root).find((run) => run.area === name && run.seed === seed)
  if (before === undefined) throw new Error(`no run of ${name} with seed ${seed} is recorded`)
  const all = mutantsOf(name)
  // Line numbers may have changed, so survivors are found by the text of their line.
  const chosen = before.survivors.flatMap(({ mutant: described, code }) => {
    const [place = '', ...change] = described.split(' ')
    const file = place.slice(0, place.lastIndexOf(':'))
    const isSame = (one: Mutant) => one.file === file && `${one.from} → ${one.to}` === change.join(' ')
    const found = all.filter((one) => isSame(one) && codeAt(one) === code)
    return found.find((one) => describeMutant(one) === described) ?? found[0] ?? []
  })
  return { name, mutants: before.mutants, chosen, before }
}

function codeAt({ file, line }: Mutant): string {
  return readFileSync(join(root, file), 'utf8').split('\n')[line - 1]!.trim()
}

function isAt({ file, line }: Mutant, wanted: string): boolean {
  const [path, number] = wanted.split(':')
  return file.startsWith(path!) && (number === undefined || line === Number(number))
}

interface RunOptions {
  readonly seed: number
  readonly minutes: number
  readonly workers: number
  readonly far: { readonly max: number; readonly maxSeconds: number }
  keep(run: Run): void
}

async function judgeSamples(samples: readonly Sample[], options: RunOptions): Promise<void> {
  const vitest = await openVitest(root, { workers: options.workers })
  const tester = new MutantTester(root, vitest, options.far)
  // Ends everything that the tests started, such as a database.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => tester.close().finally(() => process.exit(130)))
  for (const sample of samples) if (sample.chosen.length > 0) await testSample(tester, sample, options)
  await tester.close()
}

async function testSample(tester: MutantTester, sample: Sample, { seed, minutes, keep }: RunOptions): Promise<void> {
  const { name, mutants, chosen, before } = sample
  const untilMs = Date.now() + minutes * 60_000
  const verdicts: Verdict[] = []
  for (const mutant of chosen) {
    verdicts.push(await tester.test(mutant))
    console.log(`${String(verdicts.length).padStart(4)}/${chosen.length} ${describeVerdict(verdicts.at(-1)!)}`)
    // An incomplete repetition is not recorded.
    if (before !== undefined && verdicts.length < chosen.length) continue
    const command = `npm run mutate -- --area ${name} --sample ${verdicts.length} --seed ${seed} --write`
    const run = before ? amendRun(before, verdicts) : summarize({ area: name, seed, command, mutants }, verdicts)
    keep(run)
    const isLast = verdicts.length === chosen.length || (before === undefined && Date.now() > untilMs)
    if (isLast) return console.log(describeRun(run))
  }
}

function describeVerdict({ mutant, noticedBy, isTimeout }: Verdict): string {
  const outcome = noticedBy === undefined ? 'survived' : isTimeout ? 'no end  ' : 'killed  '
  return `${outcome} ${describeMutant(mutant)}${noticedBy === undefined ? '' : `   by ${noticedBy}`}`
}

await main()

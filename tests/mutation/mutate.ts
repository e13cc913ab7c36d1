/** Makes a fixed sample of small mistakes, one at a time and in memory alone, and counts how many the tests notice. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { AREAS, type Area, stagesFor } from './areas.ts'
import { applyMutant, type Mutant } from './find-mutants.ts'
import { type ImportGraph, readImportGraph } from './related-tests.ts'
import { describeMutant, describeRun, type Run, summarize, type Verdict, writeRuns } from './report.ts'
import { mutantsBelow, sampleMutants } from './sample-mutants.ts'
import { openVitest, type WarmVitest } from './warm-vitest.ts'

const USAGE = `npm run mutate -- [--area engine] [--sample 60] [--seed 1] [--file PATH[:LINE]] [--workers 2] [--list] [--write]
  --area NAME    ${Object.keys(AREAS).join(', ')}; may be repeated; default all
  --sample N     mutants per area (default 60)
  --seed N       another seed, another sample (default 1)
  --file PATH    only mutants of files whose path begins so, or of one line; may be repeated; all of them unless --sample is given
  --workers N    test files that run at the same time (default 2)
  --list         only print the mutants
  --write        keep the result in bench/results/mutation.json`

const root = resolve(import.meta.dirname, '../..')

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      area: { type: 'string', multiple: true },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      file: { type: 'string', multiple: true },
      workers: { type: 'string', default: '2' },
      list: { type: 'boolean' },
      write: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(USAGE)
  const size =
    values.sample === undefined ? (values.file === undefined ? 60 : Number.POSITIVE_INFINITY) : Number(values.sample)
  const [seed, names] = [Number(values.seed), values.area ?? Object.keys(AREAS)]
  const samples = names.map((name) => chooseMutants(name, { size, seed, files: values.file }))
  if (values.list) return console.log(samples.flatMap(({ chosen }) => chosen.map(describeMutant)).join('\n'))
  const runs = await judgeSamples(samples, seed, Number(values.workers))
  if (values.write) writeRuns(root, runs)
}

interface Sample {
  readonly name: string
  readonly area: Area
  readonly mutants: number
  readonly chosen: readonly Mutant[]
}

interface Choice {
  readonly size: number
  readonly seed: number
  readonly files: readonly string[] | undefined
}

function chooseMutants(name: string, { size, seed, files }: Choice): Sample {
  const area = AREAS[name]
  if (area === undefined) throw new Error(`unknown area "${name}"\n${USAGE}`)
  const all = mutantsBelow(root, area.folder).filter((mutant) => files?.some((file) => isAt(mutant, file)) ?? true)
  return { name, area, mutants: all.length, chosen: sampleMutants(root, all, size, seed) }
}

function isAt({ file, line }: Mutant, wanted: string): boolean {
  const [path, number] = wanted.split(':')
  return file.startsWith(path!) && (number === undefined || line === Number(number))
}

async function judgeSamples(samples: readonly Sample[], seed: number, workers: number): Promise<Run[]> {
  const judge = new Judge(await openVitest(root, workers), readImportGraph(root))
  const runs: Run[] = []
  for (const { name, area, mutants, chosen } of samples) {
    if (chosen.length === 0) continue
    const verdicts: Verdict[] = []
    for (const mutant of chosen) {
      verdicts.push(await judge.judge(area, mutant))
      console.log(`${String(verdicts.length).padStart(4)}/${chosen.length} ${describeVerdict(verdicts.at(-1)!)}`)
    }
    const command = `npm run mutate -- --area ${name} --sample ${chosen.length} --seed ${seed} --write`
    runs.push(summarize({ area: name, seed, command, mutants }, verdicts))
    console.log(describeRun(runs.at(-1)!))
  }
  await judge.close()
  return runs
}

function describeVerdict({ mutant, noticedBy }: Verdict): string {
  const outcome = noticedBy === undefined ? 'survived' : 'killed  '
  return `${outcome} ${describeMutant(mutant)}${noticedBy === undefined ? '' : `   by ${noticedBy}`}`
}

class Judge {
  readonly #vitest: WarmVitest
  readonly #graph: ImportGraph
  /** Test files that are known to pass or to fail without any mutant. */
  readonly #sound = new Map<string, boolean>()

  constructor(vitest: WarmVitest, graph: ImportGraph) {
    this.#vitest = vitest
    this.#graph = graph
  }

  async judge(area: Area, mutant: Mutant): Promise<Verdict> {
    const path = join(root, mutant.file)
    const source = readFileSync(path, 'utf8')
    const code = source.split('\n')[mutant.line - 1]!.trim()
    const mutated = { path, source: applyMutant(source, mutant) }
    for (const stage of stagesFor(area, this.#graph, mutant.file)) {
      const noticedBy = await this.#firstFailure(stage, mutated)
      if (noticedBy !== undefined) return { mutant, code, noticedBy }
    }
    return { mutant, code, noticedBy: undefined }
  }

  /** Only a test that passes without the mutant has noticed it. */
  async #firstFailure(
    stage: readonly string[],
    mutated: { path: string; source: string },
  ): Promise<string | undefined> {
    const tests = stage.filter((test) => this.#sound.get(test) !== false)
    const failed = tests.length === 0 ? undefined : await this.#vitest.firstFailure(tests, mutated)
    if (failed === undefined || (await this.#isSound(failed))) return failed
    console.log(`     left out: ${failed} fails without a mutant`)
    return this.#firstFailure(tests, mutated)
  }

  async #isSound(test: string): Promise<boolean> {
    const known = this.#sound.get(test)
    if (known !== undefined) return known
    const sound = (await this.#vitest.firstFailure([test])) === undefined
    this.#sound.set(test, sound)
    return sound
  }

  close(): Promise<void> {
    return this.#vitest.close()
  }
}

process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))
await main()

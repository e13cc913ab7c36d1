/** One Vitest process runs the tests of all mutants. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BaseSequencer, createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node'

export interface MutatedFile {
  readonly path: string
  readonly source: string
}

export interface Failure {
  readonly test: string
  /** True if the test exceeded its CPU or wall-clock limit instead of failing. */
  readonly isTimeout: boolean
}

export interface WarmVitest {
  /** Stops at the first failure; undefined if all tests pass. */
  firstFailure(tests: readonly string[], mutated?: MutatedFile): Promise<Failure | undefined>
  readonly tests: ReadonlySet<string>
  /** Duration of the test file's last run in seconds; 1 if it has never run. */
  secondsOf(test: string): number
  close(): Promise<void>
}

interface VitestOptions {
  /** Test files that run at the same time. */
  readonly workers: number
}

export async function openVitest(root: string, { workers }: VitestOptions): Promise<WarmVitest> {
  const mutant = join(mkdtempSync(join(tmpdir(), 'vitrine-mutant-')), 'mutant.json')
  const setMutant = (mutated?: MutatedFile) => writeFileSync(mutant, JSON.stringify(describeMutated(mutated)))
  setMutant()
  Object.assign(process.env, {
    VITRINE_MUTANT: mutant,
    // Ends a mutant that allocates memory forever. No test needs half of this.
    NODE_OPTIONS: `--max-old-space-size=2048 --import=${new URL('load-mutant.ts', import.meta.url).href}`,
    // Forty examples of a property are expected to show a mistake.
    PROPERTY_RUNS: '40',
  })
  const vitest = await createVitest('test', { ...SETTINGS, root, maxWorkers: workers })
  await vitest.standalone()
  const specs = new Map(
    (await vitest.globTestSpecifications()).map((spec) => [relative(root, spec.moduleId), spec] as const),
  )
  return {
    firstFailure: async (tests, mutated) => {
      setMutant(mutated)
      if (mutated !== undefined) vitest.invalidateFile(mutated.path)
      try {
        return await firstFailureOf(
          vitest,
          tests.map((test) => specs.get(test)!),
        )
      } finally {
        if (mutated !== undefined) vitest.invalidateFile(mutated.path)
      }
    },
    tests: new Set(specs.keys()),
    secondsOf: (test) => {
      const key = `${specs.get(test)?.project.name ?? ''}:${test}`
      return (vitest.cache.getFileTestResults(key)?.duration ?? 1000) / 1000
    },
    close: () => vitest.close(),
  }
}

function describeMutated(mutated: MutatedFile | undefined): object {
  if (mutated === undefined) return {}
  const { path, source } = mutated
  return { path, source, url: pathToFileURL(path).href, code: stripTypeScriptTypes(source) }
}

class GivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}

const SETTINGS = {
  watch: false,
  bail: 1,
  // A process that has loaded a module would not load the mutant, so each test file has a process.
  isolate: true,
  reporters: [{}],
  // load-mutant.ts limits CPU time, which does not depend on the machine's load.
  testTimeout: 600_000,
  teardownTimeout: 10_000,
  // The given order is nearest first.
  sequence: { sequencer: GivenOrder },
}

/**
 * Runs the nearest test alone first: it usually notices, and if the mutant never ends, no other test waits. Files that
 * fail at the same moment run one by one, because Vitest may end both before either reports.
 */
async function firstFailureOf(
  vitest: Vitest,
  [nearest, ...others]: readonly TestSpecification[],
): Promise<Failure | undefined> {
  const groups = others.length > 0 ? [[nearest!], others] : [[nearest!]]
  for (const group of groups) {
    const outcome = await run(vitest, group)
    const failure = outcome === 'interrupted' ? await oneByOne(vitest, group) : outcome
    if (failure !== undefined) return failure
  }
  return undefined
}

async function oneByOne(vitest: Vitest, tests: readonly TestSpecification[]): Promise<Failure | undefined> {
  for (const test of tests) {
    const outcome = await run(vitest, [test])
    if (outcome !== undefined && outcome !== 'interrupted') return outcome
  }
  return undefined
}

async function run(vitest: Vitest, specs: TestSpecification[]): Promise<Failure | 'interrupted' | undefined> {
  // A failure of an earlier run must not count.
  vitest.state.filesMap.clear()
  vitest.state.idMap.clear()
  const { testModules, unhandledErrors } = await untilWorkerEnds(vitest, vitest.runTestSpecifications(specs))
  const failed = testModules.find((module) => module.state() === 'failed')
  if (failed !== undefined) return { test: failed.relativeModuleId, isTimeout: isTimeout(failed) }
  if (unhandledErrors.length === 0) return isWhole(testModules, specs.length) ? undefined : 'interrupted'
  const ended = testModules.find((module) => module.state() !== 'passed' && module.state() !== 'skipped')
  // A killed worker reports no error of its own.
  const isEnded = unhandledErrors.every((error) =>
    /Worker .*(?:emitted error|exited)/.test(String((error as Error).message)),
  )
  return { test: ended?.relativeModuleId ?? relative(vitest.config.root, specs[0]!.moduleId), isTimeout: isEnded }
}

/** A killed worker fails no test, so this stops the other workers, which also run forever. */
async function untilWorkerEnds<T>(vitest: Vitest, running: Promise<T>): Promise<T> {
  const watch = setInterval(() => {
    if (vitest.state.getUnhandledErrors().length > 0) void vitest.cancelCurrentRun('test-failure')
  }, 500)
  return running.finally(() => clearInterval(watch))
}

function isWhole(modules: readonly TestModule[], count: number): boolean {
  return modules.length === count && modules.every((module) => /passed|skipped/.test(module.state()))
}

function isTimeout(module: TestModule): boolean {
  const failures = [...module.children.allTests('failed')]
  const errors = failures.flatMap((test) => test.result().errors ?? [])
  return errors.length > 0 && errors.every(({ message }) => /timed out in \d+ms/.test(message))
}

/** One Vitest that stays up: files are transformed once, and a mutant is handed to the tests without touching the disk. */
import { resolve } from 'node:path'
import { BaseSequencer, createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node'

export interface MutatedFile {
  readonly path: string
  readonly source: string
}

export interface Failure {
  /** The test file. */
  readonly test: string
  /** It did not fail, but ran into a limit: of its processor time, or of the clock. */
  readonly isTimeout: boolean
}

export interface WarmVitest {
  /** The first failure; undefined where all tests pass. Stops there. */
  firstFailure(tests: readonly string[], mutated?: MutatedFile): Promise<Failure | undefined>
  /** How long the test file took at most; 0 where it has not run yet. */
  durationMs(test: string): number
  close(): Promise<void>
}

interface VitestOptions {
  /** Test files that run at the same time. */
  readonly workers: number
}

export async function openVitest(root: string, { workers }: VitestOptions): Promise<WarmVitest> {
  let current: MutatedFile | undefined
  const durations = new Map<string, number>()
  const mutation = {
    name: 'vitrine-mutation',
    enforce: 'pre' as const,
    load: (id: string) => (current !== undefined && id.split('?')[0] === current.path ? current.source : null),
  }
  // Each test file in a process of its own: one that has seen a module keeps it, and would not meet the mutant.
  const settings = { ...SETTINGS, root, maxWorkers: workers, isolate: true }
  const vitest = await createVitest('test', settings, { plugins: [mutation] })
  await vitest.standalone()
  return {
    firstFailure: async (tests, mutated) => {
      current = mutated
      if (mutated !== undefined) vitest.invalidateFile(mutated.path)
      try {
        return await firstFailureOf(vitest, tests, durations)
      } finally {
        if (mutated !== undefined) vitest.invalidateFile(mutated.path)
        current = undefined
      }
    },
    durationMs: (test) => durations.get(test) ?? 0,
    close: () => vitest.close(),
  }
}

class GivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}

const SETTINGS = {
  config: false as const,
  watch: false,
  bail: 1,
  reporters: [{}],
  include: ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
  // The processor time of a test file is limited in setup-worker.ts; the clock says nothing on a busy machine.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  teardownTimeout: 10_000,
  expect: { poll: { timeout: 60_000 } },
  pool: 'forks' as const,
  // A mutant that fills the memory without end is stopped early; no test needs half of it.
  execArgv: ['--max-old-space-size=2048'],
  globalSetup: ['tests/test-run.ts'],
  setupFiles: ['tests/property-seed.ts', 'tests/mutation/setup-worker.ts'],
  // In the order given: the nearest test first.
  sequence: { sequencer: GivenOrder },
}

type Durations = Map<string, number>

/**
 * The nearest test by itself first: mostly it notices, and where a mutant has no end, no other waits for its own limit too. Where two
 * files fail at the same moment, Vitest ends both before either has said so: then they are asked one by one.
 */
async function firstFailureOf(
  vitest: Vitest,
  [nearest, ...others]: readonly string[],
  durations: Durations,
): Promise<Failure | undefined> {
  const groups = others.length > 0 ? [[nearest!], others] : [[nearest!]]
  for (const group of groups) {
    const outcome = await run(vitest, group, durations)
    const failure = outcome === 'interrupted' ? await oneByOne(vitest, group, durations) : outcome
    if (failure !== undefined) return failure
  }
  return undefined
}

async function oneByOne(vitest: Vitest, tests: readonly string[], durations: Durations): Promise<Failure | undefined> {
  for (const test of tests) {
    const outcome = await run(vitest, [test], durations)
    if (outcome !== undefined && outcome !== 'interrupted') return outcome
  }
  return undefined
}

async function run(
  vitest: Vitest,
  tests: readonly string[],
  durations: Durations,
): Promise<Failure | 'interrupted' | undefined> {
  // A failure of an earlier run would count as this run's.
  vitest.state.filesMap.clear()
  vitest.state.idMap.clear()
  const project = vitest.getRootProject()
  const specs = tests.map((test) => project.createSpecification(resolve(vitest.config.root, test)))
  const { testModules, unhandledErrors } = await untilWorkerEnds(vitest, vitest.runTestSpecifications(specs))
  for (const module of testModules) {
    const { duration } = module.diagnostic()
    durations.set(module.relativeModuleId, Math.max(durations.get(module.relativeModuleId) ?? 0, duration))
  }
  const failed = testModules.find((module) => module.state() === 'failed')
  if (failed !== undefined) return { test: failed.relativeModuleId, isTimeout: isTimeout(failed) }
  if (unhandledErrors.length === 0) return isWhole(testModules, tests) ? undefined : 'interrupted'
  const ended = testModules.find((module) => module.state() !== 'passed' && module.state() !== 'skipped')
  // A worker that was ended gives no reason of its own.
  const isEnded = unhandledErrors.every((error) => /Worker .*(?:emitted error|exited)/.test(String(error)))
  return { test: ended?.relativeModuleId ?? tests[0]!, isTimeout: isEnded }
}

/** A worker that was ended fails no test, so that nothing else would stop the others, which have no end either. */
async function untilWorkerEnds<T>(vitest: Vitest, running: Promise<T>): Promise<T> {
  const watch = setInterval(() => {
    if (vitest.state.getUnhandledErrors().length > 0) void vitest.cancelCurrentRun('test-failure')
  }, 500)
  return running.finally(() => clearInterval(watch))
}

function isWhole(modules: readonly TestModule[], tests: readonly string[]): boolean {
  return modules.length === tests.length && modules.every((module) => /passed|skipped/.test(module.state()))
}

/** No test of the file failed for another reason than its limit. */
function isTimeout(module: TestModule): boolean {
  const failures = [...module.children.allTests('failed')]
  const errors = failures.flatMap((test) => test.result().errors ?? [])
  return errors.length > 0 && errors.every(({ message }) => /timed out in \d+ms/.test(message))
}

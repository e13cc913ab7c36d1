/** One Vitest that stays up: files are transformed once, and a mutant is handed to the tests without touching the disk. */
import { resolve } from 'node:path'
import { BaseSequencer, createVitest, type TestSpecification, type Vitest } from 'vitest/node'

export interface MutatedFile {
  readonly path: string
  readonly source: string
}

export interface WarmVitest {
  /** The first test file that fails; undefined where all pass. Stops at the first failure. */
  firstFailure(tests: readonly string[], mutated?: MutatedFile): Promise<string | undefined>
  close(): Promise<void>
}

export async function openVitest(root: string, workers: number): Promise<WarmVitest> {
  let current: MutatedFile | undefined
  const mutation = {
    name: 'vitrine-mutation',
    enforce: 'pre' as const,
    load: (id: string) => (current !== undefined && id.split('?')[0] === current.path ? current.source : null),
  }
  const vitest = await createVitest('test', { ...SETTINGS, root, maxWorkers: workers }, { plugins: [mutation] })
  await vitest.standalone()
  return {
    firstFailure: async (tests, mutated) => {
      current = mutated
      if (mutated !== undefined) vitest.invalidateFile(mutated.path)
      try {
        return await run(vitest, tests)
      } finally {
        if (mutated !== undefined) vitest.invalidateFile(mutated.path)
        current = undefined
      }
    },
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
  pool: 'forks' as const,
  globalSetup: ['tests/test-run.ts'],
  setupFiles: ['tests/mutation/setup-worker.ts'],
  // In the order given: the nearest test first.
  sequence: { sequencer: GivenOrder },
}

async function run(vitest: Vitest, tests: readonly string[]): Promise<string | undefined> {
  // A failure of an earlier run would count as this run's.
  vitest.state.filesMap.clear()
  vitest.state.idMap.clear()
  const project = vitest.getRootProject()
  const specs = tests.map((test) => project.createSpecification(resolve(vitest.config.root, test)))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs)
  const failed = testModules.find((module) => module.state() === 'failed')
  if (failed !== undefined) return failed.relativeModuleId
  return unhandledErrors.length > 0 ? tests[0] : undefined
}

import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { ClosingLine } from './tests/closing-line.ts'

/**
 * Files that leave their process as they found it. One that measures or changes it needs its own: `import-memory` measures the memory of
 * its process, `nodes/conformance` sets a variable of its environment.
 */
const SHARED = [
  'apps/*/src/**/*.test.ts',
  'packages/{array-container,contract,engine,recommend}/src/**/*.test.ts',
  'packages/server/src/{features,http,jobs,ports}/**/!(import-memory).test.ts',
  'tests/{catalogs,conformance,privacy}/**/*.test.ts',
  'tests/fuzz/{bodies,hostile-values,search-requests}.test.ts',
  'tests/nodes/!(conformance).test.ts',
  'tests/relevance/{demo,search,shops}/**/*.test.ts',
]

const NO_TESTS_HERE = ['**/node_modules/**', 'tests/e2e/**', 'tests/examples/**']

const common = {
  // Only against tests that never end: some start several servers, and a busy machine may be many times slower than a quiet one.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
  pool: 'forks',
  setupFiles: ['tests/property-seed.ts', 'tests/usual-umask.ts'],
} satisfies TestProjectInlineConfiguration['test']

export default defineConfig({
  test: {
    // By default one core stays idle, which on two cores is half of the machine.
    maxWorkers: '100%',
    globalSetup: ['tests/test-run.ts'],
    // The closing line comes after vitest's own summary.
    reporters: ['default', new ClosingLine()],
    projects: [
      {
        test: {
          ...common,
          name: 'own-process',
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...NO_TESTS_HERE, ...SHARED],
          // The longest files are among these: they go first, so that both cores are busy to the end.
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: 'shared',
          // A process takes file after file and loads the code once. Loading took longer than most of these tests.
          isolate: false,
          include: SHARED,
          exclude: NO_TESTS_HERE,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})

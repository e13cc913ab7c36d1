import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ClosingLine } from './tests/closing-line.ts'
import { findChromium } from './tests/e2e/browser.ts'
import { mutantPlugin } from './tests/mutation/mutant-plugin.ts'

/**
 * Files that need a process of their own: they measure it, change its environment, or load models into it. All others leave it as they
 * found it, and a process takes one after the other: loading the code took longer than most tests.
 */
const OWN_PROCESS = [
  'packages/client/src/{debugger,elements,events,react,type-ahead,vue}/*.test.ts',
  'packages/embedder/src/{folder,http,onnx}/*.test.ts',
  'packages/embedder/src/local/{local,multilingual,visual-encoder}.test.ts',
  'packages/worker-rpc/src/*.test.ts',
  'packages/server/src/**/import-memory.test.ts',
  'tests/{bounded-work,cli,fault,packages}/**/*.test.ts',
  'tests/docs/guides.test.ts',
  'tests/nodes/conformance.test.ts',
  'tests/relevance/images/**/*.test.ts',
]

/** Node reads no TSX, and no TypeScript of a package that names its sources for development. */
const THROUGH_VITE = ['apps/*/src/**/*.test.ts', 'packages/client/src/package.test.ts']

/** Begun first, so that no core waits for one of them at the end. */
const LONGEST = [
  'docs/guides',
  'nodes/conformance',
  'bounded-work/request-work',
  'cli/stop-early',
  'packages/install',
  'conformance/image-search-model',
  'demo/demo-reports',
  'fuzz/hostile-values',
  'nodes/edge',
  'e2e/dashboard-screens',
  'e2e/journeys',
  'e2e/pages',
  'e2e/robust',
]

/** A process goes on with the next file where that is of the same project, so the files of a project stay together. */
const PROJECTS = ['own-process', 'shared', 'browser', 'through-vite']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isShort = ({ moduleId }: TestSpecification) => !LONGEST.some((name) => moduleId.endsWith(`${name}.test.ts`))
    const rank = (file: TestSpecification) => 2 * PROJECTS.indexOf(file.project.name) + Number(isShort(file))
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

const NO_TESTS_HERE = ['**/node_modules/**', 'tests/e2e/**', 'tests/examples/**']

const common = {
  // Only against tests that never end: some start several servers, and a busy machine may be many times slower than a quiet one.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
  pool: 'forks',
  setupFiles: ['tests/property-seed.ts', 'tests/usual-umask.ts'],
  // Node itself loads the sources, as it does in production: nothing is transformed, and what is imported costs nothing to call.
  experimental: { viteModuleRunner: false, nodeLoader: false },
} satisfies TestProjectInlineConfiguration['test']

/** Needs the built apps. Only a run that has one of these files makes a demo shop, beside the first files. */
const BROWSER = {
  ...common,
  name: 'browser',
  isolate: false,
  include: ['tests/e2e/**/*.test.ts'],
  globalSetup: ['tests/e2e/demo-server.ts'],
  testTimeout: 600_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000, interval: 100 } },
} satisfies TestProjectInlineConfiguration['test']

export default defineConfig({
  test: {
    // One more than there are cores: some tests wait for a page, a process, a lock or a timer. One shop that runs already serves one file at a time.
    maxWorkers: process.env.VITRINE_URL === undefined ? availableParallelism() + 1 : 1,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['tests/test-run.ts'],
    // The closing line comes after vitest's own summary.
    reporters: ['default', new ClosingLine()],
    projects: [
      {
        test: {
          ...common,
          name: 'own-process',
          include: OWN_PROCESS,
          exclude: [...NO_TESTS_HERE, ...THROUGH_VITE],
        },
      },
      {
        test: {
          ...common,
          name: 'shared',
          isolate: false,
          include: ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...NO_TESTS_HERE, ...OWN_PROCESS, ...THROUGH_VITE],
        },
      },
      {
        plugins: [mutantPlugin],
        test: {
          ...common,
          name: 'through-vite',
          isolate: false,
          experimental: { viteModuleRunner: true },
          include: THROUGH_VITE,
          exclude: NO_TESTS_HERE,
        },
      },
      ...(findChromium() === undefined ? [] : [{ test: BROWSER }]),
    ],
  },
})

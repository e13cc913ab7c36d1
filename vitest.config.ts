import { defineConfig } from 'vitest/config'
import { ClosingLine } from './tests/closing-line.ts'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'tests/e2e/**'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    pool: 'forks',
    // By default one core stays idle, which on two cores is half of the machine.
    maxWorkers: '100%',
    globalSetup: ['tests/test-run.ts'],
    setupFiles: ['tests/property-seed.ts'],
    // The closing line comes after vitest's own summary.
    reporters: ['default', new ClosingLine()],
  },
})

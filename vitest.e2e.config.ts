import { defineConfig } from 'vitest/config'
import { ClosingLine } from './tests/closing-line.ts'

export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.test.ts'],
    globalSetup: ['tests/e2e/demo-server.ts'],
    testTimeout: 600_000,
    hookTimeout: 300_000,
    // A browser and the server it asks take turns, so two pairs keep two cores busy. One shop that runs already serves one file at a time.
    maxWorkers: process.env.VITRINE_URL === undefined ? 2 : 1,
    expect: { poll: { timeout: 60_000, interval: 100 } },
    reporters: ['default', new ClosingLine()],
  },
})

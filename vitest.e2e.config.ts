import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { ClosingLine } from './tests/closing-line.ts'

/** The browser tests, which need the built apps and a Chromium. */
export const BROWSER = {
  include: ['tests/e2e/**/*.test.ts'],
  globalSetup: ['tests/e2e/demo-server.ts'],
  testTimeout: 600_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000, interval: 100 } },
} satisfies TestProjectInlineConfiguration['test']

export default defineConfig({
  test: {
    ...BROWSER,
    // A browser and the server it asks take turns, so two pairs keep two cores busy. One shop that runs already serves one file at a time.
    maxWorkers: process.env.VITRINE_URL === undefined ? 2 : 1,
    reporters: ['default', new ClosingLine()],
  },
})

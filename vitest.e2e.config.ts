import { defineConfig } from 'vitest/config'
import { ClosingLine } from './tests/closing-line.ts'

export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.test.ts'],
    globalSetup: ['tests/e2e/demo-server.ts'],
    testTimeout: 600_000,
    hookTimeout: 300_000,
    fileParallelism: false,
    expect: { poll: { timeout: 60_000, interval: 100 } },
    reporters: ['default', new ClosingLine()],
  },
})

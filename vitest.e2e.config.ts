import { defineConfig } from 'vitest/config'
import { ClosingLine } from './tests/closing-line.ts'

export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.test.ts'],
    globalSetup: ['tests/e2e/demo-server.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    expect: { poll: { timeout: 30_000, interval: 100 } },
    reporters: ['default', new ClosingLine()],
  },
})

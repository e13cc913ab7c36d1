import { defineConfig } from 'vitest/config'

/** `npm run try:examples`: installs the frameworks from the registry, so it is run by hand and not by the tests. */
export default defineConfig({
  test: {
    include: ['tests/examples/*.test.ts'],
    globalSetup: ['tests/e2e/demo-server.ts'],
    testTimeout: 1_200_000,
    hookTimeout: 600_000,
    maxWorkers: 1,
    expect: { poll: { timeout: 60_000, interval: 100 } },
  },
})

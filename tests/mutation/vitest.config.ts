import { defineConfig } from 'vitest/config'

/** Test files below these paths, or whose path begins so. */
const wanted = (process.env.MUTATION_TESTS ?? '').split(',').filter(Boolean)

export default defineConfig({
  test: {
    root: '.',
    include: wanted.map((path) =>
      path.startsWith('tests/') && !path.endsWith('/') ? `${path}*{,/**/*}.test.ts` : `${path}/**/*.test.ts`,
    ),
    exclude: ['**/node_modules/**', 'tests/e2e/**'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
  },
})

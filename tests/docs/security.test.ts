import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const ROOT = new URL('../..', import.meta.url).pathname

/** Tests are named by the end of their path; `contract/` and `engine/` stand for the sources of these packages. */
it('every test that the table of attacks names exists, once', () => {
  const table = readFileSync(`${ROOT}docs/security/attacks.md`, 'utf8')
  const named = [...new Set([...table.matchAll(/`([\w/.-]+\.(?:test|contract)\.ts)`/g)].map(([, name]) => name!))]
  const files = globSync('{packages,tests,apps}/**/*.{test,contract}.ts', { cwd: ROOT, exclude: ['**/node_modules'] })
  const isNamed = (file: string, name: string) => `/${file.replace(/\/src\//, '/')}`.endsWith(`/${name}`)
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((name) => files.filter((file) => isNamed(file, name)).length !== 1)).toEqual([])
})

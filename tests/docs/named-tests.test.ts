import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SCENARIOS } from '../fault/nodes/run-scenarios.ts'

const ROOT = new URL('../..', import.meta.url).pathname

/** The tables name files by the end of their path, without `src/`. */
it.each([
  ['attacks', 'docs/security/attacks.md', 50],
  ['faults between nodes', 'docs/guides/growing-past-one-machine.md', 15],
])('every test that the table of %s names exists, once', (_, page, least) => {
  const table = readFileSync(`${ROOT}${page}`, 'utf8')
  const named = [...new Set([...table.matchAll(/`([\w/.-]+\.(?:test|contract)\.ts)`/g)].map(([, name]) => name!))]
  const files = globSync('{packages,tests,apps}/**/*.{test,contract}.ts', { cwd: ROOT, exclude: ['**/node_modules'] })
  const isNamed = (file: string, name: string) => `/${file.replace(/\/src\//, '/')}`.endsWith(`/${name}`)
  expect(named.length).toBeGreaterThan(least)
  expect(named.filter((name) => files.filter((file) => isNamed(file, name)).length !== 1)).toEqual([])
})

it('the table of faults between nodes names every scenario', () => {
  const page = readFileSync(`${ROOT}docs/guides/growing-past-one-machine.md`, 'utf8')
  const [, section = ''] = /### Faults that are tested\n(.*?)\n## /s.exec(page) ?? []
  expect(SCENARIOS.filter(({ name }) => !section.includes(`\`${name}\``)).map(({ name }) => name)).toEqual([])
})

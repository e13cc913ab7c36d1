import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

it('the README lists every setting that the server reads', () => {
  const [, table = ''] = read('README.md').split('## Settings')
  const settings = new Set(
    Array.from(read('packages/server/src/config.ts').matchAll(/'([A-Z][A-Z_]+)'/g), ([, name = '']) => name),
  )
  expect(settings.size).toBeGreaterThan(20)
  expect([...settings].filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})

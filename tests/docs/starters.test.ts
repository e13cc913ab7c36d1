/** Starters must be short, because users read them as a whole before they change them. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/read-lockfile.ts'

it.each(['next', 'hydrogen', 'vue', 'plain'])('examples/%s has at most 600 lines of code', (name) => {
  const files = execFileSync('git', ['ls-files', `examples/${name}`], { cwd: ROOT, encoding: 'utf8' }).split('\n')
  const code = files.filter((file) => /\.(tsx?|vue|js|html)$/.test(file))
  const lines = code.flatMap((file) => readFileSync(join(ROOT, file), 'utf8').trimEnd().split('\n'))
  expect(lines.length).toBeGreaterThan(200)
  expect(lines.length).toBeLessThanOrEqual(600)
})

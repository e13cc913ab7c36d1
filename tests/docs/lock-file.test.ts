/** Tests that `npm ci`, a newcomer's first command, works on every platform. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { REPOSITORY } from './code-blocks.ts'

interface LockFile {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>
}

// npm leaves a platform's package out of the lock file when its registry does not have it, and `npm ci` then refuses the whole file.
it('the lock file names the packages of every platform, not only of the machine that wrote it', () => {
  const { packages } = JSON.parse(readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8')) as LockFile
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  )
  expect(missing).toEqual([])
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { REPOSITORY } from './code-blocks.ts'

interface LockFile {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>
}

// npm omits a platform's package if its registry lacks it, and then `npm ci` refuses the lock file.
it('the lock file names the packages of every platform, not only of the machine that wrote it', () => {
  const { packages } = JSON.parse(readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8')) as LockFile
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  )
  expect(missing).toEqual([])
})

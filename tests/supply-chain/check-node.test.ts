/** Most tests require a Node that does not exist yet. */
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ROOT } from '../../scripts/read-lockfile.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-check-node-'))
  mkdirSync(join(folder, 'scripts'))
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  const script = readFileSync(join(ROOT, 'scripts/check-node.mjs'), 'utf8')
  writeFileSync(join(folder, 'scripts/check-node.mjs'), script.replace(/NEEDED = \[.*\]/, 'NEEDED = [999, 0, 0]'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function check(event: string) {
  const env = { PATH: process.env.PATH, npm_lifecycle_event: event }
  const { status, stderr } = spawnSync(process.execPath, ['scripts/check-node.mjs'], { cwd: folder, env })
  return { status, said: String(stderr).trim() }
}

function installPackagedNode(): void {
  const bin = join(folder, `node_modules/node-${process.platform}-${process.arch}/bin`)
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'node'), '')
}

const link = () => readlinkSync(join(folder, 'node_modules/.bin/node'))

it('names the required version and how to install it, if none was installed with the dependencies', () => {
  const said = `Vitrine needs Node 999.0.0 or later; this is ${process.versions.node}. On Linux, \`npm install\` in this folder installs it: wait until that has ended, or run it.`
  expect(check('build')).toEqual({ status: 1, said })
})

it('links the Node that npm installed but did not link, and lets a build continue', () => {
  installPackagedNode()
  expect(check('build')).toEqual({ status: 0, said: '' })
  expect(link()).toBe(`../node-${process.platform}-${process.arch}/bin/node`)
})

it('asks to repeat a command if its shell has already cached the path of Node', () => {
  installPackagedNode()
  expect(check('start')).toEqual({
    status: 1,
    said: 'Node 999.0.0 is now set up for this folder. Run the command again.',
  })
  expect(link()).toContain('bin/node')
})

describe('if the machine has its own Node', () => {
  const own = process.versions.node
  const [major = ''] = own.split('.')

  /** Runs the check beside a packaged Node. `installed` is the version of the machine's own Node. */
  function checkBeside(installed: string | undefined) {
    installPackagedNode()
    const packaged = join(folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
    copyFileSync(process.execPath, packaged)
    symlinkSync(packaged, join(folder, 'node_modules/.bin/node'))
    mkdirSync(join(folder, 'bin'))
    if (installed) writeFileSync(join(folder, 'bin/node'), `#!/bin/sh\necho v${installed}\n`, { mode: 0o755 })
    const script = join(folder, 'scripts/check-node.mjs')
    writeFileSync(script, readFileSync(script, 'utf8').replace('[999, 0, 0]', `[${own.replaceAll('.', ', ')}]`))
    const env = { PATH: [join(folder, 'node_modules/.bin'), join(folder, 'bin'), '/usr/bin', '/bin'].join(':') }
    const { status, stderr } = spawnSync(packaged, [script], { cwd: folder, env })
    return { status, said: String(stderr), isLinked: existsSync(join(folder, 'node_modules/.bin/node')) }
  }

  it('of the right version, it is used instead of the one that npm installed', () => {
    expect(checkBeside(own)).toEqual({ status: 0, said: '', isLinked: false })
  })

  it.each([`${major}.0.0`, `${Number(major) + 1}.0.0`, 'nonsense'])(
    'that is not right (%s), it is left alone',
    (version) => {
      expect(checkBeside(version)).toEqual({ status: 0, said: '', isLinked: true })
    },
  )
})

/** What an old Node sees before its first script: `scripts/check-node.mjs`, with a version that no Node has reached. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ROOT } from '../../scripts/read-lock.ts'

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

it('names the version that is needed where none comes with the dependencies', () => {
  const said = `Vitrine needs Node 999.0.0 or later; this is ${process.versions.node}.`
  expect(check('build')).toEqual({ status: 1, said })
})

it('links the Node that npm installed but did not link, and lets a build go on', () => {
  installPackagedNode()
  expect(check('build')).toEqual({ status: 0, said: '' })
  expect(link()).toBe(`../node-${process.platform}-${process.arch}/bin/node`)
})

it('asks to run a command again whose shell has already looked up Node', () => {
  installPackagedNode()
  expect(check('start')).toEqual({
    status: 1,
    said: 'Node 999.0.0 is now set up for this folder. Run the command again.',
  })
  expect(link()).toContain('bin/node')
})

#!/usr/bin/env node
/** Starts Vitrine with the Node it needs. An old Node must be able to run this file, so it is JavaScript. */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NEEDED = [24, 21, 0]
const PROGRAM = new URL('../packages/server/src/cli/vitrine.js', import.meta.url)

if (isRecent(process.versions.node)) await import(PROGRAM.href)
else runWith(packagedNode())

function isRecent(version) {
  const running = version.split('.').map(Number)
  const at = NEEDED.findIndex((part, index) => part !== running[index])
  return at < 0 || running[at] > NEEDED[at]
}

function packagedNode() {
  const name = `node-${platform() === 'win32' ? 'win' : platform()}-${arch()}`
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    return join(folder, 'bin', platform() === 'win32' ? 'node.exe' : 'node')
  } catch {
    return undefined
  }
}

function runWith(node) {
  if (node === undefined) {
    console.error(`Vitrine needs Node ${NEEDED.join('.')} or later; this is ${process.versions.node}.`)
    process.exit(1)
  }
  const child = spawn(node, [fileURLToPath(PROGRAM), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

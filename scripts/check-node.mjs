/**
 * Makes sure that scripts run on the Node they need, before the first file fails. Plain JavaScript, so that any Node can run it.
 *
 * On Linux and Windows npm installs that Node, and puts it first on the path of scripts as `node_modules/.bin/node`. npm 9 and 10 leave
 * that link out, so it is made here. Elsewhere a Node that is too old is named in a sentence.
 */
import { existsSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NEEDED = [24, 21, 0]
/** Scripts that go on with npm, and so with shells that look up `node` again. */
const GO_ON = ['build', 'check', 'pack:client']

const running = process.versions.node.split('.').map(Number)
const at = NEEDED.findIndex((part, index) => part !== running[index])
if (at >= 0 && running[at] < NEEDED[at]) {
  if (!linkInstalled()) stop(`Vitrine needs Node ${NEEDED.join('.')} or later; this is ${process.versions.node}.`)
  // The shell that runs this file has already looked up `node` and keeps what it found.
  if (!GO_ON.includes(process.env.npm_lifecycle_event ?? ''))
    stop(`Node ${NEEDED.join('.')} is now set up for this folder. Run the command again.`)
}

function linkInstalled() {
  const modules = join(dirname(fileURLToPath(import.meta.url)), '../node_modules')
  const target = join(`node-${process.platform}-${process.arch}`, 'bin/node')
  if (!existsSync(join(modules, target)) || existsSync(join(modules, '.bin/node'))) return false
  symlinkSync(join('..', target), join(modules, '.bin/node'))
  return true
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

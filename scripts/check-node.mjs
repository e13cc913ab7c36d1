/**
 * npm installs the required Node as a package. npm 9 and 10 do not link it for scripts, so this file does. If the
 * machine has the required Node, the link is removed. Any Node must be able to run this file, so it is JavaScript.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NEEDED = [24, 21, 0]
/** These scripts continue in new shells, which find the new `node`. */
const GO_ON = ['build', 'check', 'pack:client']

const modules = join(dirname(fileURLToPath(import.meta.url)), '../node_modules')

if (isPackaged(process.execPath) && hasInstalled()) rmSync(join(modules, '.bin/node'), { force: true })
else if (isOlder(process.versions.node)) {
  if (!linkInstalled())
    stop(
      `Vitrine needs Node ${NEEDED.join('.')} or later; this is ${process.versions.node}. On Linux, \`npm install\` in this folder installs it: wait until that has ended, or run it.`,
    )
  // The current shell has looked up `node` before and keeps its path.
  if (!GO_ON.includes(process.env.npm_lifecycle_event ?? ''))
    stop(`Node ${NEEDED.join('.')} is now set up for this folder. Run the command again.`)
}

function isOlder(version) {
  const parts = version.split('.').map(Number)
  const at = NEEDED.findIndex((part, index) => part !== parts[index])
  return at >= 0 && parts[at] < NEEDED[at]
}

function isPackaged(path) {
  return dirname(path).startsWith(modules)
}

/** Only the same major version counts, because others may read the sources differently. */
function hasInstalled() {
  const paths = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.includes('node_modules'))
  const found = paths.map((folder) => join(folder, 'node')).find((path) => existsSync(path))
  const [, version] =
    /^v(\d+\.\d+\.\d+)$/.exec(found ? String(spawnSync(found, ['--version']).stdout).trim() : '') ?? []
  return version !== undefined && Number(version.split('.')[0]) === NEEDED[0] && !isOlder(version)
}

function linkInstalled() {
  const target = join(`node-${process.platform}-${process.arch}`, 'bin/node')
  if (!existsSync(join(modules, target)) || existsSync(join(modules, '.bin/node'))) return false
  symlinkSync(join('..', target), join(modules, '.bin/node'))
  return true
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

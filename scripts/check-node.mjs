/**
 * Makes sure that scripts run on the required Node. It is plain JavaScript, so that any Node can run it.
 *
 * On Linux and Windows, npm installs that Node and puts it first on the path of scripts as `node_modules/.bin/node`.
 * npm 9 and 10 omit that link, so this script creates it. On other systems it stops with a message if Node is too old.
 * If the machine itself has a Node of the right version, the link is removed, so that shells find that one.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NEEDED = [24, 21, 0]
/** Scripts that continue with npm, in new shells that look up `node` again. */
const GO_ON = ['build', 'check', 'pack:client']

const modules = join(dirname(fileURLToPath(import.meta.url)), '../node_modules')

if (isPackaged(process.execPath) && hasInstalled()) rmSync(join(modules, '.bin/node'), { force: true })
else if (isOlder(process.versions.node)) {
  if (!linkInstalled())
    stop(
      `Vitrine needs Node ${NEEDED.join('.')} or later; this is ${process.versions.node}. On Linux, \`npm install\` in this folder installs it: wait until that has ended, or run it.`,
    )
  // The shell that runs this file has already looked up `node` and keeps its path.
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

/** True if the machine has a Node of the right major version; other versions may read the sources differently. */
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

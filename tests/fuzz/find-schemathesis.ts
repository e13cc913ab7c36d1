/** Finds schemathesis as configured or installed, or installs it if Python is available. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const VERSION = '4.32.5'
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/schemathesis', import.meta.url))
/** Without a network, the installation must not delay the tests. */
const INSTALL_MS = 120_000

/** Returns the command, or why there is none. */
export function findSchemathesis(): { command: string } | { missing: string } {
  const own = join(FOLDER, 'bin', 'schemathesis')
  for (const command of [process.env.SCHEMATHESIS ?? 'schemathesis', own])
    if (runs(command, '--version')) return { command }
  if (!runs('python3', '--version'))
    return { missing: 'there is no Python, so no schemathesis: its cases are left out' }
  install()
  return runs(own, '--version')
    ? { command: own }
    : { missing: 'schemathesis could not be installed (pip install schemathesis): its cases are left out' }
}

function install(): void {
  const python = join(FOLDER, 'bin', 'python')
  if (!existsSync(python)) runs('python3', '-m', 'venv', FOLDER)
  runs(python, '-m', 'pip', 'install', '--quiet', '--retries', '0', '--timeout', '10', `schemathesis==${VERSION}`)
}

function runs(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore', timeout: INSTALL_MS })
    return true
  } catch {
    return false
  }
}

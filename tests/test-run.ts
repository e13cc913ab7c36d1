/** Creates a folder for all tests of a run. The first test that needs PostgreSQL starts it there. */
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RUN_FOLDER, stopSharedServer } from '../packages/server/src/ports/postgres/testing/shared-server.ts'
import { findChromium, NO_CHROMIUM } from './e2e/browser.ts'

let folder: string

export function setup(): void {
  if (findChromium() === undefined) console.warn(`The browser tests are left out. ${NO_CHROMIUM}`)
  folder = mkdtempSync(join(tmpdir(), 'vitrine-run-'))
  // PostgreSQL may run as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755)
  process.env[RUN_FOLDER] = folder
  // Servers and threads load the sources several hundred times, so compiled code is cached.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
}

export function teardown(): Promise<void> {
  return stopSharedServer(folder)
}

/** Creates the folder that the tests of one run share. It contains the PostgreSQL that is started for the first test that needs one. */
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RUN_FOLDER, stopSharedServer } from '../packages/server/src/ports/postgres/testing/shared-server.ts'
import { findChromium, NO_CHROMIUM } from './e2e/browser.ts'

let folder: string

export function setup(): void {
  if (findChromium() === undefined) console.warn(`The browser tests are left out. ${NO_CHROMIUM}`)
  folder = mkdtempSync(join(tmpdir(), 'vitrine-run-'))
  // If the tests run as root, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755)
  process.env[RUN_FOLDER] = folder
  // Servers and threads load the sources without Vite several hundred times per run; with the cache, only the first
  // load strips types and compiles.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
}

export function teardown(): Promise<void> {
  return stopSharedServer(folder)
}

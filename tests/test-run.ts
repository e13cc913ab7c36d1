/** Sets up the folder that the tests of one run share; the PostgreSQL that the first test asks for lies in it. */
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RUN_FOLDER, stopSharedServer } from '../packages/server/src/ports/postgres/testing/shared-server.ts'

let folder: string

export function setup(): void {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-run-'))
  // PostgreSQL runs as another user where the tests run as root.
  chmodSync(folder, 0o755)
  process.env[RUN_FOLDER] = folder
  // Servers and their threads load the sources without vite, some hundred times in a run: only the first strips types and compiles.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
}

export function teardown(): Promise<void> {
  return stopSharedServer(folder)
}

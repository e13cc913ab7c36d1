/** Starts the demo shop once for all browser tests, on an empty data folder. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startServer } from './server-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    url: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A demo shop that runs already, for whoever tries one test again and again.
  const running = process.env.VITRINE_URL
  if (running !== undefined) {
    project.provide('url', running)
    return async () => {}
  }
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-e2e-'))
  const { url, stop } = await startServer(folder)
  project.provide('url', url)
  return async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

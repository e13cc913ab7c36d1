/**
 * Starts the demo shop on empty data folders before the browser tests: one server for each test file that runs at a time, because files
 * publish, order and count in the one shop that a demo has.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startServer } from './server-process.ts'

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A demo shop that runs already, for whoever tries one test again and again.
  const running = process.env.VITRINE_URL
  if (running !== undefined) {
    project.provide('demoUrls', [running])
    return async () => {}
  }
  const servers = await Promise.all(Array.from({ length: project.config.maxWorkers }, startDemo))
  project.provide(
    'demoUrls',
    servers.map(({ url }) => url),
  )
  return async () => void (await Promise.all(servers.map(({ stop }) => stop())))
}

async function startDemo(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-e2e-'))
  const server = await startServer(folder)
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

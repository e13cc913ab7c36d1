/**
 * Starts the demo shop while the first tests run. There is one server for each test file that runs at a time, because
 * files publish, order and count in the only shop that a demo has. The shop is created and embedded once; each server
 * has a copy.
 */
import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DEMO_ADMIN_KEY, DEMO_SHOP } from '@vitrine/contract/demo-shop'
import type { TestProject } from 'vitest/node'
import { type ServerProcess, startAndInterrupt, startServer } from './server-process.ts'

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-e2e-'))
  const demoFile = join(folder, 'demo.json')
  project.provide('demoFile', demoFile)
  const starting = startDemos(folder, project.vitest.config.maxWorkers)
  const written = starting.then(
    (servers) => writeWhole(demoFile, { urls: servers.map(({ url }) => url) }),
    (error: unknown) => writeWhole(demoFile, { failure: String(error) }),
  )
  return async () => {
    await written
    const servers = await starting.catch(() => [])
    await Promise.all(servers.map(({ stop }) => stop()))
    await rm(folder, { recursive: true, force: true })
  }
}

async function startDemos(folder: string, count: number): Promise<Pick<ServerProcess, 'url' | 'stop'>[]> {
  // Uses a demo shop that is already running, for repeated runs of one test.
  const running = process.env.VITRINE_URL
  if (running !== undefined) return [{ url: running, stop: async () => {} }]
  await makeDemo(join(folder, '1'))
  const folders = Array.from({ length: count }, (_, i) => join(folder, String(i + 1)))
  for (const copy of folders.slice(1)) await cp(folders[0]!, copy, { recursive: true })
  return Promise.all(folders.map((one) => startServer(one)))
}

async function writeWhole(file: string, content: object): Promise<void> {
  await writeFile(`${file}.part`, JSON.stringify(content))
  await rename(`${file}.part`, file)
}

/** The first start is interrupted, so that every browser test shows that the next one finishes the shop. */
async function makeDemo(folder: string): Promise<void> {
  await startAndInterrupt(folder, /creating the demo shop/)
  const { url, stop } = await startServer(folder)
  while (!(await isEmbedded(url))) await pause(250)
  await stop()
}

async function isEmbedded(url: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${DEMO_ADMIN_KEY}` }
  const answer = await fetch(`${url}/api/admin/v1/shops/${DEMO_SHOP}/embedding`, { headers })
  const { spaces } = (await answer.json()) as { spaces: { complete: boolean }[] }
  return spaces.length > 0 && spaces.every(({ complete }) => complete)
}

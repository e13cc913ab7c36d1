/**
 * Starts the demo shop before the browser tests: one server for each test file that runs at a time, because files publish, order and count
 * in the one shop that a demo has. The shop is made and its products are embedded once; each server has a copy.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DEMO_ADMIN_KEY, DEMO_SHOP } from '@vitrine/contract/demo-shop'
import type { TestProject } from 'vitest/node'
import { startAndInterrupt, startServer } from './server-process.ts'

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A demo shop that is already running, for repeated runs of one test.
  const running = process.env.VITRINE_URL
  if (running !== undefined) {
    project.provide('demoUrls', [running])
    return async () => {}
  }
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-e2e-'))
  await makeDemo(join(folder, '1'))
  const folders = Array.from({ length: project.config.maxWorkers }, (_, i) => join(folder, String(i + 1)))
  for (const copy of folders.slice(1)) await cp(folders[0]!, copy, { recursive: true })
  const servers = await Promise.all(folders.map((one) => startServer(one)))
  project.provide(
    'demoUrls',
    servers.map(({ url }) => url),
  )
  return async () => {
    await Promise.all(servers.map(({ stop }) => stop()))
    await rm(folder, { recursive: true, force: true })
  }
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

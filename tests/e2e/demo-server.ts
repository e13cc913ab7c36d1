/**
 * Starts a demo for each test file that runs at the same time, because a demo has a single shop, which files change.
 */
import { cp, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
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
  // For repeated runs of a test, uses a demo that is running already.
  const running = process.env.VITRINE_URL
  if (running !== undefined) return [{ url: running, stop: async () => {} }]
  await makeDemo(join(folder, '1'))
  const folders = Array.from({ length: count }, (_, i) => join(folder, String(i + 1)))
  const pictures = join(folders[0]!, 'demo-images')
  for (const copy of folders.slice(1)) {
    await cp(folders[0]!, copy, { recursive: true, filter: (path) => path !== pictures })
    // What one server draws, the others show.
    await symlink(pictures, join(copy, 'demo-images'))
  }
  return Promise.all(folders.map((one) => startServer(one)))
}

async function writeWhole(file: string, content: object): Promise<void> {
  await writeFile(`${file}.part`, JSON.stringify(content))
  await rename(`${file}.part`, file)
}

/** Interrupts the first start, so that all browser tests also test that the next start completes the shop. */
async function makeDemo(folder: string): Promise<void> {
  await startAndInterrupt(folder, /creating the demo shop/)
  const { url, stop } = await startServer(folder)
  while (!(await isEmbedded(url))) await pause(250)
  // Every copy has the outcome, so that no server begins by checking its search.
  await askAdmin(url, 'search-health?wait=true')
  await stop()
}

async function isEmbedded(url: string): Promise<boolean> {
  const { spaces } = (await askAdmin(url, 'embedding')) as { spaces: { complete: boolean }[] }
  return spaces.length > 0 && spaces.every(({ complete }) => complete)
}

async function askAdmin(url: string, path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${DEMO_ADMIN_KEY}` }
  return (await fetch(`${url}/api/admin/v1/shops/${DEMO_SHOP}/${path}`, { headers })).json()
}

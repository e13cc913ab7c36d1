/** Starts the demo shop once for all browser tests, as a user would: the command line on an empty data folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

const READY_WITHIN_MS = 600_000

declare module 'vitest' {
  interface ProvidedContext {
    url: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-e2e-'))
  const server = spawn('node', ['packages/server/src/cli/vitrine.ts', 'serve'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, PORT: '0', VITRINE_DATA: folder, NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await listening(server)
  await ready(url)
  project.provide('url', url)
  return async () => {
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
    await rm(folder, { recursive: true, force: true })
  }
}

/** The address is in the log line that says so. */
function listening(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    server.once('exit', (code) => reject(new Error(`the server stopped with ${code}`)))
    server.stdout?.on('data', (chunk: Buffer) => {
      text += chunk
      const match = /"url":"(http[^"]+)"/.exec(text)
      if (match?.[1]) resolve(match[1])
    })
  })
}

async function ready(url: string): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS
  while (Date.now() < until) {
    const answer = await fetch(`${url}/ready`).catch(() => undefined)
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('the demo shop was not ready in time')
}

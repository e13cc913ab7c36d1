import { spawn } from 'node:child_process'
import { join } from 'node:path'

const READY_WITHIN_MS = 600_000

export interface ServerProcess {
  url: string
  /** The link for the first owner is logged shortly after the start if there is no user yet. */
  ownerLink(): Promise<string>
  stop(): Promise<void>
}

const spawnServer = (folder: string, env: Record<string, string> = {}) =>
  spawn('node', ['packages/server/src/cli/vitrine.ts', 'serve'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, PORT: '0', VITRINE_DATA: folder, NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** Interrupts the start, like Ctrl-C, as soon as its log matches. */
export async function startAndInterrupt(folder: string, said: RegExp): Promise<void> {
  const server = spawnServer(folder)
  let text = ''
  server.stdout.on('data', (chunk: Buffer) => {
    text += chunk
    if (said.test(text)) server.kill('SIGINT')
  })
  await new Promise((resolve) => server.once('exit', resolve))
}

export async function startServer(folder: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = spawnServer(folder, env)
  let text = ''
  server.stdout.on('data', (chunk: Buffer) => {
    text += chunk
  })
  const logged = (field: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const match = field.exec(text)
        if (match?.[1]) resolve(match[1])
      }
      server.once('exit', (code) => reject(new Error(`the server ended with exit code ${code}`)))
      server.stdout.on('data', look)
      look()
    })
  const url = await logged(/"url":"(http[^"]+)"/)
  await ready(url)
  return {
    url,
    ownerLink: () => logged(/"sign_in":"([^"]+)"/),
    async stop() {
      server.kill('SIGTERM')
      await new Promise((resolve) => server.once('exit', resolve))
    },
  }
}

async function ready(url: string): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS
  while (Date.now() < until) {
    const answer = await fetch(`${url}/ready`).catch(() => undefined)
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('the server was not ready in time')
}

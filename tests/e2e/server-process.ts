/** A server as a user starts it: the command line on a data folder. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const READY_WITHIN_MS = 600_000

export interface ServerProcess {
  url: string
  /** The address that makes the first owner, where there is no user yet. */
  ownerLink: string | undefined
  stop(): Promise<void>
}

export async function startServer(folder: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = spawn('node', ['packages/server/src/cli/vitrine.ts', 'serve'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, PORT: '0', VITRINE_DATA: folder, NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  const url = await new Promise<string>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`the server stopped with ${code}`)))
    server.stdout.on('data', (chunk: Buffer) => {
      text += chunk
      // The address is in the log line that says so.
      const match = /"url":"(http[^"]+)"/.exec(text)
      if (match?.[1]) resolve(match[1])
    })
  })
  await ready(url)
  return {
    url,
    ownerLink: /"sign_in":"([^"]+)"/.exec(text)?.[1],
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

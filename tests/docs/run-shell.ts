/** Runs the shell blocks of a page in one shell, so that exported variables are kept. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedServer } from '../../packages/server/src/ports/postgres/testing/shared-server.ts'
import type { GuideServer } from './guide-server.ts'
import type { ReaderFolder } from './reader-folder.ts'

export interface Finished {
  code: number | null
  output: string
}

/** Makes HTTP errors fail, runs the command line without npm, and replaces slow commands by checks that they exist. */
const PRELUDE = `
set -euo pipefail
curl() { command curl --fail-with-body --max-time 30 "$@"; }
git() { if [ "$1" = clone ]; then ln -sfn . "$3"; else command git "$@"; fi; }
has_script() { node -e 'process.exit(require("./package.json").scripts[process.argv[1]] ? 0 : 1)' "$1" || { echo "package.json has no script $1" >&2; return 1; }; }
npm() {
  if [ "$1" = run ] && [ "$2" = -s ]; then shift 2; set -- run "$@"; fi
  case "$1" in
    ci) test -f package-lock.json ;;
    start|test) has_script "$1" ;;
    run) case "$2" in vitrine) shift 2; node --run vitrine "$@" ;; pack:client) command npm run --silent pack:client ;; *) has_script "$2" ;; esac ;;
    install) shift; for one in "$@"; do case "$one" in -*) ;; *.tgz) tar tzf "$one" package/index.js package/types/index.d.ts ;; *) echo "$one is not a package of this repository" >&2; return 1 ;; esac; done ;;
    *) command npm "$@" ;;
  esac
}
if [ -f .shell-state ]; then . ./.shell-state; fi
trap 'export -p > .shell-state' EXIT
`

export async function runShell(text: string, folder: ReaderFolder, server: GuideServer): Promise<Finished> {
  const env = {
    PATH: `${join(folder.path, 'node_modules/.bin')}:${process.env.PATH}`,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOME: folder.path,
    VITRINE_DATA: server.dataFolder,
    // Loading models takes long, so only blocks about models enable them.
    VITRINE_EMBEDDER: 'none',
    LANG: 'C.UTF-8',
  }
  return finished(
    spawn('bash', ['-c', `${PRELUDE}\n${await atDatabase(atServer(text, server))}`], {
      cwd: folder.path,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
}

/** Replaces the address of PostgreSQL in the guides. */
async function atDatabase(text: string): Promise<string> {
  const usual = '127.0.0.1:5432'
  return text.includes(usual) ? text.replaceAll(usual, new URL(await sharedServer()).host) : text
}

/** Stops servers of a page with a failed block. */
export function stopLeftBehind({ path }: ReaderFolder): void {
  for (const file of readdirSync(path).filter((name) => name.endsWith('.pid'))) {
    try {
      process.kill(Number(readFileSync(join(path, file), 'utf8')), 'SIGKILL')
    } catch {
      // The process has ended already.
    }
  }
}

/** Replaces the demo's address in the guides. */
export function atServer(text: string, server: GuideServer): string {
  return text.replaceAll('http://127.0.0.1:4000', server.url)
}

export function finished(child: ReturnType<typeof spawn>): Promise<Finished> {
  let output = ''
  const take = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout?.on('data', take)
  child.stderr?.on('data', take)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

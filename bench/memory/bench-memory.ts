/**
 * `npm run bench -- memory [--repository FOLDER] [--name TEXT] [--idle 60]`: resident memory of an idle demo server. A server is started on an empty
 * folder; when its catalog is embedded, it is left alone for a minute. `--repository` is another checkout, to compare with; the result is added
 * to bench/results/idle-memory.json under its name.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const RESULTS = join(ROOT, 'bench/results/idle-memory.json')
const EMBEDDING = '/api/admin/v1/shops/demo-shop.myshopify.com/embedding'
const ADMIN = { authorization: `Bearer vak_demo${'0'.repeat(28)}` }

interface Run {
  name: string
  residentMib: number
  idleSeconds: number
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      repository: { type: 'string', default: ROOT },
      name: { type: 'string', default: 'demo shop, 750 products' },
      idle: { type: 'string', default: '60' },
    },
  })
  const idleSeconds = Number(values.idle)
  const residentMib = await measure(resolve(values.repository), idleSeconds)
  console.log(`${values.name}: ${residentMib} MiB`)
  record({ name: values.name, residentMib, idleSeconds })
}

async function measure(repository: string, idleSeconds: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-memory-'))
  const server = spawn(process.execPath, [join(repository, 'packages/server/src/cli/vitrine.ts'), 'serve'], {
    env: { PATH: process.env.PATH, HOME: folder, PORT: '0', VITRINE_DATA: folder, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const url = await listening(createInterface({ input: server.stdout }))
    while (!(await isEmbedded(url))) await seconds(2)
    await seconds(idleSeconds)
    const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kib) / 1024)
  } finally {
    server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function listening(lines: ReturnType<typeof createInterface>): Promise<string> {
  return new Promise((found) =>
    lines.on('line', (line) => {
      const { msg, url } = JSON.parse(line)
      if (msg === 'listening') found(url)
    }),
  )
}

async function isEmbedded(url: string): Promise<boolean> {
  const answer = await fetch(url + EMBEDDING, { headers: ADMIN })
  if (!answer.ok) return false
  const { spaces } = (await answer.json()) as { spaces: { complete: boolean }[] }
  return spaces.length > 0 && spaces.every(({ complete }) => complete)
}

function record(one: Run): void {
  const former: Run[] = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')).runs : []
  const runs = [...former.filter(({ name }) => name !== one.name), one]
  writeFileSync(RESULTS, `${JSON.stringify({ command: 'npm run bench -- memory', runs }, null, 2)}\n`)
}

function seconds(count: number): Promise<void> {
  return new Promise((done) => setTimeout(done, count * 1000))
}

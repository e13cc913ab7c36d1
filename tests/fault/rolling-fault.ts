/** Upgrades two nodes behind HAProxy under load, as the guide says. No request may fail. Needs HAProxy. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { STORE_SCHEMA } from '../../packages/server/src/compose/store-postgres.ts'
import { openPostgres } from '../../packages/server/src/ports/postgres/open-postgres.ts'
import { freePort } from '../../packages/server/src/ports/postgres/testing/free-port.ts'
import { startTestServer } from '../../packages/server/src/ports/postgres/testing/test-server.ts'
import { sampleEnvelope } from '../conformance/event-samples.ts'
import { createShop, putProducts, SHOP } from './server-process.ts'

const VITRINE = new URL('../../packages/server/src/cli/vitrine.ts', import.meta.url).pathname
const GUIDE = new URL('../../docs/guides/growing-past-one-machine.md', import.meta.url)
const CALLERS = 6

interface Counts {
  requests: number
  failures: Record<string, number>
}

export async function rollingFault(): Promise<boolean> {
  const postgres = await startTestServer({ fsync: true })
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-rolling-'))
  const ports = await Promise.all([0, 1, 2].map(freePort))
  const env = nodeEnvironment(postgres.url)
  const nodes = new Map<number, ChildProcess>()
  const start = async (port: number) => {
    const settings = { ...env, PORT: String(port), VITRINE_DATA: join(folder, `node-${port}`) }
    nodes.set(port, spawn(process.execPath, [VITRINE, 'serve'], { env: settings, stdio: 'ignore' }))
    await untilReady(port)
  }
  const [front = 0, ...backs] = ports
  const balancer = await startBalancer(folder, front, backs)
  try {
    for (const port of backs) await start(port)
    await untilTakenBack(folder)
    const url = `http://127.0.0.1:${front}`
    const key = await createShop(url)
    await putProducts(
      url,
      Array.from({ length: 200 }, (_, i) => ({
        id: i + 1,
        title: `Product ${i}`,
        handle: `p-${i}`,
        variants: [{ id: i + 1, price: '1.00' }],
      })),
    )
    const load = new Load(url, key)
    load.start()
    const restart = async (port: number) => {
      const node = nodes.get(port)!
      const ended = once(node, 'exit')
      node.kill('SIGTERM')
      await ended
      await start(port)
      await untilTakenBack(folder)
    }
    for (const port of backs) await restart(port)
    const afterRestarts = load.report()
    await migrateAhead(postgres.url)
    for (const port of backs) await restart(port)
    await load.stop()
    console.log(JSON.stringify({ afterRestarts, afterMigration: load.report() }, null, 2))
    const { requests, failures } = load.report()
    const isGood = requests > 0 && Object.keys(failures).length === 0
    console.log(isGood ? `${requests} requests, none failed` : 'FAILED: see above')
    return isGood
  } finally {
    for (const node of nodes.values()) node.kill('SIGKILL')
    balancer.kill('SIGKILL')
    await postgres.stop()
    for (const path of [folder, postgres.folder]) await rm(path, { recursive: true, force: true })
  }
}

function nodeEnvironment(storeUrl: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: 'production',
    VITRINE_STORE: storeUrl,
    VITRINE_SECRET: 's'.repeat(32),
    VITRINE_ADMIN_KEY: `vak_${'F'.repeat(32)}`,
    VITRINE_EMBEDDER: 'none',
    LOG_LEVEL: 'silent',
  }
}

/** Migrates like the first node of a newer version. The step only adds a column. */
async function migrateAhead(url: string): Promise<void> {
  const [records, ...others] = STORE_SCHEMA
  const step = { sql: 'ALTER TABLE products ADD COLUMN of_the_next_version int' }
  const db = await openPostgres({ url }, [{ ...records!, steps: [...records!.steps, step] }, ...others])
  await db.close()
}

/** Uses the guide's configuration on other ports. */
async function startBalancer(folder: string, front: number, [a, b]: number[]): Promise<ChildProcess> {
  const [, block = ''] = /```haproxy haproxy\.cfg\n(.*?)```/s.exec(await readFile(GUIDE, 'utf8')) ?? []
  const socket = `global\n  stats socket ${socketIn(folder)} mode 600`
  const config = block
    .replace('global', socket)
    .replace(':4000', `127.0.0.1:${front}`)
    .replace('4101', String(a))
    .replace('4102', String(b))
  const path = join(folder, 'haproxy.cfg')
  await writeFile(path, config)
  return spawn('haproxy', ['-db', '-f', path], { stdio: 'inherit' })
}

const socketIn = (folder: string) => join(folder, 'haproxy.sock')

/** The next node may only be restarted once the balancer uses this one again. */
async function untilTakenBack(folder: string): Promise<void> {
  for (;;) {
    const lines = (await askBalancer(folder, 'show stat')).split('\n').filter((line) => /^vitrine,[ab],/.test(line))
    if (lines.length === 2 && lines.every((line) => line.split(',')[17] === 'UP')) return
    await pause(200)
  }
}

async function askBalancer(folder: string, command: string): Promise<string> {
  const socket = connect(socketIn(folder))
  socket.end(`${command}\n`)
  let answer = ''
  for await (const chunk of socket) answer += chunk
  return answer
}

class Load {
  readonly #url: string
  readonly #headers: Record<string, string>
  readonly #counts: Counts = { requests: 0, failures: {} }
  #callers: Promise<void>[] = []
  #isOver = false

  constructor(url: string, key: string) {
    this.#url = `${url}/api/storefront/v1/headless`
    this.#headers = { 'x-shop': SHOP, authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  }

  start(): void {
    this.#callers = Array.from({ length: CALLERS }, () => this.#call())
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#callers)
  }

  report(): Counts {
    return { requests: this.#counts.requests, failures: { ...this.#counts.failures } }
  }

  async #call(): Promise<void> {
    for (let i = 0; !this.#isOver; i++) {
      const isSearch = i % 2 === 0
      const body = isSearch ? { query: 'product', session_id: 's' } : sampleEnvelope('page_viewed', Date.now())
      const outcome = await fetch(`${this.#url}/${isSearch ? 'search' : 'events'}`, {
        ...{ method: 'POST', headers: this.#headers, body: JSON.stringify(body) },
      }).then(
        async (answer) => [answer.status, await answer.text()] as const,
        (error: Error) => [error.message, String((error.cause as Error | undefined)?.message)] as const,
      )
      this.#counts.requests++
      if (outcome[0] === 200) continue
      const failure = outcome.join(' ').slice(0, 120)
      this.#counts.failures[failure] = (this.#counts.failures[failure] ?? 0) + 1
    }
  }
}

async function untilReady(port: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined)
    if (answer?.ok) return
    await pause(200)
  }
}

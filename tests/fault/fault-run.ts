/**
 * Load, kill, restart, and in the end count: every acknowledged event must be in the log exactly once, and what was derived along
 * the way must equal what is derived from the log anew.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventLoad, type Target } from './event-load.ts'
import { examine, type Examination } from './examine.ts'

export interface FaultPlan {
  kills: number
  /** Longest life before a kill. */
  lifeMs: number
  connections: number
  diskFull: boolean
  clockJump: boolean
  say: (line: string) => void
  random: () => number
}

const ADMIN_KEY = `vak_${'F'.repeat(32)}`
const SHOP = 'fault.myshopify.com'
const SERVER = new URL('./fault-server.ts', import.meta.url).pathname
const DAY_MS = 86_400_000

export async function runFaults(
  plan: FaultPlan,
): Promise<Examination & { acknowledged: number; statuses: Record<number, number> }> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-fault-'))
  const load = new EventLoad()
  try {
    let server = await startServer(folder)
    const key = await createShop(server.url)
    const target = (url: string): Target => ({ url, shop: SHOP, key })
    for (let kill = 1; kill <= plan.kills; kill++) {
      await loadAndKill(server, load, plan, target(server.url))
      plan.say(`kill ${kill} of ${plan.kills}: ${load.acknowledged.size} events acknowledged so far`)
      server = await startServer(folder)
    }
    if (plan.clockJump) await jumpClock(server, load, plan, target(server.url))
    if (plan.diskFull) {
      await killNow(server)
      server = await fillDisk(folder, load, plan, target)
    }
    await load.finish(target(server.url))
    await stopServer(server)
    const found = await examine(folder, SHOP, load.acknowledged)
    return { ...found, acknowledged: load.acknowledged.size, statuses: load.statuses }
  } finally {
    load.close()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Server {
  process: ChildProcess
  url: string
}

async function loadAndKill(server: Server, load: EventLoad, plan: FaultPlan, target: Target): Promise<void> {
  let killed = false
  const lifeMs = 50 + plan.random() * plan.lifeMs
  const running = load.run(target, plan.connections, () => killed)
  await new Promise((resolve) => setTimeout(resolve, lifeMs))
  killed = true
  await killNow(server)
  await running
}

/** Twenty days ahead and back: events are refused meanwhile, and none that was taken is forgotten or taken twice. */
async function jumpClock(server: Server, load: EventLoad, plan: FaultPlan, target: Target): Promise<void> {
  for (const shiftMs of [20 * DAY_MS, 0, -DAY_MS, 0]) {
    const moved = once(server.process, 'message')
    server.process.send({ shiftMs })
    await moved
    const endMs = performance.now() + plan.lifeMs / 2
    await load.run(target, plan.connections, () => performance.now() > endMs)
  }
  plan.say(`clock moved 20 days ahead, back, a day behind and back: ${load.acknowledged.size} acknowledged`)
}

/** A limit on file size makes writes fail as a full disk does; answers then must be 503, and nothing acknowledged may be lost. */
async function fillDisk(
  folder: string,
  load: EventLoad,
  plan: FaultPlan,
  target: (url: string) => Target,
): Promise<Server> {
  const limited = await startServer(folder, LIMIT_KIB)
  const before = load.statuses[503] ?? 0
  const endMs = performance.now() + 60_000
  const refused = () => (load.statuses[503] ?? 0) - before
  await load.run(target(limited.url), plan.connections, () => refused() > 200 || performance.now() > endMs)
  plan.say(`disk full: ${refused()} events answered with 503`)
  await killNow(limited)
  return startServer(folder)
}

/** Room for some thousand events in the write-ahead log. */
const LIMIT_KIB = 6 * 1024

async function startServer(folder: string, fileLimitKib?: number): Promise<Server> {
  const env = {
    ...process.env,
    PORT: '0',
    VITRINE_DATA: folder,
    VITRINE_DEMO: 'off',
    VITRINE_ADMIN_KEY: ADMIN_KEY,
    VITRINE_EMBEDDER: 'none',
    LOG_LEVEL: 'silent',
  }
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
  const child =
    fileLimitKib === undefined
      ? spawn(process.execPath, [SERVER], { env, stdio: [...stdio] })
      : spawn('bash', ['-c', `ulimit -f ${fileLimitKib}; exec "$0" "$1"`, process.execPath, SERVER], {
          env,
          stdio: [...stdio],
        })
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended with ${code} instead of starting`)
  })
  const [message] = await Promise.race([once(child, 'message'), exited])
  exited.catch(() => {})
  return { process: child, url: (message as { url: string }).url }
}

async function killNow({ process: child }: Server): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

async function stopServer({ process: child }: Server): Promise<void> {
  const gone = once(child, 'exit')
  child.send({ stop: true })
  await gone
}

async function createShop(url: string): Promise<string> {
  const admin = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api/admin/v1${path}`, { method, headers, body: JSON.stringify(body) })
    return answer.json() as Promise<{ key: string }>
  }
  await admin('PUT', `/shops/${SHOP}`, { name: 'Fault', currency: 'USD' })
  return (await admin('POST', `/shops/${SHOP}/keys`, { label: 'fault' })).key
}

/** Kills and restarts a server under load. It must store each acknowledged event once and report the right figures. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventLoad, type Target } from './event-load.ts'
import { checkConsistency, type ConsistencyReport } from './check-consistency.ts'
import { backUpUnderLoad, type FolderFault, folderFaults } from './folder-faults.ts'
import {
  createShop,
  killNow,
  productWriteStatus,
  readyStatus,
  type Server,
  SHOP,
  startServer,
  stopServer,
} from './server-process.ts'

export interface FaultPlan {
  kills: number
  /** Maximum time before a kill. */
  lifeMs: number
  connections: number
  diskFull: boolean
  clockJump: boolean
  /** Also tests a backup under load, and folders with a missing, older or damaged file. */
  folderFaults: boolean
  say: (line: string) => void
  random: () => number
}

const DAY_MS = 86_400_000

export interface FaultFindings extends ConsistencyReport {
  acknowledged: number
  statuses: Record<number, number>
  folder: FolderFault[]
}

export async function runFaults(plan: FaultPlan): Promise<FaultFindings> {
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
    const faults: FolderFault[] = []
    if (plan.folderFaults) faults.push(await backUpUnderLoad(folder, load, target(server.url), plan))
    await load.finish(target(server.url))
    await stopServer(server)
    if (plan.folderFaults) faults.push(...(await folderFaults({ folder, key, plan })))
    const found = await checkConsistency(folder, SHOP, load.acknowledged)
    return { ...found, acknowledged: load.acknowledged.size, statuses: load.statuses, folder: faults }
  } finally {
    load.close()
    await rm(folder, { recursive: true, force: true })
  }
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

/** Moves the clock by twenty days and back. Meanwhile, events are refused; none may be lost or counted twice. */
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

/** A limit on file size makes writes fail, as on a full disk. Answers must be 503. */
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
  const ready = await readyStatus(limited.url)
  const product = await productWriteStatus(limited.url)
  plan.say(`disk full: ${refused()} events answered with 503, a product with ${product}, /ready says "${ready}"`)
  if (product !== 503 || ready !== 'read_only') throw new Error('a full disk must give 503 and the state read_only')
  await killNow(limited)
  return startServer(folder)
}

/** Leaves space for some thousand events in the write-ahead log. */
const LIMIT_KIB = 6 * 1024

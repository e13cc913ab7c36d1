/** Runs on the hub: sends events to two nodes, causes faults, and counts all events at the end. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { STORE_SCHEMA } from '../../../packages/server/src/compose/store-postgres.ts'
import { postgresDerivedStore } from '../../../packages/server/src/ports/derived-store/postgres.ts'
import { postgresEventLog } from '../../../packages/server/src/ports/event-log/postgres.ts'
import { openPostgres } from '../../../packages/server/src/ports/postgres/open-postgres.ts'
import { EventLoad } from '../event-load.ts'
import { checkStoreConsistency } from '../check-consistency.ts'
import { createShop, killNow, type Server, SHOP, startServer, stopServer } from '../server-process.ts'

const [, , pairScript = '', folder = ''] = process.argv
const STORE = 'postgres://postgres@127.0.0.1:5432/postgres'
const ADDRESSES = { a: '10.77.0.2', b: '10.77.0.3' }
const CONNECTIONS = 4
/** Duration of the load before a fault and after recovery. */
const STEADY_MS = 5000
/** Patroni alone waits 20 s for a lost primary. */
const LIMIT_MS = 120_000

type Host = keyof typeof ADDRESSES

interface Member {
  name: Host
  role: string
  state: string
}

const pair = (...args: string[]) => execFileSync(pairScript, args, { stdio: 'inherit' })

async function members(): Promise<Member[]> {
  for (const address of Object.values(ADDRESSES)) {
    const signal = AbortSignal.timeout(2000)
    const answer = await fetch(`http://${address}:8008/cluster`, { signal }).catch(() => undefined)
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return []
}

/** Waits for a primary and a standby that confirms every commit. Returns the primary. */
async function untilPair(): Promise<Host> {
  let primary: Host | undefined
  await until('a primary with a synchronous standby', async () => {
    const all = await members()
    primary = all.find(({ role, state }) => role === 'leader' && state === 'running')?.name
    return all.some(({ role, state }) => role === 'sync_standby' && state === 'streaming') && primary !== undefined
  })
  return primary as Host
}

async function until(name: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const giveUpMs = performance.now() + LIMIT_MS
  while (!(await isSo())) {
    if (performance.now() > giveUpMs) throw new Error(`no ${name} within ${LIMIT_MS / 1000} s`)
    await pause(100)
  }
}

/** Returns the longest time without an acknowledgment during `happen`, in seconds. */
async function longestGap(load: EventLoad, happen: () => Promise<void>): Promise<number> {
  let [longestMs, lastMs, size] = [0, performance.now(), load.acknowledged.size]
  const timer = setInterval(() => {
    if (load.acknowledged.size === size) return
    longestMs = Math.max(longestMs, performance.now() - lastMs)
    lastMs = performance.now()
    size = load.acknowledged.size
  }, 10)
  await happen()
  clearInterval(timer)
  return Math.round(longestMs / 100) / 10
}

async function failOver(load: EventLoad, nodes: readonly Server[], key: string, fault: (primary: Host) => void) {
  const primary = await untilPair()
  let isOver = false
  const loads = nodes.map(({ url }) => load.run({ url, shop: SHOP, key }, CONNECTIONS, () => isOver))
  const gapSeconds = await longestGap(load, async () => {
    await pause(STEADY_MS)
    fault(primary)
    const before = load.acknowledged.size
    await until('other primary', async () => (await members()).some((one) => isPrimary(one) && one.name !== primary))
    // Late answers of the old primary also count, so more events must be acknowledged.
    await until('event on the new primary', () => load.acknowledged.size > before + 10 * CONNECTIONS)
    await pause(STEADY_MS)
  })
  isOver = true
  await Promise.all(loads)
  return { primary, gapSeconds, acknowledged: load.acknowledged.size }
}

const isPrimary = ({ role, state }: Member) => role === 'leader' && state === 'running'

async function checkConsistency(acknowledged: ReadonlySet<string>) {
  const db = await openPostgres({ url: STORE }, STORE_SCHEMA)
  const stores = { log: postgresEventLog(db, ':memory:'), store: postgresDerivedStore(db) }
  const found = await checkStoreConsistency(stores, SHOP, acknowledged)
  await db.close()
  return found
}

const load = new EventLoad()
const nodes: Server[] = []
try {
  console.log(`primary: ${await untilPair()}`)
  const settings = { VITRINE_STORE: STORE, VITRINE_SECRET: 's'.repeat(32) }
  for (const name of ['one', 'two']) nodes.push(await startServer(join(folder, name), undefined, settings))
  const key = await createShop(nodes[0]!.url)
  const killed = await failOver(load, nodes, key, (primary) => pair('crash', primary))
  console.log(`kill -9 of everything on ${killed.primary}: ${JSON.stringify(killed)}`)
  pair('host', killed.primary)
  const cut = await failOver(load, nodes, key, (primary) => pair('cut', primary))
  console.log(`${cut.primary} cut off the network: ${JSON.stringify(cut)}`)
  pair('mend', cut.primary)
  await untilPair()
  await load.finish({ url: nodes[0]!.url, shop: SHOP, key })
  for (const node of nodes.splice(0)) await stopServer(node)
  const found = await checkConsistency(load.acknowledged)
  console.log(JSON.stringify({ acknowledged: load.acknowledged.size, statuses: load.statuses, ...found }, null, 2))
  const { lost, repeated, miscounted, rebuildEqual } = found
  const isGood = lost === 0 && repeated === 0 && miscounted.length === 0 && rebuildEqual
  console.log(isGood ? 'nothing acknowledged was lost or counted twice' : 'FAILED: see above')
  process.exitCode = isGood ? 0 : 1
} finally {
  load.close()
  for (const node of nodes) await killNow(node)
}

/** Adapters for a PostgreSQL database that nodes share. The data folder only caches indexes and event ids. */
import { readdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Counter, Gauge, type Registry } from 'prom-client'
import { ADMIN_SCHEMA, postgresAdminStore } from '../ports/admin-store/postgres.ts'
import { PostgresNodes } from '../ports/derived-store/postgres-nodes.ts'
import { DERIVED_SCHEMA } from '../ports/derived-store/postgres-schema.ts'
import { threadedPostgresDerivedStore } from '../ports/derived-store/postgres-threaded.ts'
import { postgresEventLog } from '../ports/event-log/postgres.ts'
import { EVENT_SCHEMA } from '../ports/event-log/postgres-schema.ts'
import { PostgresExclusiveWork } from '../ports/exclusive-work/postgres.ts'
import { ChangeNotices } from '../ports/postgres/change-notices.ts'
import { storeId } from '../ports/postgres/migrate.ts'
import { openPostgres } from '../ports/postgres/open-postgres.ts'
import { postgresRecordStore } from '../ports/record-store/postgres.ts'
import { RECORD_SCHEMA } from '../ports/record-store/postgres-schema.ts'
import { postgresSignInTries, SIGN_IN_SCHEMA } from '../ports/sign-in-tries/postgres.ts'
import { SNAPSHOT_SCHEMA } from '../ports/snapshot-store/postgres.ts'
import { postgresVectorArchive, VECTOR_SCHEMA } from '../ports/vector-archive/postgres.ts'
import type { VectorArchive } from '../ports/vector-archive/vector-archive.ts'
import { postgresWebhookMemory, WEBHOOK_SCHEMA } from '../ports/webhook-memory/postgres.ts'
import { type Config, leavesWorkToOthers } from '../config.ts'
import type { Assembly } from './parts.ts'
import { openSnapshots, sealedRunsIn } from './snapshots.ts'

export const STORE_SCHEMA = [
  RECORD_SCHEMA,
  ADMIN_SCHEMA,
  SIGN_IN_SCHEMA,
  EVENT_SCHEMA,
  DERIVED_SCHEMA,
  VECTOR_SCHEMA,
  WEBHOOK_SCHEMA,
  SNAPSHOT_SCHEMA,
]

export type SharedStore = Awaited<ReturnType<typeof openSharedStore>>

/** Interval at which the store is asked for the time; meanwhile a machine's clock drifts by less than a millisecond. */
const ASK_TIME_EVERY_MS = 60_000

export async function openSharedStore({ config, clock, storeClock, onClose, onError }: Assembly, url: string) {
  const settings = { url, connections: config.storeConnections, name: nodeName(config) }
  const db = await openPostgres(settings, STORE_SCHEMA)
  onClose(() => db.close())
  const notices = new ChangeNotices(db, settings)
  onClose(() => notices.close())
  await storeClock?.ask(db)
  const askTime = () => storeClock?.ask(db).catch((error) => onError(error, 'asking the store for the time'))
  const timer = setInterval(askTime, ASK_TIME_EVERY_MS).unref()
  onClose(() => clearInterval(timer))
  const locks = new PostgresExclusiveWork(settings)
  onClose(() => locks.close())
  const id = await storeId(db)
  const records = postgresRecordStore(db, { now: () => new Date(clock()) })
  onClose(() => records.close())
  const snapshots = await openSnapshots(config.snapshots, db)
  onClose(() => snapshots.close())
  const log = postgresEventLog(db, eventIdsPath(config.dataFolder, id), sealedRunsIn(config.snapshots, snapshots))
  let derived: ReturnType<typeof threadedPostgresDerivedStore> | undefined
  const derivation = new URL('../jobs/derive-events/derive-chunk.ts', import.meta.url).href
  return {
    id,
    db,
    notices,
    records,
    snapshots,
    log,
    nodes: new PostgresNodes(db, { name: settings.name, derives: () => !leavesWorkToOthers(config) }),
    admin: postgresAdminStore(db),
    signInTries: postgresSignInTries(db),
    webhookMemory: postgresWebhookMemory(db),
    locks,
    /** Called when the process stops, so that calls no longer wait for an unreachable store. */
    hurry() {
      db.hurry()
      locks.hurry()
      derived?.hurry().catch((error) => onError(error, 'stopping'))
    },
    exclusively: locks.exclusively,
    openEventLog: () => log,
    openDerivedStore: () => {
      derived = threadedPostgresDerivedStore(db, { url, name: `${settings.name} derives`, derivation })
      return derived
    },
    openVectorArchive: (): VectorArchive => postgresVectorArchive(db),
  }
}

function nodeName({ role, region }: Config): string {
  return `vitrine ${role} ${region} ${hostname()}:${process.pid}`.slice(0, 55)
}

/** Returns the path of the store's cached event ids. Deletes those of other stores and of this one before a restore. */
function eventIdsPath(folder: string, id: string): string {
  const name = `event-ids-${id}.db`
  for (const file of readdirSync(folder))
    if (file.startsWith('event-ids-') && !file.startsWith(name)) rmSync(join(folder, file), { force: true })
  return join(folder, name)
}

export function registerPoolMetrics(
  registry: Registry,
  { db, locks, notices }: Pick<SharedStore, 'db' | 'locks' | 'notices'>,
): void {
  const registers = [registry]
  new Gauge({
    name: 'vitrine_store_notices_heard',
    help: 'Whether notices of changes arrive; if 0, the store is polled more often instead',
    registers,
    collect() {
      this.set(Number(notices.areHeard))
    },
  })
  new Gauge({
    name: 'vitrine_store_locks',
    help: 'Work that one node does at a time (webhooks of a shop): held by this node, and waiting here for its turn',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'held' }, locks.held)
      this.set({ state: 'waiting' }, locks.waiting)
    },
  })
  new Gauge({
    name: 'vitrine_store_connections',
    help: 'Connections to PostgreSQL: open, idle, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { connections, idle, waiting } = db.pool
      this.set({ state: 'open' }, connections)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  new Counter({
    name: 'vitrine_store_retries_total',
    help: 'Statements made again because PostgreSQL was away or two transactions clashed',
    registers,
    collect() {
      this.reset()
      this.inc(db.pool.retries)
    },
  })
}

export function registerNodeMetrics(registry: Registry, nodes: Pick<PostgresNodes, 'waiting' | 'standings'>): void {
  new Gauge({
    name: 'vitrine_erasure_notices_waiting',
    help: 'Erasures of other nodes that this one has read and whose shoppers its models have not forgotten yet',
    registers: [registry],
    collect() {
      this.set(nodes.waiting)
    },
  })
  new Gauge({
    name: 'vitrine_node_erasures_unconfirmed',
    help: 'Erasures that a node of this store has not confirmed, by node; an erasure is done everywhere when all are 0',
    labelNames: ['node'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { node, waiting } of await nodes.standings().catch(() => [])) this.set({ node }, waiting)
    },
  })
}

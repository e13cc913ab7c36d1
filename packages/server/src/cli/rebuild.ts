import { join, resolve } from 'node:path'
import { Presets, SingleBar } from 'cli-progress'
import { newId } from '../new-id.ts'
import { type Config, readConfig } from '../config.ts'
import { Refusal } from '../features/errors.ts'
import { attributionSettings, eventPipeline } from '../jobs/event-pipeline.ts'
import { DATA_FILES, lockDataFolder } from '../ports/data-folder/data-folder.ts'
import { verifyFolder } from '../ports/data-folder/verify-folder.ts'
import { openSnapshots, sealedRunsIn } from '../compose/snapshots.ts'
import { STORE_SCHEMA } from '../compose/store-postgres.ts'
import { type OutputOptions, print } from './output.ts'
import type { DerivedStore } from '../ports/derived-store/derived-store.ts'
import { postgresDerivedStore } from '../ports/derived-store/postgres.ts'
import { sqliteDerivedStore } from '../ports/derived-store/sqlite.ts'
import type { EventLog } from '../ports/event-log/event-log.ts'
import { postgresEventLog } from '../ports/event-log/postgres.ts'
import { sqliteEventLog } from '../ports/event-log/sqlite.ts'
import { openPostgres } from '../ports/postgres/open-postgres.ts'
import { postgresRecordStore } from '../ports/record-store/postgres.ts'
import type { RecordStore } from '../ports/record-store/record-store.ts'
import { sqliteRecordStore } from '../ports/record-store/sqlite.ts'

export interface RebuildOptions extends OutputOptions {
  shop?: string
  data?: string
  accept?: boolean
}

export async function rebuild(options: RebuildOptions): Promise<void> {
  const config = readConfig(process.env)
  if (options.data === undefined && config.storeUrl !== null)
    return rebuildShared({ ...config, storeUrl: config.storeUrl }, options)
  const folder = resolve(options.data ?? config.dataFolder)
  const lock = lockDataFolder(folder)
  try {
    const { warnings } = verifyFolder(folder, { newId, accept: options.accept ?? false })
    for (const warning of warnings) console.error(warning)
    await rebuildFolder(folder, options)
  } finally {
    lock.release()
  }
}

async function rebuildFolder(folder: string, options: RebuildOptions): Promise<void> {
  const records = sqliteRecordStore({ path: join(folder, DATA_FILES.records) })
  const log = sqliteEventLog(join(folder, DATA_FILES.events))
  const store = sqliteDerivedStore(join(folder, DATA_FILES.derived))
  await rebuildStore({ name: folder, isShared: false, records, log, store }, options)
}

/** Nodes may keep running: each part is derived either here or by one of them. */
async function rebuildShared(
  { storeUrl: url, snapshots }: { storeUrl: string; snapshots: Config['snapshots'] },
  options: RebuildOptions,
): Promise<void> {
  const db = await openPostgres({ url }, STORE_SCHEMA)
  const records = postgresRecordStore(db)
  try {
    const log = postgresEventLog(db, ':memory:', sealedRunsIn(snapshots, await openSnapshots(snapshots, db)))
    await rebuildStore({ name: 'PostgreSQL', isShared: true, records, log, store: postgresDerivedStore(db) }, options)
  } finally {
    await db.close()
  }
}

interface RebuiltStore {
  name: string
  isShared: boolean
  records: RecordStore
  log: EventLog
  store: DerivedStore
}

async function rebuildStore(rebuilt: RebuiltStore, { shop, accept, json }: RebuildOptions): Promise<void> {
  const { name, records } = rebuilt
  const events = openPipeline(rebuilt)
  try {
    const known = await events.log.listShops()
    const wanted = shop?.toLowerCase()
    const shops = wanted === undefined ? known : known.filter((one) => one === wanted)
    if (wanted !== undefined && shops.length === 0) throw new Refusal(404, `${name} has no events of ${wanted}`)
    // Shops without a log are included, because data derived from a lost log must be removed.
    if (accept) for (const { id } of await records.listShops()) await events.store.reset(id)
    const done: RebuiltShop[] = []
    for (const one of shops) done.push(await rebuildShop(events.follower, one))
    print({ json }, done, done.map(rebuiltLine))
  } finally {
    await events.close()
    await records.close()
  }
}

function openPipeline({ isShared, records, log, store }: RebuiltStore) {
  return eventPipeline({
    log,
    store,
    records,
    consumers: [],
    attributionOf: async (shop) => {
      const found = await records.getShop(shop)
      return found && attributionSettings(found.config, { isShared })
    },
    zoneOf: async (shop) => (await records.getShop(shop))?.config.shop.timezone,
    newId,
    onError: (error) => {
      throw error
    },
  })
}

interface RebuiltShop {
  shop: string
  events: number
  seconds: number
}

async function rebuildShop(follower: ReturnType<typeof eventPipeline>['follower'], shop: string): Promise<RebuiltShop> {
  const begunMs = performance.now()
  const progress = rebuildProgress(shop)
  let total = 0
  await follower.rebuild(shop, (done, all) => {
    total = all
    progress.update(done, all)
  })
  progress.stop()
  return { shop, events: total, seconds: (performance.now() - begunMs) / 1000 }
}

function rebuiltLine({ shop, events, seconds }: RebuiltShop): string {
  return `${shop}: rebuilt from ${events} events in ${seconds.toFixed(1)} s (${Math.round(events / seconds)} a second)`
}

const LINE_EVERY_MS = 5000

function rebuildProgress(shop: string): { update(done: number, total: number): void; stop(): void } {
  if (process.stderr.isTTY) {
    const format = `${shop} {bar} {percentage}% of {total} events, {eta_formatted} left`
    const bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true }, Presets.shades_classic)
    bar.start(1, 0)
    return {
      update(done, total) {
        bar.setTotal(total)
        bar.update(done)
      },
      stop: () => bar.stop(),
    }
  }
  let saidAtMs = performance.now()
  return {
    update(done, total) {
      if (performance.now() - saidAtMs < LINE_EVERY_MS) return
      saidAtMs = performance.now()
      process.stderr.write(`${shop}: ${done} of ${total} events\n`)
    },
    stop: () => {},
  }
}

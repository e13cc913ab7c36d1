/** The store of the deployment: in the data folder, or in a PostgreSQL database that nodes share. */
import { join } from 'node:path'
import { cachedProductReader } from '../features/catalog/product-reader.ts'
import { DEMO_KEYS } from '@vitrine/contract/demo-shop'
import { KeyRing } from '../features/shops/key-ring.ts'
import { shopCache } from '../features/shops/shop-cache.ts'
import { inProcessExclusiveWork } from '../ports/exclusive-work/in-process.ts'
import { newId } from '../new-id.ts'
import { DATA_FILES } from '../ports/data-folder/data-folder.ts'
import { sqliteAdminStore } from '../ports/admin-store/sqlite.ts'
import type { DerivedStore } from '../ports/derived-store/derived-store.ts'
import { sqliteDerivedStore } from '../ports/derived-store/sqlite.ts'
import type { EventLog } from '../ports/event-log/event-log.ts'
import { sqliteEventLog } from '../ports/event-log/sqlite.ts'
import { sqliteRecordStore } from '../ports/record-store/sqlite.ts'
import { inMemorySignInTries } from '../ports/sign-in-tries/in-memory.ts'
import { inProcessSearchIndex } from '../ports/search-index/in-process.ts'
import { sqliteVectorArchive } from '../ports/vector-archive/sqlite.ts'
import type { VectorArchive } from '../ports/vector-archive/vector-archive.ts'
import { sqliteWebhookMemory } from '../ports/webhook-memory/sqlite.ts'
import type { StorageWatch } from '../jobs/watch-storage.ts'
import type { Assembly } from './parts.ts'
import { trackingProductChanges } from '../features/catalog/track-product-changes.ts'
import { staleOnErrorStore } from './stale-on-error-store.ts'
import { StoreBreaker } from './store-breaker.ts'

export type Store = Awaited<ReturnType<typeof openStore>>

interface StoreParts {
  folderId: string
  storage: StorageWatch
}

function openEmbeddedStore({ config, clock, onClose }: Assembly, { folderId, storage }: StoreParts) {
  const at = (name: string) => join(config.dataFolder, name)
  const records = storage.observe(sqliteRecordStore({ path: at(DATA_FILES.records), now: () => new Date(clock()) }), [
    'putShop',
    'deleteShop',
    'putProducts',
    'deleteProducts',
  ])
  onClose(() => records.close())
  const webhookMemory = sqliteWebhookMemory(at(DATA_FILES.webhooks))
  onClose(() => webhookMemory.close())
  const admin = sqliteAdminStore(at(DATA_FILES.records))
  onClose(() => admin.close())
  return {
    id: folderId,
    records,
    admin,
    signInTries: inMemorySignInTries(),
    webhookMemory,
    exclusively: inProcessExclusiveWork(),
    // The event pipeline opens the event log and the derived store, and closes them.
    openEventLog: () => sqliteEventLog(at(DATA_FILES.events)),
    openDerivedStore: () =>
      sqliteDerivedStore(at(DATA_FILES.derived), new URL('../jobs/derive-events/derive-chunk.ts', import.meta.url)),
    openVectorArchive: (): VectorArchive => sqliteVectorArchive(at(DATA_FILES.vectors)),
  }
}

export async function openStore(assembly: Assembly, parts: StoreParts) {
  const { config, log, onClose } = assembly
  const { shared, snapshots } = await openShared(assembly)
  const adapters = shared ?? openEmbeddedStore(assembly, parts)
  const breaker = shared && new StoreBreaker(() => shared.db.rows('SELECT 1'))
  const available = breaker ? staleOnErrorStore(adapters.records, breaker) : adapters.records
  const records = trackingProductChanges(available, assembly.clock)
  const vectorArchive = adapters.openVectorArchive()
  onClose(() => vectorArchive.close())
  const index = inProcessSearchIndex({
    records,
    pictures: vectorArchive,
    folder: join(config.dataFolder, 'indexes'),
    folderId: adapters.id,
    shared: snapshots,
    log,
    maxShops: config.shopsInMemory,
  })
  onClose(() => index.close())
  return {
    /** Undefined with the embedded store. */
    shared,
    breaker,
    records,
    index,
    admin: adapters.admin,
    signInTries: adapters.signInTries,
    webhookMemory: adapters.webhookMemory,
    exclusively: adapters.exclusively,
    openEventLog: (): EventLog => adapters.openEventLog(),
    openDerivedStore: (): DerivedStore => adapters.openDerivedStore(),
    vectorArchive,
    // A folder created in development has the demo keys; in production they are refused.
    keys: new KeyRing({ store: records, newId, refused: config.production ? DEMO_KEYS : [] }),
    shops: shopCache(records),
    products: cachedProductReader(records),
  }
}

/** Loads the adapters for PostgreSQL, which take some megabytes, only if they are used. */
async function openShared(assembly: Assembly) {
  const { storeUrl } = assembly.config
  if (storeUrl === null) return {}
  const [{ openSharedStore }, { composeSnapshots }] = await Promise.all([
    import('./store-postgres.ts'),
    import('./snapshots.ts'),
  ])
  const shared = await openSharedStore(assembly, storeUrl)
  return { shared, snapshots: composeSnapshots(assembly, shared) }
}

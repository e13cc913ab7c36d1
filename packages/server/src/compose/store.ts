/** The records of truth and what is derived from them, in the data folder. */
import { join } from 'node:path'
import { cachedProductReader } from '../features/catalog/product-reader.ts'
import { DEMO_KEYS } from '../features/shops/demo-identity.ts'
import { KeyRing } from '../features/shops/key-ring.ts'
import { shopCache } from '../features/shops/shop-cache.ts'
import { newId } from '../new-id.ts'
import { DATA_FILES } from '../ports/data-folder/data-folder.ts'
import { sqliteAdminStore } from '../ports/admin-store/sqlite.ts'
import { sqliteDerivedStore } from '../ports/derived-store/sqlite.ts'
import { sqliteEventLog } from '../ports/event-log/sqlite.ts'
import { sqliteRecordStore } from '../ports/record-store/sqlite.ts'
import { inProcessSearchIndex } from '../ports/search-index/in-process.ts'
import { sqliteVectorArchive } from '../ports/vector-archive/sqlite.ts'
import { sqliteWebhookMemory } from '../ports/webhook-memory/sqlite.ts'
import type { StorageWatch } from '../jobs/watch-storage.ts'
import type { Assembly } from './parts.ts'

export type Store = ReturnType<typeof openStore>

interface StoreParts {
  folderId: string
  storage: StorageWatch
}

export function openStore({ config, log, clock, onClose }: Assembly, { folderId, storage }: StoreParts) {
  const at = (name: string) => join(config.dataFolder, name)
  const records = storage.observe(sqliteRecordStore({ path: at(DATA_FILES.records), now: () => new Date(clock()) }), [
    'putShop',
    'deleteShop',
    'putProducts',
    'deleteProducts',
  ])
  onClose(() => records.close())
  const index = inProcessSearchIndex({ records, folder: at('indexes'), folderId, log })
  onClose(() => index.close())
  const webhookMemory = sqliteWebhookMemory(at(DATA_FILES.webhooks))
  onClose(() => webhookMemory.close())
  const admin = sqliteAdminStore(at(DATA_FILES.records))
  onClose(() => admin.close())
  return {
    records,
    admin,
    index,
    webhookMemory,
    // A folder that was made in development has the demo keys; in production they open nothing.
    keys: new KeyRing({ store: records, newId, refused: config.production ? DEMO_KEYS : [] }),
    shops: shopCache(records),
    products: cachedProductReader(records),
    // Each of these is closed by the pipeline that it is given to.
    openEventLog: () => storage.observe(sqliteEventLog(at(DATA_FILES.events)), ['append', 'appendAll']),
    openDerivedStore: () =>
      sqliteDerivedStore(at(DATA_FILES.derived), new URL('../jobs/derive-events/derive-chunk.ts', import.meta.url)),
    openVectorArchive: () => sqliteVectorArchive(at(DATA_FILES.vectors)),
  }
}

import { storeWorker } from '../sqlite/store-worker.ts'
import type { PostgresDatabase } from '../postgres/database.ts'
import type { DerivedStore } from './derived-store.ts'
import { postgresDerivedStore } from './postgres.ts'
import type { DeriveThread, DeriveThreadSettings } from './postgres-thread.ts'

/** Derives in another thread, so that requests do not wait for it. */
export function threadedPostgresDerivedStore(db: PostgresDatabase, settings: DeriveThreadSettings) {
  const worker = storeWorker<DeriveThread>(new URL('./postgres-thread.ts', import.meta.url), settings)
  return Object.assign(postgresDerivedStore(db) as DerivedStore, {
    hurry: () => worker.call('hurry'),
    derive: (...args: Parameters<NonNullable<DerivedStore['derive']>>) => worker.call('derive', ...args),
    close: () => worker.call('close'),
  })
}

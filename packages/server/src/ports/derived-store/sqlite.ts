import { runOffThread } from '../sqlite/off-thread.ts'
import type { DerivedStore } from './derived-store.ts'
import type { ThreadedDerivedTables } from './sqlite-thread.ts'

export interface ThreadSettings {
  path: string
  /** Address of a module that exports `deriveRun`: run in the store's thread, next to the tables. */
  derivation: string | undefined
}

/** The derived store in one SQLite file, kept by a thread of its own: reports scan, and requests must not wait for them. */
export function sqliteDerivedStore(path: string, derivation?: URL): DerivedStore {
  const settings: ThreadSettings = { path, derivation: derivation?.href }
  const thread = runOffThread<ThreadedDerivedTables>(new URL('./sqlite-thread.ts', import.meta.url), settings)
  // Everything is there under its own name; `derive` only where it was told how.
  return derivation
    ? thread
    : new Proxy(thread, { get: (target, name) => (name === 'derive' ? undefined : Reflect.get(target, name)) })
}

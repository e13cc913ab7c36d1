import { type OffThread, runOffThread } from '../sqlite/off-thread.ts'
import type { DerivedStore } from './derived-store.ts'
import type { ThreadedDerivedTables } from './sqlite-thread.ts'

export interface ThreadSettings {
  path: string
  /** Address of a module that exports `deriveChunk`: run in the store's thread, next to the tables. */
  derivation: string | undefined
  /** reads: answers what requests and reports ask. writes: all the rest, and steps back behind whoever else needs the processor. */
  role: 'reads' | 'writes'
}

/** What a request may wait for: answered beside the derivation, which may have minutes of events to catch up with. */
const READS: ReadonlySet<string | symbol> = new Set<keyof DerivedStore>([
  'conversion',
  'conversions',
  'findServes',
  'servesKeptFrom',
  'servesShown',
  'linkedSubjects',
  'history',
  'rollups',
  'queries',
  'funnel',
  'experiment',
  'outcomes',
])

/**
 * The derived store in one SQLite file, kept by two threads: one derives from the log when the processor is free for it, one
 * reads, so that neither an event nor a request waits for what is derived. A read sees every write that was answered before it.
 */
export function sqliteDerivedStore(path: string, derivation?: URL): DerivedStore {
  const start = (role: ThreadSettings['role']) => {
    const settings: ThreadSettings = { path, derivation: derivation?.href, role }
    return runOffThread<ThreadedDerivedTables>(new URL('./sqlite-thread.ts', import.meta.url), settings)
  }
  const writes = start('writes')
  let reads: Promise<OffThread<ThreadedDerivedTables>> | undefined
  // Not before the other has made the tables, and not where nobody asks.
  const reader = () => (reads ??= writes.offset('').then(() => start('reads')))
  const close = async () => {
    await (await reads?.catch(() => undefined))?.close()
    await writes.close()
  }
  return new Proxy(writes, {
    get(target, name) {
      if (name === 'close') return close
      if (name === 'derive' && derivation === undefined) return undefined
      if (!READS.has(name)) return Reflect.get(target, name)
      return async (...args: unknown[]) =>
        ((await reader()) as unknown as Record<string, (...given: unknown[]) => unknown>)[name as string]?.(...args)
    },
  }) as DerivedStore
}

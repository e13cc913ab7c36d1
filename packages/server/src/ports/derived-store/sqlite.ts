import { forward, type WorkerClient } from '@vitrine/worker-rpc'
import { storeWorker } from '../sqlite/store-worker.ts'
import type { DerivedStore } from './derived-store.ts'
import type { ThreadedDerivedTables } from './sqlite-thread.ts'

export interface ThreadSettings {
  path: string
  /** URL of a module that exports `deriveChunk`, which runs in the store's thread. */
  derivation: string | undefined
  /** `reads` answers requests and reports. `writes` does everything else, at a lower CPU priority. */
  role: 'reads' | 'writes'
}

/** Calls that requests wait for. They run in another thread than the derivation, which may be busy for minutes. */
const READS = [
  'conversion',
  'conversions',
  'cartsOf',
  'findServes',
  'ruleUses',
  'servesKeptFrom',
  'placesServed',
  'servesShown',
  'productsShown',
  'ownSubjects',
  'history',
  'ownHistory',
  'shopperTotals',
  'rollups',
  'queries',
  'searches',
  'visits',
  'funnel',
  'experiment',
  'searchesByDay',
  'outcomes',
  'setAside',
  'networks',
] as const

const WRITES = [
  'offset',
  'apply',
  'attributionTasks',
  'putAttributions',
  'zone',
  'setZone',
  'pendingRecount',
  'putServes',
  'claimServes',
  'erasePerson',
  'scrub',
  'rewriteErased',
  'addOutcomes',
  'addNetworks',
  'erasureEpoch',
  'putSnapshot',
  'snapshot',
  'dropSnapshots',
  'putAside',
  'dropAside',
  'reset',
  'drop',
] as const

/** One thread derives when the CPU is free, another reads. A read sees every write that was answered before it. */
export function sqliteDerivedStore(path: string, derivation?: URL): DerivedStore {
  const start = (role: ThreadSettings['role']) => {
    const settings: ThreadSettings = { path, derivation: derivation?.href, role }
    return storeWorker<ThreadedDerivedTables>(new URL('./sqlite-thread.ts', import.meta.url), settings)
  }
  const writer = start('writes')
  let opening: Promise<WorkerClient<ThreadedDerivedTables>> | undefined
  // Starts only after the writer has created the tables, and only if something is read.
  const reader = () => (opening ??= writer.call('offset', '').then(() => start('reads')))
  return {
    ...forward(writer, WRITES),
    ...forward(reader, READS),
    ...(derivation && forward(writer, ['derive'])),
    async close() {
      await (await opening?.catch(() => undefined))?.call('close')
      await writer.call('close')
    },
  }
}

import { lowerThreadPriority, serveRpc } from '@vitrine/worker-rpc'
import { markDamaged } from '../sqlite/damaged-mark.ts'
import { isDamaged } from '../sqlite/database.ts'
import type { AttributionWindows, DerivableChunk, DeriveOutcome } from './derived-records.ts'
import type { DerivedStore } from './derived-store.ts'
import type { ThreadSettings } from './sqlite.ts'
import { type SqliteDerivedTables, sqliteDerivedTables } from './sqlite-derived-tables.ts'

export interface Derivation {
  deriveChunk(
    store: DerivedStore,
    shop: string,
    chunk: DerivableChunk,
    windows: AttributionWindows,
  ): Promise<DeriveOutcome>
}

export type ThreadedDerivedTables = SqliteDerivedTables & Required<Pick<DerivedStore, 'derive'>>

function open({ path, role, derivation }: ThreadSettings): ThreadedDerivedTables {
  if (role === 'writes') lowerThreadPriority()
  const store = sqliteDerivedTables(path, { shared: role === 'reads' })
  return {
    ...store,
    async derive(shop, chunk, windows) {
      const { deriveChunk }: Derivation = await import(derivation as string)
      return deriveChunk(store, shop, chunk, windows)
    },
  }
}

serveRpc(open, (error, { path }) => {
  if (isDamaged(error)) markDamaged(path)
})

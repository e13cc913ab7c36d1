import { lowerThreadPriority, serveRpc } from '@vitrine/worker-rpc'
import { markDamaged } from '../sqlite/damaged-mark.ts'
import { isDamaged } from '../sqlite/database.ts'
import type { AttributionWindows, DerivableChunk, DeriveOutcome } from './derived-records.ts'
import type { DerivedStore } from './derived-store.ts'
import type { ThreadSettings } from './sqlite.ts'
import { SqliteDerivedTables } from './sqlite-derived-tables.ts'

export interface Derivation {
  deriveChunk(
    store: DerivedStore,
    shop: string,
    chunk: DerivableChunk,
    windows: AttributionWindows,
  ): Promise<DeriveOutcome>
}

export class ThreadedDerivedTables extends SqliteDerivedTables {
  readonly #derivation: string | undefined

  constructor(settings: ThreadSettings) {
    super(settings.path, { shared: settings.role === 'reads' })
    this.#derivation = settings.derivation
    if (settings.role === 'writes') lowerThreadPriority()
  }

  async derive(shop: string, chunk: DerivableChunk, windows: AttributionWindows): Promise<DeriveOutcome> {
    const { deriveChunk }: Derivation = await import(this.#derivation as string)
    return deriveChunk(this as unknown as DerivedStore, shop, chunk, windows)
  }
}

serveRpc(
  (settings: ThreadSettings) => new ThreadedDerivedTables(settings),
  (error, { path }) => {
    if (isDamaged(error)) markDamaged(path)
  },
)

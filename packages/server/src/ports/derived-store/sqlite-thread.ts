import { constants, setPriority } from 'node:os'
import { serveThread } from '../sqlite/off-thread.ts'
import type { AttributionWindows, DerivableChunk, DerivedStore } from './derived-store.ts'
import type { ThreadSettings } from './sqlite.ts'
import { SqliteDerivedTables } from './sqlite-derived-tables.ts'

/** What the module named in the settings exports: how to derive on a store. */
export interface Derivation {
  deriveChunk(store: DerivedStore, shop: string, chunk: DerivableChunk, windows: AttributionWindows): Promise<boolean>
}

export class ThreadedDerivedTables extends SqliteDerivedTables {
  readonly #derivation: string | undefined

  constructor(settings: ThreadSettings) {
    super(settings.path, { shared: settings.role === 'reads' })
    this.#derivation = settings.derivation
    if (settings.role === 'writes') stepBack()
  }

  async derive(shop: string, chunk: DerivableChunk, windows: AttributionWindows): Promise<boolean> {
    const { deriveChunk }: Derivation = await import(this.#derivation as string)
    return deriveChunk(this as unknown as DerivedStore, shop, chunk, windows)
  }
}

/** Linux counts priority by thread: 0 is the one that asks. Elsewhere it would be the whole process. */
function stepBack(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)
}

serveThread((settings: ThreadSettings) => new ThreadedDerivedTables(settings))

import { lowerThreadPriority, serveRpc } from '@vitrine/worker-rpc'
import { PostgresDatabase } from '../postgres/database.ts'
import type { AttributionWindows, DerivableChunk, DeriveOutcome } from './derived-records.ts'
import { postgresDerivedStore } from './postgres.ts'
import type { Derivation } from './sqlite-thread.ts'

export interface DeriveThreadSettings {
  url: string
  /** Shown in the server's list of connections. */
  name: string
  /** URL of a module that exports `deriveChunk`. */
  derivation: string
}

/** No request waits, and failed work is repeated when the store can be reached again. */
const RETRY_WITHIN_MS = 2000

export class DeriveThread {
  readonly #db: PostgresDatabase
  readonly #derivation: string

  constructor({ url, name, derivation }: DeriveThreadSettings) {
    this.#db = new PostgresDatabase({ url, name, connections: 2, retryWithinMs: RETRY_WITHIN_MS })
    this.#derivation = derivation
    lowerThreadPriority()
  }

  async derive(shop: string, chunk: DerivableChunk, windows: AttributionWindows): Promise<DeriveOutcome> {
    const { deriveChunk }: Derivation = await import(this.#derivation)
    const store = postgresDerivedStore(this.#db, deriveChunk)
    return store.derive?.(shop, chunk, windows) ?? false
  }

  hurry(): void {
    this.#db.hurry()
  }

  close(): Promise<void> {
    return this.#db.close()
  }
}

serveRpc((settings: DeriveThreadSettings) => new DeriveThread(settings))

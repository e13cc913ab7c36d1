/**
 * Keeps the debugger's list of outcomes across restarts. The list is stored with the models, from time to time and on
 * shutdown: events do not wait for it. When a person is erased, it is dropped with the models' snapshots and stored
 * again without that person.
 *
 * Nodes on one store share the stored list: each adds its own outcomes and shows those of the others too. If two nodes
 * store at the same moment, some outcomes may be missing until the next time.
 */
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { RecordedOutcome, OutcomeLog } from './outcome-log.ts'

const NAME = 'outcomes@1'
const STORED_PER_SHOP = 50

export class StoredOutcomes {
  readonly #log: OutcomeLog
  readonly #store: Pick<DerivedStore, 'erasureEpoch' | 'putSnapshot' | 'snapshot'>
  readonly #isShared: boolean
  readonly #recalled = new Set<ShopId>()

  constructor(
    log: OutcomeLog,
    store: Pick<DerivedStore, 'erasureEpoch' | 'putSnapshot' | 'snapshot'>,
    { isShared = false } = {},
  ) {
    this.#log = log
    this.#store = store
    this.#isShared = isShared
  }

  /** Returns the shop's latest outcomes, newest first, including those from before the server started. */
  async latest(shop: ShopId, limit: number): Promise<RecordedOutcome[]> {
    if (this.#isShared) return newestOf([...this.#log.latest(shop, limit), ...(await this.#stored(shop))], limit)
    await this.#recall(shop)
    return this.#log.latest(shop, limit)
  }

  /** Stores every changed list. If some cannot be stored, stores the others nevertheless, then throws the last error. */
  async store(): Promise<void> {
    let failure: { error: unknown } | undefined
    for (const shop of this.#log.takeChanged())
      await this.#storeOne(shop).catch((error: unknown) => {
        failure = { error }
      })
    if (failure) throw failure.error
  }

  async #storeOne(shop: ShopId): Promise<void> {
    const epoch = await this.#store.erasureEpoch(shop)
    const outcomes = (await this.latest(shop, STORED_PER_SHOP)).reverse()
    const bytes = new TextEncoder().encode(JSON.stringify(outcomes))
    await this.#store.putSnapshot(shop, NAME, { offset: 0, bytes, epoch })
  }

  async forget(shop: ShopId, ids: readonly string[]): Promise<void> {
    if (!this.#isShared) await this.#recall(shop)
    this.#log.forget(shop, ids)
  }

  async #recall(shop: ShopId): Promise<void> {
    if (this.#recalled.has(shop)) return
    const stored = await this.#stored(shop)
    // A concurrent call may have recalled the list meanwhile.
    if (this.#recalled.has(shop)) return
    this.#recalled.add(shop)
    if (stored.length > 0) this.#log.prepend(shop, stored)
  }

  async #stored(shop: ShopId): Promise<RecordedOutcome[]> {
    const stored = await this.#store.snapshot(shop, NAME)
    return stored ? (JSON.parse(new TextDecoder().decode(stored.bytes)) as RecordedOutcome[]) : []
  }
}

/** Returns the newest outcomes, each once: what a node has stored itself is in both lists. */
function newestOf(outcomes: readonly RecordedOutcome[], limit: number): RecordedOutcome[] {
  const different = new Map(outcomes.map((one) => [JSON.stringify(one), one]))
  return [...different.values()].toSorted((a, b) => b.atMs - a.atMs).slice(0, limit)
}

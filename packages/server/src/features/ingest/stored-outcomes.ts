/** Stores the debugger's outcomes for all nodes. If two store them at the same moment, some are missing for a while. */
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

  /** Newest first, including outcomes from before the start. */
  async latest(shop: ShopId, limit: number): Promise<RecordedOutcome[]> {
    if (this.#isShared) return newestOf([...this.#log.latest(shop, limit), ...(await this.#stored(shop))], limit)
    await this.#recall(shop)
    return this.#log.latest(shop, limit)
  }

  /** Stores every changed list. If some fail, throws the last error after the others are stored. */
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
    if (this.#recalled.has(shop)) return
    this.#recalled.add(shop)
    if (stored.length > 0) this.#log.prepend(shop, stored)
  }

  async #stored(shop: ShopId): Promise<RecordedOutcome[]> {
    const stored = await this.#store.snapshot(shop, NAME)
    return stored ? (JSON.parse(new TextDecoder().decode(stored.bytes)) as RecordedOutcome[]) : []
  }
}

/** Removes duplicates: what a node has stored itself is in both lists. */
function newestOf(outcomes: readonly RecordedOutcome[], limit: number): RecordedOutcome[] {
  const different = new Map(outcomes.map((one) => [JSON.stringify(one), one]))
  return [...different.values()].toSorted((a, b) => b.atMs - a.atMs).slice(0, limit)
}

/** Finds shops that are not in memory and need embedding, without loading them. */
import type { RecordStore, ShopId } from '../../ports/record-store/record-store.ts'
import type { ArchivedSpace, VectorArchive, VectorKind } from '../../ports/vector-archive/vector-archive.ts'

export interface OwnSpace {
  kind: VectorKind
  space: string
  done: number
  seq: number
}

export interface UnheldDeps {
  records: Pick<RecordStore, 'lastChange'>
  archive: VectorArchive
  clock: () => number
  onError: (error: unknown, shop: ShopId) => void
}

export interface UnheldCalls {
  isHeld(shop: ShopId): boolean
  modelsOf(shop: ShopId): Promise<readonly Pick<OwnSpace, 'kind' | 'space'>[]>
  wake(shop: ShopId): void
}

export class UnloadedShopQueue {
  readonly #deps: UnheldDeps
  readonly #calls: UnheldCalls
  /** Woken when the model works again, or when a picture may be retried. */
  readonly #later = new Map<ShopId, 'model' | 'pictures'>()

  constructor(deps: UnheldDeps, calls: UnheldCalls) {
    this.#deps = deps
    this.#calls = calls
  }

  async look(shops: readonly ShopId[]): Promise<void> {
    const spaces = Map.groupBy(await this.#deps.archive.listSpaces(null), ({ shop }) => shop)
    for (const shop of shops) {
      if (this.#calls.isHeld(shop)) continue
      try {
        if (!(await this.#isLevel(shop, spaces.get(shop) ?? []))) this.#calls.wake(shop)
        else await this.#notePictures(shop)
      } catch (error) {
        this.#deps.onError(error, shop)
      }
    }
  }

  async ended(shop: ShopId, isDone: boolean): Promise<void> {
    if (isDone) await this.#notePictures(shop)
    else this.#later.set(shop, 'model')
  }

  /** Must be called about every minute. */
  async retry(): Promise<void> {
    for (const [shop, reason] of [...this.#later]) {
      try {
        const isDue = reason === 'model' || this.#calls.isHeld(shop) || (await this.#failures(shop, this.#deps.clock()))
        if (!isDue) continue
        this.#later.delete(shop)
        this.#calls.wake(shop)
      } catch (error) {
        this.#deps.onError(error, shop)
      }
    }
  }

  async spaces(shop: ShopId): Promise<OwnSpace[]> {
    const { archive } = this.#deps
    const archived = await archive.listSpaces(shop)
    const models = await this.#calls.modelsOf(shop)
    return Promise.all(
      models.map(async ({ kind, space }) => {
        const found = archived.find((one) => one.kind === kind && one.space === space)
        return { kind, space, seq: found?.seq ?? 0, done: found ? await archive.count(found.id) : 0 }
      }),
    )
  }

  forget(shop: ShopId): void {
    this.#later.delete(shop)
  }

  async #isLevel(shop: ShopId, archived: readonly ArchivedSpace[]): Promise<boolean> {
    const last = await this.#deps.records.lastChange(shop)
    if (last === 0) return true
    const models = await this.#calls.modelsOf(shop)
    return models.every(({ kind, space }) =>
      archived.some((one) => one.kind === kind && one.space === space && one.complete && one.seq >= last),
    )
  }

  async #notePictures(shop: ShopId): Promise<void> {
    const isToCome = await this.#failures(shop, Number.MAX_SAFE_INTEGER)
    if (this.#later.get(shop) === 'model') return
    if (isToCome) this.#later.set(shop, 'pictures')
    else this.#later.delete(shop)
  }

  async #failures(shop: ShopId, byMs: number): Promise<boolean> {
    return (await this.#deps.archive.dueFailures(shop, byMs, 1)).length > 0
  }
}

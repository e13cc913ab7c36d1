import { indexData, type ShopIndex } from '@vitrine/engine'
import type { Shop } from '../record-store/record-store.ts'
import type { LiveIndexDeps } from './live-index.ts'
import { publishSnapshot } from './published-snapshot.ts'

/** Changes within this time are saved together, and replayed at a start. */
const SAVE_AFTER_MS = 30_000

type Deps = Pick<LiveIndexDeps, 'threads' | 'snapshotPath' | 'folderId' | 'shared' | 'log'>

type SnapshotState = () => { index: ShopIndex; seq: number; picturesSeen: number; key: string }

export class SnapshotSaver {
  readonly #deps: Deps
  readonly #shop: Shop
  readonly #state: SnapshotState
  #unsaved = false
  #timer: NodeJS.Timeout | undefined
  #saving: Promise<void> = Promise.resolve()

  constructor(deps: Deps, shop: Shop, state: SnapshotState) {
    this.#deps = deps
    this.#shop = shop
    this.#state = state
  }

  saveSoon(): void {
    this.#unsaved = true
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#saving = this.#save()
    }, SAVE_AFTER_MS).unref()
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#saving
    if (this.#unsaved) await this.#save()
  }

  async #save(): Promise<void> {
    this.#unsaved = false
    const { index, seq, picturesSeen, key } = this.#state()
    const { threads, snapshotPath, folderId, log } = this.#deps
    const path = snapshotPath(this.#shop.id)
    try {
      await threads
        .for(index.docCount)
        .run({ kind: 'save', path, data: indexData(index), meta: { seq, picturesSeen, key, folderId } })
    } catch (error) {
      this.#unsaved = true
      log.warn({ shop: this.#shop.id, err: error }, 'index snapshot could not be written; the next start builds anew')
      return
    }
    await this.#publish({ path, seq }, key)
  }

  async #publish(file: { path: string; seq: number }, key: string): Promise<void> {
    const { shared, folderId, log } = this.#deps
    if (!shared) return
    const { id: shop, createdAt } = this.#shop
    try {
      if (!(await shared.publishes())) return
      await publishSnapshot(shared.store, { shop, createdAt, key, folderId }, file, Date.now())
    } catch (error) {
      log.warn({ shop, err: error }, 'index snapshot could not be published; other nodes build their own')
    }
  }
}

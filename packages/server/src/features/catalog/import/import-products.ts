import type { ImportAnswer } from '@vitrine/contract'
import { causeOf, isStoreFault } from '../../../ports/derived-store/set-aside.ts'
import type { Product } from '../../../ports/record-store/product.ts'
import type { ShopId } from '../../../ports/record-store/record-store.ts'
import { type ProductWriter, storeProducts } from '../store-products.ts'
import { deleteAbsent, type FeedDeletion } from './delete-absent.ts'
import type { ImportItem } from './import-item.ts'

export interface ImportOptions {
  /** Keeps a product that the store refuses, with the cause. */
  setAside?: ((refused: { product: Product; cause: string }) => Promise<void>) | undefined
  /** Called after each batch is on disk: what the report counts by then survives a crash. */
  onProgress?: (report: ImportAnswer) => void
  /** Publication time for new products that have no date of their own. */
  nowMs?: number
  /** Set if the source is the complete feed: products that it no longer contains are deleted. */
  feed?: FeedDeletion
}

/** One durable write per this many products: a crash loses only products that were not reported yet. */
const BATCH_PRODUCTS = 250
/** A file of nothing but faults must not produce a report as large as itself. The counts stay exact. */
const MAX_LISTED = 1000

/** Stores products batch by batch as they are read. Importing the same source again changes nothing. */
export async function importProducts(
  store: ProductWriter,
  shop: ShopId,
  source: AsyncIterable<readonly ImportItem[]>,
  options: ImportOptions = {},
): Promise<ImportAnswer> {
  const run = new ImportRun(store, shop, options)
  for await (const items of source) {
    for (const item of items) {
      if (item.kind === 'product') await run.add(item)
      else run.note(item)
    }
  }
  return run.end()
}

export type ProductItem = Extract<ImportItem, { kind: 'product' }>

class ImportRun {
  readonly #store: ProductWriter
  readonly #shop: ShopId
  readonly #options: ImportOptions
  readonly #nowMs: number
  readonly #report = newReport()
  #batch: ProductItem[] = []
  /** Ids found in the source, stored or rejected. Used only for a feed, whose missing products are deleted. */
  readonly #seen = new Set<number>()
  #hasNamelessFault = false

  constructor(store: ProductWriter, shop: ShopId, options: ImportOptions) {
    this.#store = store
    this.#shop = shop
    this.#options = options
    this.#nowMs = options.nowMs ?? Date.now()
  }

  async add(item: ProductItem): Promise<void> {
    this.#batch.push(item)
    if (this.#batch.length >= BATCH_PRODUCTS) await this.#flush()
  }

  note(item: Exclude<ImportItem, ProductItem>): void {
    listItem(this.#report, item)
    if (item.kind !== 'fault') return
    if (item.productId === undefined) this.#hasNamelessFault = true
    else if (this.#options.feed) this.#seen.add(item.productId)
  }

  async end(): Promise<ImportAnswer> {
    await this.#flush()
    const { feed } = this.#options
    if (feed) {
      const { deleted, reason } = this.#hasNamelessFault
        ? { deleted: 0, reason: 'nothing was deleted, because part of the feed could not be read' }
        : await deleteAbsent(this.#store, this.#shop, this.#seen, feed)
      this.#report.deleted = deleted
      if (reason) this.#report.notes.push({ line: 1, text: reason })
    }
    return this.#report
  }

  async #flush(): Promise<void> {
    if (this.#batch.length > 0) await this.#storeWhatCan(this.#batch)
    this.#batch = []
    this.#options.onProgress?.(this.#report)
  }

  /** Stores a batch. If the store refuses it, products are stored one by one, and only those that fail are rejected. */
  async #storeWhatCan(items: readonly ProductItem[]): Promise<void> {
    const { feed } = this.#options
    const products = items.map(({ product }) => (feed ? { ...product, feed: feed.name } : product))
    try {
      for (const { id, outcome } of await storeProducts(
        { store: this.#store, nowMs: this.#nowMs },
        this.#shop,
        products,
      )) {
        this.#report[outcome]++
        if (feed) this.#seen.add(id)
      }
    } catch (error) {
      const [only, ...others] = items
      if (only === undefined || isStoreFault(error)) throw error
      if (others.length > 0) for (const item of items) await this.#storeWhatCan([item])
      else await this.#refuse({ ...only, product: products[0]! }, causeOf(error))
    }
  }

  async #refuse({ line, product }: ProductItem, cause: string): Promise<void> {
    if (this.#report.faults.length < MAX_LISTED) await this.#options.setAside?.({ product, cause })
    this.note({ kind: 'fault', line, reason: `could not be stored: ${cause}`, productId: product.id })
  }
}

export function listItem(
  report: Pick<ImportAnswer, 'rejected' | 'faults' | 'notes' | 'detected' | 'unmapped'>,
  item: Exclude<ImportItem, ProductItem>,
): void {
  const { faults, notes, detected, unmapped } = report
  if (item.kind === 'fault') {
    report.rejected++
    if (faults.length < MAX_LISTED) faults.push({ line: item.line, error: item.reason })
  } else if (item.kind === 'note') {
    if (notes.length < MAX_LISTED) notes.push({ line: item.line, text: item.text })
  } else if (item.kind === 'detected') detected.push(item.source)
  else unmapped.push(...item.fields.map(({ field, metafield, type }) => ({ field, metafield, type })))
}

function newReport(): ImportAnswer {
  return {
    created: 0,
    updated: 0,
    unchanged: 0,
    rejected: 0,
    deleted: 0,
    faults: [],
    notes: [],
    detected: [],
    unmapped: [],
  }
}

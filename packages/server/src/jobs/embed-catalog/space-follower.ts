import { VectorStore } from '@vitrine/engine'
import { readFeed } from '../../ports/record-store/change-feed.ts'
import type { Product } from '../../ports/record-store/product.ts'
import type { RecordStore, ShopId } from '../../ports/record-store/record-store.ts'
import type {
  ArchivedSpace,
  ProductVectors,
  VectorArchive,
  VectorItem,
} from '../../ports/vector-archive/vector-archive.ts'
import type { ItemEmbedder, ItemVectors, KnownVectors } from './item-vectors.ts'

export interface SpaceFollowerDeps {
  shop: ShopId
  records: Pick<RecordStore, 'readChanges' | 'getProducts'>
  archive: VectorArchive
  embed: ItemEmbedder
  /** Called when any node has written vectors. */
  onWritten?: () => void
  /** undefined if this node embeds. Otherwise called when the embedding nodes have not caught up with the catalog. */
  onBehind?: () => void
  /** Called when failed pictures must be retried. */
  onFailures?: () => void
  clock: () => number
}

/** Products per step; at most this many are embedded again after a crash. */
const STEP = 32

/** Writes vectors and position in one transaction, and only then changes the store in memory. */
export class SpaceFollower {
  readonly store: VectorStore
  #space: ArchivedSpace
  readonly #deps: SpaceFollowerDeps

  constructor(space: ArchivedSpace, store: VectorStore, deps: SpaceFollowerDeps) {
    this.#space = space
    this.store = store
    this.#deps = deps
  }

  get space(): ArchivedSpace {
    return this.#space
  }

  /** Returns false if nothing was left to do. */
  async step(): Promise<boolean> {
    const { records, shop } = this.#deps
    const page = await readFeed(records, shop, this.#space.seq, STEP)
    if (this.#deps.onBehind) return page !== undefined && this.#adopt(page.ids, page.seq)
    if (!page) return this.#retry()
    await this.#embed(page.ids, page.products, page.seq)
    return true
  }

  /** Loads another node's vectors. Returns false if that node has not reached `seq`. */
  async #adopt(ids: readonly number[], seq: number): Promise<boolean> {
    const { archive, shop, onBehind } = this.#deps
    const reached = (await archive.listSpaces(shop)).find(({ id }) => id === this.#space.id)
    if (!reached || reached.seq < seq) {
      onBehind?.()
      return false
    }
    const found = new Map((await archive.get(this.#space.id, ids)).map((one) => [one.productId, one]))
    this.#hold([...found.values()])
    for (const id of ids) if (!found.has(id)) this.store.delete(id)
    this.#space = { ...reached, seq }
    this.#deps.onWritten?.()
    return true
  }

  #hold(vectors: readonly ProductVectors[]): void {
    for (const { productId, items } of vectors) {
      const held = this.store.has(productId) ? this.store.encoded(productId) : []
      const isHeld =
        held.length === items.length && items.every(({ bytes }, i) => Buffer.compare(bytes, held[i]!) === 0)
      if (!isHeld)
        this.store.putEncoded(
          productId,
          items.map(({ bytes }) => bytes),
        )
    }
  }

  async markComplete(): Promise<void> {
    await this.#deps.archive.write(this.#space.id, { puts: [], deletes: [], complete: true })
    this.#space = { ...this.#space, complete: true }
  }

  /** A shop that was deleted and created again has products without an entry in the feed. */
  async sweep(): Promise<void> {
    const ids = [...this.store.productIds()]
    for (let from = 0; from < ids.length; from += LOAD_PAGE) {
      const page = ids.slice(from, from + LOAD_PAGE)
      const found = await this.#deps.records.getProducts(this.#deps.shop, page)
      const deletes = page.filter((_, i) => found[i] === undefined)
      await this.#deps.archive.write(this.#space.id, { puts: [], deletes })
      for (const id of deletes) this.store.delete(id)
    }
  }

  async #retry(): Promise<boolean> {
    const { archive, records, shop, clock } = this.#deps
    if (this.#space.kind !== 'image') return false
    const due = await archive.dueFailures(shop, clock(), STEP)
    if (due.length > 0) await this.#embed(due, await records.getProducts(shop, due))
    return due.length > 0
  }

  async #embed(ids: readonly number[], found: readonly (Product | undefined)[], seq?: number): Promise<void> {
    const { archive, embed } = this.#deps
    const products = found.filter((product): product is Product => product !== undefined)
    const known = knownOf(await archive.get(this.#space.id, ids))
    const made = await embed(products, known)
    const puts = made.vectors.filter((product) => product.items.length > 0 && isChanged(product, known))
    const deletes = ids.filter(
      (id) => !made.vectors.some(({ productId, items }) => productId === id && items.length > 0),
    )
    await archive.write(this.#space.id, { puts, deletes, seq })
    await this.#recordFailures(ids, made)
    this.#space = { ...this.#space, seq: seq ?? this.#space.seq }
    for (const id of deletes) this.store.delete(id)
    // Another node may have written vectors meanwhile.
    const present = made.vectors.filter(({ items }) => items.length > 0)
    this.#hold(present)
    if (present.length > 0) this.#deps.onWritten?.()
  }

  async #recordFailures(ids: readonly number[], { failures }: ItemVectors): Promise<void> {
    if (this.#space.kind !== 'image') return
    await this.#deps.archive.setFailures(this.#deps.shop, ids, failures)
    if (failures.some(({ retryAtMs }) => retryAtMs !== null)) this.#deps.onFailures?.()
  }
}

export async function loadSpace(archive: VectorArchive, { id, space, dimension }: ArchivedSpace): Promise<VectorStore> {
  const store = new VectorStore(space, dimension)
  for (let after = -1; ; ) {
    const page = await archive.scan(id, after, LOAD_PAGE)
    for (const { productId, items } of page)
      store.putEncoded(
        productId,
        items.map(({ bytes }) => bytes),
      )
    if (page.length < LOAD_PAGE) return store
    after = page.at(-1)!.productId
  }
}

const LOAD_PAGE = 1000

function knownOf(stored: readonly ProductVectors[]): KnownVectors {
  return new Map(stored.map(({ productId, items }) => [productId, new Map(items.map((item) => [item.hash, item]))]))
}

function isChanged({ productId, items }: ProductVectors, known: KnownVectors): boolean {
  const before = [...(known.get(productId)?.values() ?? [])]
  const isNew = ({ hash, thumbnail, color }: VectorItem, old: VectorItem | undefined) =>
    hash !== old?.hash ||
    (thumbnail !== undefined && old.thumbnail === undefined) ||
    (color !== undefined && old.color === undefined)
  return before.length !== items.length || items.some((item, i) => isNew(item, before[i]))
}

import type { VectorStore } from '@vitrine/engine'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { VectorKind } from '../../ports/vector-archive/vector-archive.ts'

/**
 * The vectors that serve, by shop and kind. Written by the job that embeds the catalog, read by search, image search and similar
 * products. A store is replaced by one assignment when a new space is whole; until then the old one answers.
 */
export class ShopVectors {
  readonly #stores = new Map<string, VectorStore>()

  /** undefined: no model, or nothing is embedded yet. */
  text(shop: ShopId): VectorStore | undefined {
    return this.#stores.get(key(shop, 'text'))
  }

  image(shop: ShopId): VectorStore | undefined {
    return this.#stores.get(key(shop, 'image'))
  }

  serve(shop: ShopId, kind: VectorKind, store: VectorStore): void {
    this.#stores.set(key(shop, kind), store)
  }

  forget(shop: ShopId): void {
    for (const kind of ['text', 'image'] as const) this.#stores.delete(key(shop, kind))
  }
}

function key(shop: ShopId, kind: VectorKind): string {
  return `${kind} ${shop}`
}

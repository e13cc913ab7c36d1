import type { VectorStore } from '@vitrine/engine'
import type { ShopId } from '../../ports/record-store/record-store.ts'

/** The vectors in use, by shop. A new space replaces the old one in one assignment, when it is complete. */
export class ShopVectors {
  readonly #texts = new Map<ShopId, readonly VectorStore[]>()
  readonly #images = new Map<ShopId, VectorStore>()

  /** Returns the vectors of the preferred text model; undefined if there is no model or nothing is embedded yet. */
  text(shop: ShopId): VectorStore | undefined {
    return this.#texts.get(shop)?.[0]
  }

  /** Returns one store for each text model that the shop's languages need, the preferred one first. */
  texts(shop: ShopId): readonly VectorStore[] {
    return this.#texts.get(shop) ?? []
  }

  image(shop: ShopId): VectorStore | undefined {
    return this.#images.get(shop)
  }

  serveTexts(shop: ShopId, stores: readonly VectorStore[]): void {
    this.#texts.set(shop, stores)
  }

  serveImages(shop: ShopId, store: VectorStore): void {
    this.#images.set(shop, store)
  }

  forgetTexts(shop: ShopId): void {
    this.#texts.delete(shop)
  }

  forgetImages(shop: ShopId): void {
    this.#images.delete(shop)
  }
}

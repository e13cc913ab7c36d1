import type { VectorStore } from '@vitrine/engine'
import type { ShopId } from '../../ports/record-store/record-store.ts'

/** A complete new space replaces the old one in one assignment. */
export class ShopVectors {
  readonly #texts = new Map<ShopId, readonly VectorStore[]>()
  readonly #images = new Map<ShopId, VectorStore>()

  /** Returns the preferred model's vectors; undefined without a model, or before anything is embedded. */
  text(shop: ShopId): VectorStore | undefined {
    return this.#texts.get(shop)?.[0]
  }

  /** Returns one store for each model that the shop's languages need, preferred ones first. */
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

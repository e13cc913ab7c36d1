import type { Product } from '../../../ports/record-store/product.ts'

type NameKind = 'handle' | 'sku' | 'variant'

/** Builds its index on first use, because few shops look up products by name. */
export class ProductNames {
  readonly #products: () => Iterable<Product>
  #ids: Map<string, Set<number>> | undefined

  constructor(products: () => Iterable<Product>) {
    this.#products = products
  }

  put(product: Product): void {
    if (!this.#ids) return
    for (const name of namesOf(product)) {
      const ids = this.#ids.get(name)
      if (ids) ids.add(product.id)
      else this.#ids.set(name, new Set([product.id]))
    }
  }

  remove(product: Product): void {
    if (!this.#ids) return
    for (const name of namesOf(product)) {
      const ids = this.#ids.get(name)
      if (ids?.delete(product.id) && ids.size === 0) this.#ids.delete(name)
    }
  }

  /** Returns the lowest id first, because several products may share a SKU. */
  find(kind: NameKind, name: string | number): number[] {
    if (!this.#ids) {
      this.#ids = new Map()
      for (const product of this.#products()) this.put(product)
    }
    return [...(this.#ids.get(nameOf(kind, name)) ?? [])].sort((a, b) => a - b)
  }
}

function* namesOf({ handle, variants }: Product): Generator<string> {
  yield nameOf('handle', handle)
  for (const { id, sku } of variants) {
    yield nameOf('variant', id)
    if (sku !== '') yield nameOf('sku', sku)
  }
}

function nameOf(kind: NameKind, name: string | number): string {
  return `${kind} ${name}`
}

import { categoryOf, encodeVector, productText } from '@vitrine/engine'
import type { TextEmbedder } from '@vitrine/embedder'
import type { Product } from '../../ports/record-store/product.ts'
import { contentHash } from '../../ports/vector-archive/vector-archive.ts'
import type { ItemEmbedder } from './item-vectors.ts'

export function textItems(embedder: TextEmbedder): ItemEmbedder {
  return async (products, known) => {
    const items = products.map((product) => {
      const text = textOf(product)
      const hash = contentHash(text)
      return { productId: product.id, text, hash, bytes: known.get(product.id)?.get(hash)?.bytes }
    })
    const missing = items.filter(({ bytes }) => bytes === undefined)
    const made = await embedder.embed(
      missing.map(({ text }) => text),
      'document',
    )
    for (const [i, item] of missing.entries()) item.bytes = encodeVector(made[i]!)
    return {
      vectors: items.map(({ productId, hash, bytes }) => ({ productId, items: [{ hash, bytes: bytes! }] })),
      failures: [],
    }
  }
}

/** The level above the narrowest is often the better known name: Baby Strollers above Travel Systems. */
const CATEGORY_LEVELS = 2

function textOf(product: Product): string {
  const { title, productType, vendor, options } = product
  const describing = options.filter(({ name }) => !/size|größe|taille|talla|title/i.test(name))
  const kinds = [productType, ...categoryOf(product).slice(-CATEGORY_LEVELS)]
  return productText({ title, kinds, vendor, options: describing.flatMap(({ values }) => values) })
}

import { encodeVector, productText } from '@vitrine/engine'
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

function textOf({ title, productType, vendor, options }: Product): string {
  const describing = options.filter(({ name }) => !/size|größe|taille|talla|title/i.test(name))
  return productText({ title, productType, vendor, options: describing.flatMap(({ values }) => values) })
}

/** Builds segments of generated products, one at a time, in a thread of its own. */
import { buildSegment, type EngineDoc } from '@vitrine/engine'
import { serveRpc } from '@vitrine/worker-rpc'
import { shareArrays } from '../../packages/server/src/ports/search-index/share-arrays.ts'
import { type GeneratedDoc, generateCatalog } from '../search/generate-catalog.ts'

export interface ShardBuilder {
  /** Segment number `part`, with `count` products. */
  build(part: number, count: number): ReturnType<typeof buildSegment>
}

function docOf(text: GeneratedDoc, id: number): EngineDoc {
  return {
    id,
    title: text.title,
    text,
    terms: {
      vendor: [text.vendor],
      product_type: [text.productType],
      tag: [...text.tags],
      collection: [...text.collections],
    },
    variants: text.skus.map((sku, v) => ({
      id: id * 10 + v,
      price: text.price + v,
      compareAt: id % 5 === 0 ? text.price * 1.3 : null,
      available: (id + v) % 10 !== 0,
      options: { color: text.options[0]!, size: text.options[1 + (v % 2)]! },
      partNumbers: [sku],
    })),
    collectionPlaces: {},
    rating: (id % 50) / 10,
    createdMs: id * 60_000,
    visibleFromMs: 0,
    popularity: (id * 7919) % 1000,
  }
}

serveRpc(
  (): ShardBuilder => ({
    build: (part, count) => {
      const docs = Array.from(generateCatalog(count, 1, part + 1), (text, i) => docOf(text, part * count + i + 1))
      return shareArrays(buildSegment(docs, 'en'))
    },
  }),
)

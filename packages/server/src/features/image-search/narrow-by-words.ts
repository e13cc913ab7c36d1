/** Keeps results that match the words of a picture search, and that have the colors in these words. */
import { type MeantColor, shadesOf, shareOfColor, type VectorHit, type VectorStore } from '@vitrine/engine'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { SearchIndex } from '../../ports/search-index/search-index.ts'
import type { ProductReader } from '../catalog/product-reader.ts'
import type { BuiltSearchRequest } from '../query/build-search-request.ts'
import { namesItsColors, saysColor } from './color-words.ts'

const MAX_BY_WORDS = 1000
const WORDS_SHARE = 0.35

/** Keeps hits that also match the words, ranked by both scores. Empty if no hit matches. */
export async function narrowByText(
  index: SearchIndex,
  { shop, built }: { shop: Shop; built: BuiltSearchRequest },
  hits: readonly VectorHit[],
): Promise<VectorHit[]> {
  const page = { facets: [], sort: 'relevance' as const, offset: 0, limit: MAX_BY_WORDS }
  const found = await index.search(shop, { ...built.request, ...page })
  const place = new Map(found.hits.map(({ id }, i) => [id, 1 - i / found.hits.length]))
  return byScore(
    hits.flatMap(({ productId, similarity }) => {
      const words = place.get(productId)
      return words === undefined
        ? []
        : [{ productId, similarity: (1 - WORDS_SHARE) * similarity + WORDS_SHARE * words }]
    }),
  )
}

/** Share of its picture that a color must cover to count as the product's. */
const MIN_SHARE = 0.25

export interface ColorKnowledge {
  shop: Shop
  products: ProductReader
  store: VectorStore
  /** undefined if the model's vectors contain no colors. */
  colorsAt: number | undefined
  locale: string
}

/** Pictures count only for products that name no color, because a brown sofa may look olive in the shade. */
export async function narrowByColor(
  { shop, products, store, colorsAt, locale }: ColorKnowledge,
  color: MeantColor,
  hits: readonly VectorHit[],
): Promise<VectorHit[]> {
  const ids = hits.map(({ productId }) => productId)
  const read = new Map((await products.read(shop.id, ids)).map((product) => [product.id, product]))
  const shows = (productId: number): number => {
    const product = read.get(productId)
    if (product && saysColor(product, color, locale)) return 1
    if (colorsAt === undefined || (product && namesItsColors(product, locale))) return 0
    return largestShare(store.vectors(productId), color, colorsAt)
  }
  return byScore(
    hits.flatMap(({ productId, similarity }) => {
      const share = shows(productId)
      return share < MIN_SHARE ? [] : [{ productId, similarity: (1 - WORDS_SHARE) * similarity + WORDS_SHARE * share }]
    }),
  )
}

function largestShare(vectors: readonly Float32Array[], color: MeantColor, at: number): number {
  const shades = shadesOf(color)
  return Math.max(0, ...vectors.flatMap((vector) => shades.map(({ rgb }) => shareOfColor(vector.subarray(at), rgb))))
}

function byScore(hits: VectorHit[]): VectorHit[] {
  return hits.sort((a, b) => b.similarity - a.similarity || a.productId - b.productId)
}

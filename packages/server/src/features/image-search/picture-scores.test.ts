import { COLOR_DIMENSIONS, type Crop, colorDescriptor, labPicture, VectorStore } from '@vitrine/engine'
import { describe, expect, it } from 'vitest'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { SearchIndex } from '../../ports/search-index/search-index.ts'
import type { BuiltSearchRequest } from '../query/build-search-request.ts'
import type { Product } from '../../ports/record-store/product.ts'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import type { ProductReader } from '../catalog/product-reader.ts'
import { splitColorWords } from './color-words.ts'
import { narrowByColor, narrowByText } from './narrow-by-words.ts'
import { bestCrop } from './nearest-by-image.ts'
import { floorFor, floorForGuess, pictureFloor } from './picture-floor.ts'

const shop = { id: 'a.example' } as Shop
const at = (degrees: number) => {
  const angle = (degrees * Math.PI) / 180
  return Float32Array.of(Math.cos(angle), Math.sin(angle))
}
const cosine = (a: Float32Array, b: Float32Array) => a[0]! * b[0]! + a[1]! * b[1]!
function store(...degrees: number[]): VectorStore {
  const vectors = new VectorStore('space@1', 2)
  for (const [i, one] of degrees.entries()) vectors.put(i + 1, [at(one)])
  return vectors
}

describe('words with a picture', () => {
  /** The words find the products `found`, best first. */
  const narrowed = (found: number[], hits: [id: number, similarity: number][]) => {
    const index = { search: async () => ({ hits: found.map((id) => ({ id })) }) } as unknown as SearchIndex
    const built = { request: {} } as BuiltSearchRequest
    return narrowByText(
      index,
      { shop, built },
      hits.map(([productId, similarity]) => ({ productId, similarity })),
    )
  }

  it('I1: keep only products that match, and make up 35 percent of the score', async () => {
    const found = await narrowed(
      [1, 2],
      [
        [1, 0.5],
        [2, 0.8],
        [3, 0.9],
      ],
    )
    expect(found.map(({ productId }) => productId)).toEqual([2, 1])
    expect(found.map(({ similarity }) => Math.round(similarity * 1e6) / 1e6)).toEqual([0.695, 0.675])
    expect(await narrowed([9], [[1, 0.5]])).toEqual([])
  })

  it('I2: rank equally similar products by their text rank, then by the smaller id', async () => {
    const equal: [number, number][] = [
      [1, 0.5],
      [2, 0.5],
    ]
    expect((await narrowed([2, 1], equal)).map(({ productId }) => productId)).toEqual([2, 1])
    expect((await narrowed([1, 2], equal)).map(({ productId }) => productId)).toEqual([1, 2])
  })

  it('I3: that are a color keep only products that name it, and raise their score', async () => {
    const products = {
      read: async (_: string, ids: readonly number[]) =>
        ids.map((id) => sampleProduct(id, { title: id === 2 ? 'Red mug' : 'Mug', tags: [] })),
    } as unknown as ProductReader
    const [red] = splitColorWords('red', 'en').colors
    const knowledge = { shop, products, store: store(0, 10), colorsAt: undefined, locale: 'en' }
    const hits = [
      { productId: 1, similarity: 0.9 },
      { productId: 2, similarity: 0.6 },
    ]
    const found = await narrowByColor(knowledge, red!, hits)
    expect(found.map(({ productId }) => productId)).toEqual([2])
    expect(found[0]?.similarity).toBeCloseTo(0.65 * 0.6 + 0.35)
  })
})

describe('a color with a picture', () => {
  const color = ([red, green, blue]: readonly [number, number, number]) => {
    const pixels = Uint8Array.from({ length: 3 * 64 }, (_, i) => [red, green, blue][i % 3]!)
    return colorDescriptor(labPicture({ width: 8, height: 8, pixels }))
  }

  it('must be named by the product; the picture counts only if the product names no color', async () => {
    const options = (value: string, name = 'Finish') => [{ id: 1, name, position: 1, values: [value] }]
    const said: Record<number, Partial<Product>> = {
      1: { options: options('Chocolate') },
      2: { options: options('Forest') },
      3: { options: options('M') },
      4: { options: [] },
      5: { options: options('Natural Oak', 'Colour') },
    }
    const products = {
      read: async (_: string, ids: readonly number[]) =>
        ids.map((id) => sampleProduct(id, { title: 'Sofa', tags: [], ...said[id] })),
    } as unknown as ProductReader
    const pictures = new VectorStore('space@1', COLOR_DIMENSIONS)
    for (const [
      id,
      rgb,
    ] of [[1, [40, 130, 50]], [2, [120, 60, 20]], [3, [40, 130, 50]], [4, [200, 20, 20]], [5, [40, 130, 50]]] as const) // biome-ignore format: one line reads better
      pictures.put(id, [color(rgb)])
    const [green] = splitColorWords('green', 'en').colors
    const hits = [1, 2, 3, 4, 5].map((productId) => ({ productId, similarity: 0.9 }))
    const knowledge = { shop, products, store: pictures, colorsAt: 0, locale: 'en' }
    const found = await narrowByColor(knowledge, green!, hits)
    expect(found.map(({ productId }) => productId)).toEqual([2, 3])
  })
})

describe('a color that covers part of a picture', () => {
  const GREEN = [40, 130, 50]
  const OTHERS = [
    [200, 20, 20],
    [30, 40, 160],
    [230, 210, 60],
    [240, 240, 240],
  ]
  /** In the pattern, `green` of every eleven pixels are green. */
  const patterned = (green: number) => {
    const colorOf = (pixel: number) => ((pixel * 3) % 11 < green ? GREEN : OTHERS[pixel % 4]!)
    const pixels = Uint8Array.from({ length: 3 * 400 }, (_, i) => colorOf(Math.floor(i / 3))[i % 3]!)
    return colorDescriptor(labPicture({ width: 20, height: 20, pixels }))
  }

  it('is the product’s color if it covers a quarter of it', async () => {
    const products = {
      read: async (_: string, ids: readonly number[]) =>
        ids.map((id) => sampleProduct(id, { title: 'Sofa', tags: [], options: [] })),
    } as unknown as ProductReader
    const pictures = new VectorStore('space@1', COLOR_DIMENSIONS)
    const shares = [1, 2, 4, 5]
    for (const share of shares) pictures.put(share, [patterned(share)])
    const [green] = splitColorWords('green', 'en').colors
    const hits = shares.map((productId) => ({ productId, similarity: 0.9 }))
    const found = await narrowByColor({ shop, products, store: pictures, colorsAt: 0, locale: 'en' }, green!, hits)
    expect(found.map(({ productId }) => productId)).toEqual([5, 4])
  })
})

describe('the similarity that a product needs', () => {
  it('I4: is 60 percent of the similarity between the shop’s own products, within fixed limits', () => {
    // Nearest neighbours at 45 degrees: a cosine of 0.707.
    expect(pictureFloor(store(0, 45, 90, 135), cosine)).toBeCloseTo(0.6 * Math.SQRT1_2, 3)
    expect(pictureFloor(store(0, 1, 2, 3), cosine)).toBe(0.48)
    expect(pictureFloor(store(0, 90, 180, 270), cosine)).toBe(0.36)
    expect(pictureFloor(store(0), cosine)).toBe(0.36)
    // A product counts by its most similar picture.
    const several = store(0)
    several.put(2, [at(90), at(0)])
    expect(pictureFloor(several, cosine)).toBe(0.48)
  })

  it('I5: is computed again only after the shop has grown or shrunk by a quarter', () => {
    const vectors = store(0, 90, 180, 270)
    expect(pictureFloor(vectors, cosine)).toBe(0.36)
    let asked = 0
    const counting = (a: Float32Array, b: Float32Array) => {
      asked++
      return cosine(a, b)
    }
    pictureFloor(vectors, counting)
    expect(asked).toBe(0)
    vectors.put(5, [at(1)])
    pictureFloor(vectors, counting)
    expect(asked).toBeGreaterThan(0)
    const grown = asked
    vectors.delete(5)
    vectors.delete(4)
    pictureFloor(vectors, counting)
    expect(asked).toBeGreaterThan(grown)
  })

  it('I5b: is higher for a picture between two groups of products than for one in a group, if there are many products', () => {
    const group = (from: number) => Array.from({ length: 30 }, (_, i) => from + i / 10)
    const vectors = store(...group(0), ...group(80), ...group(160))
    expect(floorFor(vectors, cosine, at(15))).toBe(0.48)
    // Half of the nearest products are in each group, so they have little in common.
    expect(floorFor(vectors, cosine, at(41.5))).toBeCloseTo(2 / 3)
    const few = (from: number) => group(from).slice(0, 11)
    expect(floorFor(store(...few(0), ...few(80), ...few(160)), cosine, at(40.5))).toBe(0.48)
    // In this shop, more than one of twenty products lies between groups, so a picture may lie there, too.
    const loose = Array.from({ length: 20 }, (_, i) => 60 + 3 * i)
    expect(floorFor(store(...group(0), ...loose), cosine, at(90.5))).toBe(0.48)
  })

  it('I5c: is the similarity between products for a guessed part, if the whole picture resembles no product', () => {
    const vectors = store(0, 30, 60, 90)
    const floorOf = (whole: number) => floorForGuess(vectors, cosine, { whole: at(whole), part: at(100) })
    // The cosine of 69 degrees is 0.36, the lowest floor; the nearest product lies at 90 degrees.
    expect(floorOf(90 + 70)).toBeCloseTo(Math.cos(Math.PI / 6))
    expect(floorOf(90 + 68)).toBe(0.48)
    expect(floorForGuess(store(0, 90), cosine, { whole: at(225), part: at(0) })).toBe(0.36)
    expect(floorForGuess(new VectorStore('space@1', 2), cosine, { whole: at(0), part: at(0) })).toBe(0.36)
  })
})

describe('the part that is searched', () => {
  const crops = [{ x: 0 }, { x: 1 }] as unknown as Crop[]
  const best = (vectors: VectorStore, ...seen: Float32Array[]) =>
    bestCrop(
      vectors,
      seen.map((vector, i) => ({ crop: crops[i]!, vector })),
    )

  it('I6: has the highest mean similarity to its three nearest products; the first of equals wins', () => {
    const vectors = store(0, 2, 4, 90)
    expect(best(vectors, at(120), at(30)).crop).toBe(crops[1])
    // Only one product is near 70 degrees. Three are near 25 degrees, so their mean similarity is higher.
    expect(best(vectors, at(70), at(25)).crop).toBe(crops[1])
    expect(best(vectors, at(30), at(30)).crop).toBe(crops[0])
  })

  it('I7: is always the one that equals a picture of the catalog', () => {
    const vectors = store(0, 2, 4, 90)
    const { crop, vector } = best(vectors, at(10), at(90))
    expect(crop).toBe(crops[1])
    expect(vector).toEqual(at(90))
  })
})

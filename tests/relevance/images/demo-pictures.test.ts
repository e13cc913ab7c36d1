import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { createCatalog, createPictureBook, drawPicture } from '../../../apps/demo/src/index.ts'
import { localEmbedder } from '../../../packages/embedder/src/local/local.ts'
import { visualModel } from '../../../packages/embedder/src/local/visual-model.ts'
import { svgToWebp } from '../../../packages/embedder/src/pictures/index.ts'
import { serverSearch } from './server-search.ts'

const embedder = localEmbedder({ visual: visualModel })
afterAll(() => embedder.close())

const catalog = createCatalog('pictures', 0)
const book = createPictureBook(catalog)
/** A few products of many kinds, and two of a kind, with all pictures that their pages show. */
const products = catalog.filter((_, i) => i % 60 < 2).slice(0, 10)

const drawn = (src: string, width: number) => svgToWebp(drawPicture(book.get(src)!), { width, quality: 82 })

async function* embedded() {
  for (const { product } of products) {
    const pictures = await Promise.all(product.images.map(({ src }) => drawn(src, 320)))
    yield { id: product.id, pictures }
  }
}

describe('the pictures of the demo shop', () => {
  it('each find their own product first, larger and recompressed', { timeout: 120_000 }, async () => {
    const search = await serverSearch(embedder.image!, embedded())
    const lost: string[] = []
    for (const { product } of products) {
      for (const { src } of product.images) {
        const file = await sharp(await drawn(src, 640))
          .jpeg({ quality: 60 })
          .toBuffer()
        if ((await search(file))[0] !== product.id) lost.push(src)
      }
    }
    expect(lost).toEqual([])
  })
})

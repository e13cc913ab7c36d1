/**
 * `npm run eval -- images --only demo [--products n]`: whether every picture of the demo shop finds its own product first, as the shop
 * shows it and as it comes back from a phone (half the size, recompressed).
 */
import sharp from 'sharp'
import { type CatalogItem, createCatalog, createPictureBook, drawPicture } from '../../../apps/demo/src/index.ts'
import type { ImageEmbedder } from '../../../packages/embedder/src/index.ts'
import { localEmbedder } from '../../../packages/embedder/src/local/local.ts'
import { visualModel } from '../../../packages/embedder/src/local/visual-model.ts'
import { svgToWebp } from '../../../packages/embedder/src/pictures/index.ts'
import { DEMO_SEED } from '../../../packages/server/src/features/shops/demo-identity.ts'
import { serverSearch } from './server-search.ts'

/** As the demo shop has its pictures embedded, and as it shows them. */
const EMBEDDED_WIDTH = 320
const SHOWN_WIDTH = 800
const QUALITY = 82

export async function measureDemo(products: number): Promise<void> {
  const catalog = createCatalog(DEMO_SEED, 0).slice(0, products)
  const embedder = localEmbedder({ visual: visualModel })
  const { asked, lost } = await lostDemoPictures(embedder.image!, catalog)
  await embedder.close()
  console.log(`${catalog.length} products, ${asked} searches, ${asked - lost.length} find their own product first`)
  for (const line of lost) console.log(`  ${line}`)
}

/** Which pictures do not bring their own product first. */
export async function lostDemoPictures(embedder: ImageEmbedder, catalog: readonly CatalogItem[]) {
  const book = createPictureBook(catalog)
  const drawn = (src: string, width: number) => svgToWebp(drawPicture(book.get(src)!), { width, quality: QUALITY })
  async function* embedded() {
    for (const { product } of catalog) {
      const pictures = await Promise.all(product.images.map(({ src }) => drawn(src, EMBEDDED_WIDTH)))
      yield { id: product.id, pictures }
    }
  }
  const { found: search } = await serverSearch(embedder, embedded())
  const titles = new Map(catalog.map(({ product }) => [product.id, product.title]))
  const lost: string[] = []
  let asked = 0
  for (const { product } of catalog) {
    for (const { src } of product.images) {
      const shown = await drawn(src, SHOWN_WIDTH)
      for (const [how, file] of Object.entries({ 'as shown': shown, 'half the size': await smaller(shown) })) {
        asked++
        const [first] = await search(file)
        if (first !== product.id) lost.push(`${src} ${how}: ${titles.get(first ?? -1) ?? 'nothing'}`)
      }
    }
  }
  return { asked, lost }
}

function smaller(shown: Uint8Array): Promise<Buffer> {
  return sharp(shown)
    .resize(SHOWN_WIDTH / 2)
    .jpeg({ quality: 50 })
    .toBuffer()
}

/** Tests whether each picture of the demo shop finds its own product first, unchanged and as a phone would send it. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { type CatalogItem, createCatalog } from '../../../apps/demo/src/index.ts'
import type { ImageEmbedder } from '../../../packages/embedder/src/index.ts'
import { localEmbedder } from '../../../packages/embedder/src/local/local.ts'
import { visualModel } from '../../../packages/embedder/src/local/visual-model.ts'
import { DemoPictures } from '@vitrine/demo'
import { svgToWebp } from '@vitrine/embedder/pictures'
import { DEMO_SEED } from '@vitrine/contract/demo-shop'
import { type PicturedProduct, serverSearch } from './server-search.ts'

/** Width of pictures on cards, which the demo shop embeds. */
const CARD_WIDTH = 320
/** Width of pictures on product pages. Drawing one takes a tenth of a second, so only every n-th is drawn. */
const PAGE_WIDTH = 800
const EACH_PAGE = 40
/** Drawings are cached here for the next run. */
export const DRAWN = join(tmpdir(), 'vitrine-demo-pictures')

export interface DemoFigures {
  products: number
  pictures: number
  searches: number
  ownFirst: number
  secondsCpu: number
}

export async function measureDemo(products: number): Promise<DemoFigures> {
  const catalog = createCatalog(DEMO_SEED, 0).slice(0, products)
  const embedder = localEmbedder({ visual: visualModel })
  const began = process.cpuUsage()
  const sample = { folder: DRAWN, eachPage: EACH_PAGE }
  const { pictures, asked, lost } = await lostDemoPictures(embedder.image!, catalog, sample)
  const { user, system } = process.cpuUsage(began)
  const secondsCpu = Math.round((user + system) / 1e6)
  await embedder.close()
  console.log(
    `${catalog.length} products with ${pictures} pictures, each as on a card (${CARD_WIDTH} px) and half as large, recompressed;`,
    `every ${EACH_PAGE}th also as on its page (${PAGE_WIDTH} px) and half as large, recompressed`,
  )
  console.log(`${asked} searches, ${asked - lost.length} find their own product first; ${secondsCpu} s of CPU`)
  for (const line of lost) console.log(`  ${line}`)
  return { products: catalog.length, pictures, searches: asked, ownFirst: asked - lost.length, secondsCpu }
}

/** Returns the pictures that do not find their own product first. */
export async function lostDemoPictures(
  embedder: ImageEmbedder,
  catalog: readonly CatalogItem[],
  { folder, eachPage }: { folder: string; eachPage: number },
) {
  const demo = new DemoPictures({ folder, svgToWebp })
  const drawn = async (src: string, width: number) => (await demo.find(src, width, 'when idle'))!.bytes
  const cards = new Map<string, Uint8Array>()
  const { found: search } = await serverSearch(embedder, drawnProducts(catalog, folder, cards))
  const titles = new Map(catalog.map(({ product }) => [product.id, product.title]))
  const lost: string[] = []
  let asked = 0
  const ask = async (how: string, src: string, file: Uint8Array, own: number) => {
    asked++
    const [first] = await search(file)
    if (first !== own) lost.push(`${src} ${how}: ${titles.get(first ?? -1) ?? 'nothing'}`)
  }
  const pictures = catalog.flatMap(({ product }) => product.images.map(({ src }) => ({ src, own: product.id })))
  for (const [i, { src, own }] of pictures.entries()) {
    const page = i % eachPage === 0 ? await drawn(src, PAGE_WIDTH) : undefined
    for (const [where, file] of [['card', cards.get(src)!] as const, ...(page ? [['page', page] as const] : [])]) {
      await ask(`as on the ${where}`, src, file, own)
      await ask(`as on the ${where}, half as large`, src, await smaller(file), own)
    }
  }
  return { pictures: pictures.length, asked, lost }
}

/** Yields products with the pictures that the demo shop embeds, and adds these pictures to `drawn`. */
export async function* drawnProducts(
  catalog: readonly CatalogItem[],
  folder: string,
  drawn: Map<string, Uint8Array> = new Map(),
): AsyncGenerator<PicturedProduct> {
  const demo = new DemoPictures({ folder, svgToWebp })
  for (const { product } of catalog) {
    for (const { src } of product.images) drawn.set(src, (await demo.find(src, CARD_WIDTH, 'when idle'))!.bytes)
    yield { id: product.id, pictures: product.images.map(({ src }) => drawn.get(src)!) }
  }
}

async function smaller(shown: Uint8Array): Promise<Buffer> {
  const { width } = await sharp(shown).metadata()
  return sharp(shown)
    .resize(Math.round(width / 2))
    .jpeg({ quality: 50 })
    .toBuffer()
}

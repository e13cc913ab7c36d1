/** Measures local models: embedding a catalog, embedding a query, and image search. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { completeConfig } from '@vitrine/contract'
import { VectorStore } from '@vitrine/engine'
import { LanguageRouter } from '../../packages/server/src/features/vectors/text-models.ts'
import { ShopVectors } from '../../packages/server/src/features/vectors/shop-vectors.ts'
import { CatalogEmbedder } from '../../packages/server/src/jobs/embed-catalog.ts'
import type { Embedder, ImageEmbedder, TextEmbedder } from '@vitrine/embedder'
import { localEmbedder } from '../../packages/embedder/src/local/local.ts'
import { visualModel } from '../../packages/embedder/src/local/visual-model.ts'
import type { Product } from '../../packages/server/src/ports/record-store/product.ts'
import { sampleProduct } from '../../packages/server/src/ports/record-store/sample-product.ts'
import { sqliteRecordStore } from '../../packages/server/src/ports/record-store/sqlite.ts'
import { sqliteVectorArchive } from '../../packages/server/src/ports/vector-archive/sqlite.ts'
import { generateCatalog } from '../search/generate-catalog.ts'
import { generateVectors } from './generate-vectors.ts'
import { seededRandom } from '../search/seeded-random.ts'

export interface EmbeddingRate {
  texts: CatalogRate
  pictures: CatalogRate
  queryP50Ms: number
  imageSearchP50Ms: number
  imageSearchesPerSecond: number
}

interface CatalogRate {
  products: number
  perSecond: number
  diskBytesEach: number
  memoryBytesEach: number
}

const PICTURES = 60
/** Embeds fewer pictures than texts, because a picture takes about ten times as long. */
const PICTURE_SHARE = 0.1
const SEARCHED_VECTORS = 100_000
const SHOP = 'bench.example'

export async function measureEmbedding(products: number): Promise<EmbeddingRate> {
  const embedder = localEmbedder({ visual: visualModel })
  const [text, image] = [embedder.text!, embedder.image!]
  const files = await drawPictures(PICTURES)
  // The rate does not include the loading of models.
  await Promise.all([text.embed(['warm up'], 'document'), image.embed(files.slice(0, 1))])
  const catalog = productsOf(products)
  const texts = await catalogRate({ text }, catalog, files)
  const pictures = await catalogRate({ image }, catalog.slice(0, Math.ceil(PICTURE_SHARE * products)), files)
  const found = { ...(await queryTimes(text, catalog)), ...(await imageSearchTimes(image, files)) }
  await embedder.close()
  return { texts, pictures, ...found }
}

function productsOf(count: number): Product[] {
  return Array.from(generateCatalog(count), ({ title, productType, vendor, options }, i) =>
    sampleProduct(i + 1, {
      title,
      productType,
      vendor,
      options: [{ id: i + 1, name: 'Style', position: 1, values: [...options] }],
      images: [{ id: i + 1, src: `/${i}.jpg`, alt: null, width: 800, height: 800 }],
    }),
  )
}

async function catalogRate(
  model: Pick<Embedder, 'text' | 'image'>,
  catalog: readonly Product[],
  files: readonly Buffer[],
): Promise<CatalogRate> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'))
  const records = sqliteRecordStore({ path: join(folder, 'records.db') })
  const archive = sqliteVectorArchive(join(folder, 'vectors.db'))
  await records.putShop(SHOP, completeConfig({}))
  for (let from = 0; from < catalog.length; from += 1000)
    await records.putProducts(SHOP, catalog.slice(from, from + 1000))
  const vectors = new ShopVectors()
  const job = new CatalogEmbedder({
    records,
    archive,
    embedder: { ...model, close: async () => {} },
    embedderSetting: 'local',
    languages: new LanguageRouter([{ ...model, close: async () => {} }]),
    images: { fetch: async (src) => files[Number.parseInt(src.slice(1), 10) % files.length]! },
    vectors,
    clock: Date.now,
    onError: (error) => {
      throw error
    },
  })
  const begunMs = performance.now()
  await job.start()
  await job.runOnce()
  const tookMs = performance.now() - begunMs
  const { bytes, size } = (model.text ? vectors.text(SHOP) : vectors.image(SHOP))!
  if (size !== catalog.length) throw new Error(`${size} of ${catalog.length} products were embedded`)
  await job.stop()
  await archive.close()
  await records.close()
  const diskBytes = sizeOf(folder, 'vectors.db')
  rmSync(folder, { recursive: true })
  return {
    products: size,
    perSecond: (1000 * size) / tookMs,
    diskBytesEach: diskBytes / size,
    memoryBytesEach: bytes / size,
  }
}

function sizeOf(folder: string, prefix: string): number {
  const files = readdirSync(folder).filter((name) => name.startsWith(prefix))
  return files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

async function queryTimes(text: TextEmbedder, catalog: readonly Product[]) {
  const times = await timed(catalog.slice(0, 100), ({ title }) =>
    text.embed([title.split(' ').slice(0, 3).join(' ')], 'query'),
  )
  return { queryP50Ms: middle(times) }
}

async function imageSearchTimes(image: ImageEmbedder, files: readonly Buffer[]) {
  const store = new VectorStore(image.space, image.dimension)
  for (const [i, vector] of generateVectors(SEARCHED_VECTORS, image.dimension, 3).entries()) store.put(i, [vector])
  const times = await timed(files, async (file) => {
    const [vector] = await image.embed([file])
    store.search({ vector: vector!, k: 20 })
  })
  const sum = times.reduce((total, ms) => total + ms, 0)
  return { imageSearchP50Ms: middle(times), imageSearchesPerSecond: (1000 * times.length) / sum }
}

async function timed<Input>(inputs: readonly Input[], work: (input: Input) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (const input of inputs) {
    const begunMs = performance.now()
    await work(input)
    times.push(performance.now() - begunMs)
  }
  return times.sort((a, b) => a - b)
}

function middle(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Draws JPEGs of the size that a phone's browser sends. */
async function drawPictures(count: number): Promise<Buffer[]> {
  const random = seededRandom(4)
  const circle = () => {
    const color = `hsl(${Math.floor(360 * random())} 60% 50%)`
    return `<circle cx="${800 * random()}" cy="${800 * random()}" r="${40 + 200 * random()}" fill="${color}"/>`
  }
  const drawings = Array.from({ length: count }, () => {
    const circles = Array.from({ length: 12 }, circle).join('')
    return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><rect width="800" height="800" fill="#eee"/>${circles}</svg>`
  })
  return Promise.all(drawings.map((svg) => sharp(Buffer.from(svg)).jpeg().toBuffer()))
}

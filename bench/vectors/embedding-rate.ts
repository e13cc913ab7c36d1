/** How fast the local models are: a catalog's texts, a shopper's query, and a shopper's picture from file to answer. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productText, VectorStore } from '@vitrine/engine'
import sharp from 'sharp'
import { localEmbedder } from '../../packages/server/src/ports/embedder/local/local.ts'
import { visualModel } from '../../packages/server/src/ports/embedder/local/visual-model.ts'
import { generateCatalog } from '../search/generate-catalog.ts'
import { seededRandom } from '../search/seeded-random.ts'
import { generateVectors } from './generate-vectors.ts'

export interface EmbeddingRate {
  products: number
  productsPerSecond: number
  queryP50Ms: number
  imageSearchP50Ms: number
  imageSearchesPerSecond: number
}

const PICTURES = 60
const PICTURE_VECTORS = 100_000

export async function measureEmbedding(products: number): Promise<EmbeddingRate> {
  const embedder = localEmbedder({ cacheFolder: join(tmpdir(), 'vitrine-eval', 'models'), visual: visualModel })
  const text = embedder.text!
  const texts = Array.from(generateCatalog(products), productText)
  await text.embed(['warm up'], 'document')
  const begunMs = performance.now()
  await text.embed(texts, 'document')
  const productsPerSecond = (1000 * products) / (performance.now() - begunMs)
  const queryMs = await timed(texts.slice(0, 100), (title) =>
    text.embed([title.split(' ').slice(0, 3).join(' ')], 'query'),
  )

  const image = embedder.image!
  const store = new VectorStore(image.space, image.dimension)
  for (const [i, vector] of generateVectors(PICTURE_VECTORS, image.dimension, 3).entries()) store.put(i, [vector])
  const files = await pictures()
  await image.embed(files.slice(0, 1))
  const imageMs = await timed(files, async (file) => {
    const [vector] = await image.embed([file])
    store.search({ vector: vector!, k: 20 })
  })
  await embedder.close()
  return {
    products,
    productsPerSecond,
    queryP50Ms: middle(queryMs),
    imageSearchP50Ms: middle(imageMs),
    imageSearchesPerSecond: (1000 * imageMs.length) / imageMs.reduce((sum, ms) => sum + ms, 0),
  }
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

/** JPEGs of the size a phone's browser sends: blobs of colour on a light ground. */
async function pictures(): Promise<Buffer[]> {
  const random = seededRandom(4)
  const circle = () => {
    const colour = `hsl(${Math.floor(360 * random())} 60% 50%)`
    return `<circle cx="${800 * random()}" cy="${800 * random()}" r="${40 + 200 * random()}" fill="${colour}"/>`
  }
  const drawings = Array.from({ length: PICTURES }, () => {
    const circles = Array.from({ length: 12 }, circle).join('')
    return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><rect width="800" height="800" fill="#eee"/>${circles}</svg>`
  })
  return Promise.all(drawings.map((svg) => sharp(Buffer.from(svg)).jpeg().toBuffer()))
}

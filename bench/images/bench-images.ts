/** Measures the visual encoder, the embedding of a catalog's pictures, and image search over HTTP. */
import sharp from 'sharp'
import {
  openEncoder,
  openVisualGraph,
  productColors,
  type VisualSettings,
} from '../../packages/embedder/src/local/visual-encoder.ts'
import { localEmbedder } from '../../packages/embedder/src/local/local.ts'
import { visualModel } from '../../packages/embedder/src/local/visual-model.ts'
import { VISUAL_SIDE } from '../../packages/embedder/src/local/visual-layout.ts'
import { smallPicture } from '../../packages/embedder/src/pictures/picture-codec.ts'
import { encodeThumbnail, shrinkToThumbnail } from '../../packages/engine/src/index.ts'
import { imageItems } from '../../packages/server/src/jobs/embed-catalog/embed-images.ts'
import { sampleProduct } from '../../packages/server/src/ports/record-store/sample-product.ts'
import { startHarness } from '../../tests/conformance/harness.ts'
import { readOptions, saveResult } from '../bench.ts'

const usage = `npm run bench -- images [--products 500] [--seconds 8]
  --products N   pictures of the catalog that is embedded and searched
  --seconds N    how long requests are sent, four at a time`

export async function run(args: string[]): Promise<void> {
  const values = readOptions(args, { products: 500, seconds: 8 }, usage)
  const results = {
    command: ['npm run bench -- images', ...args].join(' '),
    encoder: await measureEncoder(),
    ...(await measureSearch(values.products, values.seconds)),
  }
  console.log(JSON.stringify(results, undefined, 2))
  saveResult('images', results)
}

/** Draws a JPEG of the size that a phone would send. */
function photograph(number: number, side = 640): Promise<Buffer> {
  const hue = (number * 47) % 360
  const [x, y, r] = [120 + ((number * 71) % 400), 150 + ((number * 31) % 300), 60 + ((number * 13) % 90)]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640"><rect width="640" height="640" fill="hsl(${hue + 160} 20% 80%)"/><circle cx="${x}" cy="${y}" r="${r}" fill="hsl(${hue} 70% 45%)"/><rect x="${y}" y="${x}" width="${2 * r}" height="${r}" fill="hsl(${hue + 40} 60% 55%)"/></svg>`
  return sharp(Buffer.from(svg)).resize(side, side).jpeg({ quality: 85 }).toBuffer()
}

/** Side lengths in pixels; 96 needs no scaling. */
const SIDES = [800, 224, 96]

/** Measures the steps from file to vector, together and one by one. CPU is that of all threads. */
async function measureEncoder() {
  const settings = visualModel.settings as VisualSettings
  const [encoder, visualGraph] = [await openEncoder(settings), await openVisualGraph(settings)]
  const results: Record<string, unknown> = {}
  for (const side of SIDES) {
    const file = await photograph(1, side)
    const picture = await smallPicture(file, VISUAL_SIDE)
    results[`${side}px`] = {
      catalog: await measureCatalog(file),
      whole: await timed(() => encoder.encode([file])),
      decode: await timed(() => smallPicture(file, VISUAL_SIDE)),
      graph: await timed(() => visualGraph([picture])),
      colors: await timed(() => productColors(picture)),
      wholeWithThumbnail: await timed(async () => {
        const decoded = await smallPicture(file, VISUAL_SIDE)
        encodeThumbnail(shrinkToThumbnail(decoded))
        await encoder.encode([decoded])
      }),
    }
  }
  return results
}

/** Number of pictures per step of the embedding job. */
const STEP = 32

/** Measures pictures as in the embedding job: several at once, with the model in its own thread. */
async function measureCatalog(file: Buffer) {
  const embedder = localEmbedder({ visual: visualModel })
  const embed = imageItems({
    embedder: embedder.image!,
    images: { fetch: async () => file },
    failuresOf: async () => [],
    clock: Date.now,
    signal: new AbortController().signal,
  })
  const images = [{ id: 1, src: '/1.jpg', alt: null, width: null, height: null }]
  const products = Array.from({ length: STEP }, (_, i) => sampleProduct(i + 1, { images }))
  const step = await timed(() => embed(products, new Map()), { warmUp: 6, turns: 12 })
  await embedder.close()
  const { msBest, msMedian, msCpu } = step
  return { msBest: round(msBest / STEP), msMedian: round(msMedian / STEP), msCpu: round(msCpu / STEP) }
}

async function timed(work: () => unknown, { warmUp, turns } = { warmUp: 20, turns: 50 }) {
  const times: number[] = []
  for (let i = 0; i < warmUp; i++) await work()
  const cpu = process.cpuUsage()
  for (let i = 0; i < turns; i++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  const { user, system } = process.cpuUsage(cpu)
  times.sort((a, b) => a - b)
  const msCpu = (user + system) / 1000 / times.length
  return { msBest: round(times[0]!), msMedian: round(times[times.length >> 1]!), msCpu: round(msCpu) }
}

async function measureSearch(products: number, seconds: number) {
  const harness = await startHarness({ VITRINE_EMBEDDER: 'local' })
  try {
    const shop = await harness.createShop()
    for (let first = 1; first <= products; first += 100) {
      const count = Math.min(100, products - first + 1)
      await harness.putProducts(shop, await Promise.all(Array.from({ length: count }, (_, i) => product(first + i))))
    }
    const began = performance.now()
    await harness.vitrine!.vectors.runOnce()
    const embeddedSeconds = (performance.now() - began) / 1000
    const image = (await photograph(7)).toString('base64')
    const ask = () => harness.post('/api/storefront/v1/headless/image-search', { image }, shop)
    const search = await load(ask, seconds)
    const memory = { residentMib: Math.round(process.memoryUsage.rss() / 1024 ** 2) }
    return { embedding: { products, seconds: round(embeddedSeconds) }, search, memory }
  } finally {
    await harness.close()
  }
}

async function product(id: number) {
  const src = `data:image/jpeg;base64,${(await photograph(id)).toString('base64')}`
  return {
    id,
    title: `Product ${id}`,
    handle: `p-${id}`,
    product_type: 'Things',
    status: 'active',
    published_at: '2026-01-01T00:00:00Z',
    variants: [{ id: 10 * id, price: '10.00' }],
    images: [{ id, src }],
  }
}

/** Simulates four shoppers, each of whom waits for an answer before the next request. */
async function load(ask: () => Promise<{ status: number }>, seconds: number) {
  await ask()
  const times: number[] = []
  const began = performance.now()
  const shopper = async () => {
    while (performance.now() - began < 1000 * seconds) {
      const asked = performance.now()
      const { status } = await ask()
      if (status !== 200) throw new Error(`image search answered ${status}`)
      times.push(performance.now() - asked)
    }
  }
  await Promise.all([shopper(), shopper(), shopper(), shopper()])
  const elapsed = (performance.now() - began) / 1000
  times.sort((a, b) => a - b)
  return {
    perSecond: round(times.length / elapsed),
    msMedian: round(times[times.length >> 1]!),
    msP95: round(times[Math.floor(times.length * 0.95)]!),
  }
}

const round = (value: number) => Math.round(value * 10) / 10

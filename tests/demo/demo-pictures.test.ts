import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_SEED } from '@vitrine/contract/demo-shop'
import { createCatalog, DemoPictures, PICTURE_WIDTHS } from '@vitrine/demo'
import { svgToWebp } from '@vitrine/embedder/pictures'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const image = createCatalog(DEMO_SEED, Date.parse('2026-03-01T12:00:00Z'))[300]!.product.images[0]!
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-pictures-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the demo shop’s pictures', () => {
  it('are served in widths that make every texture tile a whole number of pixels', () => {
    expect(PICTURE_WIDTHS.filter((width) => !Number.isInteger((5 * width) / 800))).toEqual([])
  })

  it('are WebP files of the size that the product states', async () => {
    const picture = await new DemoPictures({ folder, svgToWebp }).find(image.src)
    expect(await sharp(picture!.bytes).metadata()).toMatchObject({
      format: 'webp',
      width: image.width,
      height: image.height,
    })
  })

  it('are found by path and by URL', async () => {
    const pictures = new DemoPictures({ folder, svgToWebp })
    expect(await pictures.find(`http://127.0.0.1:4000${image.src}`)).toEqual(await pictures.find(image.src))
  })

  it('are smaller if a smaller width is requested', async () => {
    const picture = await new DemoPictures({ folder, svgToWebp }).find(image.src, 300)
    expect((await sharp(picture!.bytes).metadata()).width).toBe(320)
  })

  it('are drawn later if no visitor is waiting for them', async () => {
    const pictures = new DemoPictures({ folder: join(folder, 'lull'), svgToWebp })
    const done: string[] = []
    const large = pictures.find(image.src, 800).then(() => done.push('shopper'))
    const small = pictures.find(image.src, 160, 'when idle').then(() => done.push('catalog'))
    await Promise.all([large, small])
    expect(done).toEqual(['shopper', 'catalog'])
  })

  it('are drawn once, also across processes', async () => {
    const first = await new DemoPictures({ folder, svgToWebp }).find(image.src)
    const files = (await readdir(folder)).length
    const again = await new DemoPictures({ folder, svgToWebp }).find(image.src)
    expect(again?.etag).toBe(first?.etag)
    expect(Buffer.compare(again!.bytes, first!.bytes)).toBe(0)
    expect((await readdir(folder)).length).toBe(files)
  })

  it.each(['/demo/images/none.webp', '/demo/images/../../etc/passwd', '/products/x.webp', ''])(
    'do not answer %j',
    async (address) => {
      expect(await new DemoPictures({ folder, svgToWebp }).find(address)).toBeUndefined()
    },
  )
})

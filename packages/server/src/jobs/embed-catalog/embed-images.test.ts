import type { ImageEmbedder } from '@vitrine/embedder'
import { decodeThumbnail, THUMBNAIL_SIDE } from '@vitrine/engine'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { ImageRefused } from '../../ports/image-source/image-source.ts'
import type { Product } from '../../ports/record-store/product.ts'
import { imageItems } from './embed-images.ts'
import { contentHash } from '../../ports/vector-archive/vector-archive.ts'

const embedder = {
  space: 'test@1',
  dimension: 2,
  embed: async (files: readonly Uint8Array[]) => files.map(() => Float32Array.of(1, 0)),
} as ImageEmbedder

const product = (id: number, host: string) =>
  ({ id, images: [{ id, src: `https://${host}/${id}.jpg` }] }) as unknown as Product

/** Hosts in `dead` do not answer. */
function shopWith(dead: Set<string>) {
  const asked: string[] = []
  const time = { ms: 0 }
  const items = imageItems({
    embedder,
    images: {
      fetch: async (url) => {
        asked.push(url)
        if (dead.has(new URL(url).host)) throw new ImageRefused('timeout', 'took too long')
        return new Uint8Array(1)
      },
    },
    failuresOf: async () => [],
    clock: () => time.ms,
    signal: new AbortController().signal,
  })
  const step = async (...products: Product[]) => {
    asked.length = 0
    const { vectors, failures } = await items(products, new Map())
    return { asked: asked.length, embedded: vectors.flatMap(({ items: own }) => own).length, failed: failures.length }
  }
  return { step, time }
}

describe('pictures on a host that does not answer', () => {
  const pictures = (host: string, first: number) => Array.from({ length: 30 }, (_, i) => product(first + i, host))

  it('are requested only a few times in several steps, and all count as failed', async () => {
    const { step, time } = shopWith(new Set(['dead.example']))
    const first = await step(...pictures('dead.example', 1))
    expect(first.asked).toBeLessThanOrEqual(8)
    expect(first.failed).toBe(30)
    time.ms = 30_000
    expect(await step(...pictures('dead.example', 100))).toEqual({ asked: 0, embedded: 0, failed: 30 })
  })

  it('do not delay pictures on another host', async () => {
    const { step } = shopWith(new Set(['dead.example']))
    const both = await step(...pictures('dead.example', 1), ...pictures('alive.example', 100))
    expect(both).toMatchObject({ embedded: 30, failed: 30 })
  })

  it('are fetched when the host answers again, at the latest with the first retry', async () => {
    const dead = new Set(['dead.example'])
    const { step, time } = shopWith(dead)
    await step(...pictures('dead.example', 1))
    dead.clear()
    time.ms = 60_000
    expect(await step(...pictures('dead.example', 1))).toEqual({ asked: 30, embedded: 30, failed: 0 })
  })
})

describe('the thumbnail of a picture', () => {
  const picture = sharp({ create: { width: 200, height: 100, channels: 3, background: '#c03020' } })
  const files: Record<string, Promise<Uint8Array>> = {
    '/a': picture.jpeg().toBuffer(),
    '/b': Promise.resolve(Buffer.from('no picture that is known here')),
  }
  const shop = (asked: string[] = [], model = embedder) =>
    imageItems({
      embedder: model,
      images: {
        fetch: (src) => {
          asked.push(src)
          return files[src]!
        },
      },
      failuresOf: async () => [],
      clock: () => 0,
      signal: new AbortController().signal,
    })
  const withPictures = { id: 1, images: [{ src: '/a' }, { src: '/b' }] } as unknown as Product

  it('is created with the vector, and is empty if only the model knows the format', async () => {
    const { vectors } = await shop()([withPictures], new Map())
    const [red, unknown] = vectors[0]!.items
    const { width, height, pixels } = decodeThumbnail(red!.thumbnail!)!
    expect([width, height]).toEqual([THUMBNAIL_SIDE, THUMBNAIL_SIDE / 2])
    expect(Math.abs(pixels[0]! - 0xc0)).toBeLessThan(6)
    expect(unknown!.thumbnail).toEqual(new Uint8Array())
  })

  it('is added when a product changes whose picture was embedded without one', async () => {
    const asked: string[] = []
    const { items } = (await shop(asked)([withPictures], new Map())).vectors[0]!
    asked.length = 0
    const before = items.map((item, i) => (i === 0 ? { hash: item.hash, bytes: item.bytes } : item))
    const known = new Map([[1, new Map(before.map((item) => [item.hash, item]))]])
    const { vectors } = await shop(asked)([withPictures], known)
    expect(asked).toEqual(['/a'])
    expect(vectors[0]!.items[0]!.thumbnail).not.toHaveLength(0)
  })

  it('is retried if the picture cannot be fetched, and the vector stays', async () => {
    const known = new Map([
      [2, new Map([[contentHash('/gone'), { hash: contentHash('/gone'), bytes: Uint8Array.of(7) }]])],
    ])
    const gone = { id: 2, images: [{ src: '/gone' }] } as unknown as Product
    files['/gone'] = Promise.reject(new ImageRefused('timeout', 'took too long'))
    const { vectors, failures } = await shop()([gone], known)
    expect(vectors).toEqual([{ productId: 2, items: [{ hash: contentHash('/gone'), bytes: Uint8Array.of(7) }] }])
    expect(failures).toMatchObject([{ productId: 2, src: '/gone', retryAtMs: 60_000 }])
  })

  it('shares one decoding with the vector if the model accepts decoded pictures', async () => {
    const sides: number[][] = []
    const decoded: ImageEmbedder = {
      ...embedder,
      embed: () => Promise.reject(new Error('the file would be decoded twice')),
      decoded: {
        side: 96,
        embed: async (pictures) => {
          sides.push(...pictures.map(({ width, height }) => [width, height]))
          return pictures.map(() => Float32Array.of(0, 1))
        },
      },
    }
    const { vectors, failures } = await shop([], decoded)([withPictures], new Map())
    expect(sides).toEqual([[96, 48]])
    const { width, height, pixels } = decodeThumbnail(vectors[0]!.items[0]!.thumbnail!)!
    expect([width, height]).toEqual([THUMBNAIL_SIDE, THUMBNAIL_SIDE / 2])
    expect(Math.abs(pixels[0]! - 0xc0)).toBeLessThan(6)
    expect(failures).toMatchObject([{ src: '/b', reason: 'not an image', retryAtMs: null }])
  })
})

describe('the color of a picture', () => {
  const onWhite = (color: string) =>
    sharp({ create: { width: 200, height: 200, channels: 3, background: '#ffffff' } })
      .composite([
        { input: { create: { width: 120, height: 120, channels: 3, background: color } }, left: 40, top: 40 },
      ])
      .jpeg()
      .toBuffer()
  const asked: string[] = []
  const items = imageItems({
    embedder,
    images: {
      fetch: (src) => {
        asked.push(src)
        return src === '/unknown' ? Promise.resolve(Buffer.from('no picture that is known here')) : onWhite(src)
      },
    },
    failuresOf: async () => [],
    clock: () => 0,
    signal: new AbortController().signal,
  })
  const shown = (...sources: string[]) => ({ id: 1, images: sources.map((src) => ({ src })) }) as unknown as Product

  it('is found with the vector, and is that of the object, not of the background', async () => {
    const { vectors } = await items([shown('#1c3f94', '#b01622', '/unknown')], new Map())
    expect(vectors[0]!.items.map(({ color }) => color)).toEqual(['blue', 'red', ''])
  })

  it('is found without another fetch for a picture that was embedded without a color', async () => {
    const [item] = (await items([shown('#1c3f94')], new Map())).vectors[0]!.items
    const { color, ...before } = item!
    asked.length = 0
    const { vectors } = await items([shown('#1c3f94')], new Map([[1, new Map([[before.hash, before]])]]))
    expect([vectors[0]!.items[0]!.color, color, asked]).toEqual(['blue', 'blue', []])
  })
})

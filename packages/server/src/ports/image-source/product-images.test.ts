import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dataUrlSource } from './data-url.ts'
import { ImageRefused, MAX_IMAGE_BYTES } from './image-source.ts'
import { productImageSource } from './product-images.ts'

const asked: string[] = []
const source = productImageSource({
  web: {
    fetch: async (url) => {
      asked.push(url)
      return Uint8Array.of(1)
    },
  },
  own: async (url) => (url.startsWith('/demo/images/') ? Uint8Array.of(2) : undefined),
})

describe('pictures of a catalog', () => {
  it('come from this server if they are its own', async () => {
    expect(await source.fetch('/demo/images/1.webp')).toEqual(Uint8Array.of(2))
  })

  it('otherwise come from the web, over https if the URL has no protocol', async () => {
    await source.fetch('//cdn.example/a.jpg')
    await source.fetch('http://cdn.example/a.jpg')
    expect(asked).toEqual(['https://cdn.example/a.jpg', 'http://cdn.example/a.jpg'])
  })

  it('come from a data: URL in base64 or as text', async () => {
    expect(Buffer.from(await source.fetch('data:image/png;base64,AAEC'))).toEqual(Buffer.from([0, 1, 2]))
    expect(Buffer.from(await source.fetch('DATA:,a%20b'))).toEqual(Buffer.from('a b'))
  })

  it('come from a data: URL with any escaped bytes, and invalid escapes stay as they are', async () => {
    const escaped = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`
    const plain = (byte: number) => (/[a-z0-9]/i.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : escaped(byte)) // biome-ignore format: one line reads better
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1 }), fc.infiniteStream(fc.boolean()), async (bytes, isEscaped) => {
        const text = [...bytes]
          .map((byte) => (isEscaped.next().value ? escaped(byte).toUpperCase() : plain(byte)))
          .join('')
        expect(Buffer.from(await source.fetch(`data:,${text}`))).toEqual(Buffer.from(bytes))
      }),
    )
    expect(Buffer.from(await source.fetch('data:,%4%zz%g1%1g%'))).toEqual(Buffer.from('%4%zz%g1%1g%'))
  })

  it('are refused with a reason if the URL has no host, is empty or too long', async () => {
    await expect(source.fetch('/elsewhere.png')).rejects.toBeInstanceOf(ImageRefused)
    await expect(dataUrlSource.fetch('data:image/png;base64,')).rejects.toBeInstanceOf(ImageRefused)
    const long = `data:image/png;base64,${'A'.repeat(MAX_IMAGE_BYTES * 2)}`
    await expect(dataUrlSource.fetch(long)).rejects.toMatchObject({ reason: 'size' })
  })
})

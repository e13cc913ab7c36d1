import { describe, expect, it } from 'vitest'
import { ImageRefused, MAX_IMAGE_BYTES } from '../../ports/image-source/image-source.ts'
import { Refusal } from '../errors.ts'
import { ALREADY_ADMITTED } from '../work-ledger.ts'
import { readPicture } from './read-picture.ts'

const bytes = Buffer.from([1, 2, 3, 250])
const web = { fetch: async (url: string) => Buffer.from(`from ${url}`) }
const read = (body: object, { upload, source = web }: { upload?: Uint8Array; source?: object } = {}) =>
  readPicture(source as never, { body, upload, work: ALREADY_ADMITTED } as never)
const refusal = (...args: Parameters<typeof read>) => read(...args).then(() => undefined, (error: Error) => error) // biome-ignore format: one line reads better

describe('the picture of a request', () => {
  it('P1: is uploaded, inline as base64, or fetched from a URL', async () => {
    expect(await read({}, { upload: bytes })).toBe(bytes)
    expect(Buffer.from(await read({ image: bytes.toString('base64') }))).toEqual(bytes)
    expect(Buffer.from(await read({ image: `${bytes.toString('base64url')}\n` }))).toEqual(bytes)
    const address = `data:image/png;base64,${bytes.toString('base64')}`
    expect(Buffer.from(await read({ image: address }))).toEqual(bytes)
    expect(Buffer.from(await read({ image_url: address }))).toEqual(bytes)
    expect(String(await read({ image_url: 'https://x.example/1.jpg' }))).toBe('from https://x.example/1.jpg')
  })

  it('P2: has exactly one source; empty fields do not count', async () => {
    const message = 'exactly one of image and image_url is required'
    for (const body of [{}, { image: '' }, { image: 'AAAA', image_url: 'https://x.example' }]) expect(await refusal(body)).toMatchObject({ message }) // biome-ignore format: one line reads better
    expect(await refusal({ image: 'AAAA' }, { upload: bytes })).toMatchObject({ message })
    expect(await refusal({ image: 'AAAA', image_url: '' })).toBeUndefined()
  })

  it('P3: is refused if it is not base64, and before decoding if it exceeds the limit', async () => {
    const unreadable = 'image must be base64 or a data: URL'
    for (const image of ['not base64!', 'AA=A', 'AAAA===', '==', ' '])
      expect(await refusal({ image })).toMatchObject({ message: unreadable })
    expect(await refusal({ image: 'data:nothing' })).toMatchObject({ message: unreadable })
    const longest = Math.floor((MAX_IMAGE_BYTES / 3) * 4 + 4)
    expect(await refusal({ image: 'A'.repeat(longest) })).toBeUndefined()
    expect(await refusal({ image: 'A'.repeat(longest + 1) })).toMatchObject({ message: 'image must be at most 5 MB' })
  })

  it('P4: is refused with the message of a source that refuses it; other errors are thrown', async () => {
    const failing = (error: Error) => ({ fetch: () => Promise.reject(error) })
    const refused = new ImageRefused('network', '10.0.0.1 is not for you')
    const found = await refusal({ image_url: 'https://x.example' }, { source: failing(refused) })
    expect(found).toBeInstanceOf(Refusal)
    expect(found).toMatchObject({ message: 'image_url is not allowed' })
    expect(await refusal({ image_url: 'https://x.example' }, { source: failing(new Error('away')) })).not.toBeInstanceOf(Refusal) // biome-ignore format: one line reads better
  })
})

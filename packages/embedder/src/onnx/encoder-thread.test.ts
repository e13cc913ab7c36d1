import { afterEach, describe, expect, it } from 'vitest'
import { EmbedderUnavailable, NotEmbeddable } from '../embedder.ts'
import { EncoderThread } from './encoder-thread.ts'

const threads: EncoderThread<string>[] = []
afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.close()
})

function fragile(loads = true): EncoderThread<string> {
  const thread = new EncoderThread<string>({
    module: new URL('./testing/fragile-encoder.ts', import.meta.url).href,
    settings: { loads },
  })
  threads.push(thread)
  return thread
}

const lengths = (vectors: readonly Float32Array[]) => vectors.map(([length]) => length)

describe('a model in its thread', () => {
  it('answers in the order of the inputs, however it takes them', async () => {
    const texts = ['ccc', 'a', 'ffffff', 'bb', 'eeeee', 'dddd', 'a', 'ccc', 'bb']
    expect(lengths(await fragile().encode(texts, 'patient'))).toEqual(texts.map(({ length }) => length))
  })

  it('starts anew after a crash, for the next call', async () => {
    const thread = fragile()
    await expect(thread.encode(['crash'], 'urgent')).rejects.toBeInstanceOf(EmbedderUnavailable)
    expect(lengths(await thread.encode(['abc'], 'urgent'))).toEqual([3])
  })

  it('fails the call that failed, and no other', async () => {
    const thread = fragile()
    const [bad, refused, good] = await Promise.allSettled(
      ['fail', 'refuse', 'abc'].map((text) => thread.encode([text], 'urgent')),
    )
    expect(bad).toMatchObject({ status: 'rejected', reason: expect.any(EmbedderUnavailable) })
    expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(NotEmbeddable) })
    expect(good).toMatchObject({ status: 'fulfilled' })
  })

  it('says why it does not load, at once and ever after', async () => {
    const thread = fragile(false)
    await expect(thread.ready).rejects.toThrow('no such model')
    await expect(thread.encode(['abc'], 'urgent')).rejects.toThrow('no such model')
  })

  it('drops a call whose caller gave up while it waited', async () => {
    const thread = fragile()
    const stop = new AbortController()
    const waiting = thread.encode(['abc'], 'patient', stop.signal)
    stop.abort(new Error('too late'))
    await expect(waiting).rejects.toThrow('too late')
    expect(lengths(await thread.encode(['ab'], 'urgent'))).toEqual([2])
  })
})

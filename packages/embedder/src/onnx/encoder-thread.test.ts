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

/** Creates a model that returns, for every input, the number of inputs in its chunk. */
function counting(): EncoderThread<string> {
  const module = new URL('./testing/counting-encoder.ts', import.meta.url).href
  const thread = new EncoderThread<string>({ module, settings: undefined })
  threads.push(thread)
  return thread
}

const lengths = (vectors: readonly Float32Array[]) => vectors.map(([length]) => length)

describe('a model in its thread', () => {
  it('returns vectors in the order of the inputs', async () => {
    const texts = ['ccc', 'a', 'ffffff', 'bb', 'eeeee', 'dddd', 'a', 'ccc', 'bb']
    expect(lengths(await fragile().encode(texts, 'patient'))).toEqual(texts.map(({ length }) => length))
  })

  it('restarts for the next call after a crash', async () => {
    const thread = fragile()
    await expect(thread.encode(['crash'], 'urgent')).rejects.toBeInstanceOf(EmbedderUnavailable)
    expect(lengths(await thread.encode(['abc'], 'urgent'))).toEqual([3])
  })

  it('rejects only the call that failed', async () => {
    const thread = fragile()
    const [bad, refused, good] = await Promise.allSettled(
      ['fail', 'refuse', 'abc'].map((text) => thread.encode([text], 'urgent')),
    )
    expect(bad).toMatchObject({ status: 'rejected', reason: expect.any(EmbedderUnavailable) })
    expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(NotEmbeddable) })
    expect(good).toMatchObject({ status: 'fulfilled' })
  })

  it('rejects only the picture that cannot be encoded, not those sent with it', async () => {
    const thread = fragile()
    const asked = ['a', 'refuse', 'bb', 'fail', 'ccc', 'dddd'].map((text) => thread.encode([text], 'patient'))
    expect(await Promise.allSettled(asked)).toMatchObject([
      { value: [Float32Array.of(1)] },
      { reason: expect.any(NotEmbeddable) },
      { value: [Float32Array.of(2)] },
      { reason: expect.any(EmbedderUnavailable) },
      { value: [Float32Array.of(3)] },
      { value: [Float32Array.of(4)] },
    ])
  })

  it('encodes the catalog in chunks of four, which long and short calls share', async () => {
    const thread = counting()
    const [first, ...others] = await Promise.all([
      thread.encode(['1'], 'patient'),
      thread.encode(['2', '3', '4', '5', '6'], 'patient'),
      thread.encode(['7'], 'patient'),
      thread.encode(['8'], 'patient'),
    ])
    expect(lengths(first!)).toEqual([4])
    expect(others.map(lengths)).toEqual([[4, 4, 4, 4, 4], [4], [4]])
  })

  it('encodes shoppers’ queries alone, before the rest of the catalog', async () => {
    const thread = counting()
    const done: string[] = []
    const ask = async (texts: string[], urgency: 'urgent' | 'patient') => {
      const sizes = lengths(await thread.encode(texts, urgency))
      done.push(`${urgency} ${sizes.join()}`)
    }
    await thread.ready
    const catalog = Array.from({ length: 6 }, () => ask(['a product'], 'patient'))
    await Promise.all([...catalog, ask(['sofa'], 'urgent'), ask(['lamp'], 'urgent')])
    expect(done).toEqual(['patient 1', 'urgent 1', 'urgent 1', ...Array(4).fill('patient 4'), 'patient 1'])
  })

  it('rejects every call with the reason why it does not load', async () => {
    const thread = fragile(false)
    await expect(thread.ready).rejects.toThrow('no such model')
    await expect(thread.encode(['abc'], 'urgent')).rejects.toThrow('no such model')
  })

  it('drops a waiting call whose caller aborts', async () => {
    const thread = fragile()
    const stop = new AbortController()
    const waiting = thread.encode(['abc'], 'patient', stop.signal)
    stop.abort(new Error('too late'))
    await expect(waiting).rejects.toThrow('too late')
    expect(lengths(await thread.encode(['ab'], 'urgent'))).toEqual([2])
  })
})

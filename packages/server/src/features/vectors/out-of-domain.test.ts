import { outOfDomainProbes } from '@vitrine/engine'
import { describe, expect, it } from 'vitest'
import { type Embedder, EmbedderUnavailable } from '@vitrine/embedder'
import { OutOfDomain } from './out-of-domain.ts'

function reader(space: string) {
  const model = { asked: [] as string[], fails: false, maxAtOnce: 0 }
  const embedder: Embedder = {
    text: {
      space,
      dimension: 2,
      embed: async (texts, kind) => {
        if (model.fails) throw new EmbedderUnavailable('switched off')
        expect(kind).toBe('query')
        model.maxAtOnce = Math.max(model.maxAtOnce, texts.length)
        model.asked.push(...texts)
        return texts.map((text) => (text === 'sofa' ? Float32Array.of(1, 0) : Float32Array.of(0, 1)))
      },
    },
    close: async () => {},
  }
  return { model, embedder }
}

describe('OutOfDomain', () => {
  it('returns the similarity to the nearest out-of-domain probe, once the probes are embedded', async () => {
    const outOfDomain = new OutOfDomain([reader('a').embedder])
    expect(outOfDomain.similarity(Float32Array.of(0, 1), 'a')).toBeUndefined()
    await outOfDomain.learn('a')
    expect(outOfDomain.similarity(Float32Array.of(0, 1), 'a')).toBe(1)
    expect(outOfDomain.similarity(Float32Array.of(1, 0), 'a')).toBe(0)
  })

  it('embeds the probes once, a few at a time, so that shoppers hardly wait', async () => {
    const { model, embedder } = reader('a')
    const outOfDomain = new OutOfDomain([embedder])
    await Promise.all([outOfDomain.learn('a'), outOfDomain.learn('a')])
    await outOfDomain.learn('a')
    expect(model.asked).toEqual(outOfDomainProbes())
    expect(model.maxAtOnce).toBe(4)
  })

  it('starts embedding on the first use, and again after a failure', async () => {
    const { model, embedder } = reader('a')
    const outOfDomain = new OutOfDomain([embedder])
    model.fails = true
    expect(outOfDomain.similarity(Float32Array.of(0, 1), 'a')).toBeUndefined()
    await outOfDomain.learn('a')
    model.fails = false
    expect(outOfDomain.similarity(Float32Array.of(0, 1), 'a')).toBeUndefined()
    await outOfDomain.learn('a')
    expect(outOfDomain.similarity(Float32Array.of(0, 1), 'a')).toBe(1)
  })

  it('returns nothing for a space without a model', async () => {
    const outOfDomain = new OutOfDomain([reader('a').embedder])
    await outOfDomain.learn('b')
    expect(outOfDomain.similarity(Float32Array.of(0, 1), 'b')).toBeUndefined()
  })
})

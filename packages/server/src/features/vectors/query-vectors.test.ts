import { completeConfig } from '@vitrine/contract'
import { VectorStore } from '@vitrine/engine'
import { describe, expect, it } from 'vitest'
import type { Embedder } from '@vitrine/embedder'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { OutOfDomain } from './out-of-domain.ts'
import { QueryVectors } from './query-vectors.ts'
import { vectorSearch } from './vector-search.ts'
import { ShopVectors } from './shop-vectors.ts'
import { LanguageRouter } from './text-models.ts'

/** The model answers only when the test tells it to. */
function patientModel(space = 'space@1') {
  const asked: string[] = []
  const answers: ((vector: Float32Array | Error) => void)[] = []
  const embedder: Embedder = {
    text: {
      space,
      dimension: 2,
      embed: ([text]) => {
        asked.push(text!)
        return new Promise((resolve, reject) =>
          answers.push((it) => (it instanceof Error ? reject(it) : resolve([it]))),
        )
      },
    },
    close: async () => {},
  }
  return { embedder, asked, answers }
}

const vector = Float32Array.of(1, 0)

describe('QueryVectors', () => {
  it('asks the model once for the same words in any spelling', async () => {
    const { embedder, asked, answers } = patientModel()
    const queries = new QueryVectors({ embedders: [embedder] })
    const both = [queries.find('Red  Sofa ', 'space@1'), queries.find('red sofa', 'space@1')]
    answers[0]!(vector)
    expect(await Promise.all(both)).toEqual([vector, vector])
    expect(await queries.find('RED SOFA', 'space@1')).toBe(vector)
    expect(asked).toEqual(['red sofa'])
  })

  it('gives the same words the same outcome, even if the vector comes after the deadline', async () => {
    const { embedder, asked, answers } = patientModel()
    const missed: unknown[] = []
    let now = 0
    const queries = new QueryVectors({
      embedders: [embedder],
      deadlineMs: 1,
      clock: () => now,
      onMissed: (reason) => missed.push(reason),
    })
    const first = queries.find('sofa', 'space@1')
    const second = queries.find('sofa', 'space@1')
    expect(await Promise.all([first, second])).toEqual([undefined, undefined])
    answers[0]!(vector)
    await Promise.resolve()
    now = 59_999
    expect(await queries.find('sofa', 'space@1')).toBeUndefined()
    now = 60_000
    expect(await queries.find('sofa', 'space@1')).toBe(vector)
    expect([asked.length, missed.length]).toEqual([1, 1])
  })

  it('continues without a vector if the model fails, and tries again after a while', async () => {
    const { embedder, asked, answers } = patientModel()
    let now = 0
    const queries = new QueryVectors({ embedders: [embedder], clock: () => now })
    const first = queries.find('sofa', 'space@1')
    answers[0]!(new Error('out of order'))
    expect(await first).toBeUndefined()
    expect(await queries.find('sofa', 'space@1')).toBeUndefined()
    now = 60_000
    const second = queries.find('sofa', 'space@1')
    answers[1]!(vector)
    expect(await second).toBe(vector)
    expect(asked).toHaveLength(2)
  })

  it('accepts no more queries than the model could answer in time', async () => {
    const { embedder, asked, answers } = patientModel()
    const queries = new QueryVectors({ embedders: [embedder] })
    const all = Array.from({ length: 100 }, (_, i) => queries.find(`query ${i}`, 'space@1'))
    for (const answer of answers) answer(vector)
    const found = await Promise.all(all)
    expect(asked).toHaveLength(64)
    expect(found.filter((one) => one !== undefined)).toHaveLength(64)
  })

  it('forgets the least recently used queries', async () => {
    const { embedder, asked, answers } = patientModel()
    const queries = new QueryVectors({ embedders: [embedder], capacity: 2 })
    for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) {
      const found = queries.find(text, 'space@1')
      answers.pop()?.(vector)
      await found
    }
    expect(asked).toEqual(['a', 'b', 'c', 'b'])
  })

  it('uses the embedder of the space, whether new or old', async () => {
    const [old, next] = [patientModel('old'), patientModel('new')]
    const queries = new QueryVectors({ embedders: [next.embedder, old.embedder] })
    const found = queries.find('sofa', 'old')
    old.answers[0]!(vector)
    expect(await found).toBe(vector)
    expect(next.asked).toEqual([])
    expect(await queries.find('sofa', 'another')).toBeUndefined()
    expect([queries.knows('old'), queries.knows('another')]).toEqual([true, false])
  })
})

describe('vectorSearch', () => {
  const shop = { id: 'a.example', config: completeConfig({}) } as Shop
  const asked = (query: string, locale = 'en') => ({ query, locale, mode: 'hybrid' as const, productCount: 2 })
  function shopWith(embedder: Embedder, deadlineMs = 10_000) {
    const vectors = new ShopVectors()
    const store = new VectorStore('space@1', 2)
    store.put(1, [vector])
    store.put(2, [Float32Array.of(0, 1)])
    vectors.serveTexts(shop.id, [store])
    const queries = new QueryVectors({ embedders: [embedder], deadlineMs })
    return vectorSearch({
      vectors,
      queries,
      outOfDomain: new OutOfDomain([]),
      languages: new LanguageRouter([embedder]),
    })
  }

  it('finds the nearest products', async () => {
    const { embedder, answers } = patientModel()
    const found = shopWith(embedder).nearest(shop, asked('warm coat'))
    // The model is called only after its languages have been determined.
    await Promise.resolve()
    await new Promise(setImmediate)
    answers[0]!(vector)
    const hits = await found
    expect(hits?.joining).toEqual([1])
    expect([...hits!.feedback!([{ id: 2, score: 1 }], [1, 2])!]).toEqual([
      [1, 0],
      [2, 1],
    ])
  })

  it('is not used until most of the catalog has vectors, unless only vectors are requested', async () => {
    const { embedder, answers } = patientModel()
    const search = shopWith(embedder)
    const ofMany = (productCount: number) => ({ ...asked('warm coat'), productCount })
    expect(await search.nearest(shop, ofMany(3))).toBeUndefined()
    const found = search.nearest(shop, { ...ofMany(3), mode: 'vector' })
    await new Promise(setImmediate)
    answers[0]!(vector)
    expect((await found)?.joining).toEqual([1])
    expect((await search.nearest(shop, ofMany(2)))?.joining).toEqual([1])
  })

  it('is cached until a product changes, once the noise level is known', async () => {
    const text = {
      space: 'space@1',
      dimension: 2,
      embed: async (texts: readonly string[]) =>
        texts.map((each) => (each === 'warm coat' ? vector : Float32Array.of(0, -1))),
    }
    const embedder: Embedder = { text, close: async () => {} }
    const searchOf = (outOfDomain: OutOfDomain) => {
      const vectors = new ShopVectors()
      const store = new VectorStore('space@1', 2)
      store.put(1, [vector])
      vectors.serveTexts(shop.id, [store])
      const queries = new QueryVectors({ embedders: [embedder] })
      const search = vectorSearch({ vectors, queries, outOfDomain, languages: new LanguageRouter([embedder]) })
      return { store, find: () => search.nearest(shop, { ...asked('warm coat'), productCount: 1 }) }
    }
    const { store, find } = searchOf(new OutOfDomain([embedder]))
    const first = await find()
    expect(first?.joining).toEqual([1])
    expect(await find()).toBe(first)
    store.put(2, [vector])
    expect((await find())?.joining).toEqual([1, 2])
    const unsure = searchOf(new OutOfDomain([]))
    expect(await unsure.find()).not.toBe(await unsure.find())
  })

  it('finds nothing for part numbers and unknown shops, or if the model is late', async () => {
    const search = shopWith(patientModel().embedder, 1)
    expect(await search.nearest(shop, asked('X124210'))).toBeUndefined()
    expect(await search.nearest({ ...shop, id: 'b.example' }, asked('warm coat'))).toBeUndefined()
    expect(await search.nearest(shop, asked('warm coat'))).toBeUndefined()
  })
})

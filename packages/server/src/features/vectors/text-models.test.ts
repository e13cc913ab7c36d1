import { completeConfig } from '@vitrine/contract'
import type { Embedder, TextEmbedder } from '@vitrine/embedder'
import { VectorStore } from '@vitrine/engine'
import { describe, expect, it } from 'vitest'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { OutOfDomain } from './out-of-domain.ts'
import { QueryVectors } from './query-vectors.ts'
import { ShopVectors } from './shop-vectors.ts'
import { LanguageRouter } from './text-models.ts'
import { vectorSearch } from './vector-search.ts'

const unit = async (texts: readonly string[]) => texts.map(() => Float32Array.of(1, 0))
const model = (space: string, languages: string[]): TextEmbedder => ({ space, dimension: 2, languages, embed: unit })
const local: Embedder = {
  text: model('english', ['en']),
  multilingual: model('many', ['en', 'de', 'es', 'ja']),
  close: async () => {},
}

function shopIn(primary: string, ...others: string[]): Shop {
  const market = { id: 1, handle: 'all', name: 'All', currency: 'EUR', locales: [primary, ...others] }
  const config = completeConfig({ shop: { primary_locale: primary }, markets: [market] })
  return { id: 'a.example', config } as Shop
}

const spacesOf = async (shop: Shop, embedders = [local]) =>
  (await new LanguageRouter(embedders).modelsOf(shop.config)).map(({ space }) => space)

describe('the models of a shop', () => {
  it('are those that understand its catalog: one for each language, and one for all others', async () => {
    expect(await spacesOf(shopIn('en'))).toEqual(['english', 'many'])
    expect(await spacesOf(shopIn('en'), [{ text: local.text!, close: local.close }])).toEqual(['english'])
    expect(await spacesOf(shopIn('de'))).toEqual(['many'])
    expect(await spacesOf(shopIn('en', 'de-AT'))).toEqual(['english', 'many'])
    // The English model cannot read a Japanese catalog, so it is not used for English queries, either.
    expect(await spacesOf(shopIn('ja', 'en'))).toEqual(['many'])
    expect(await spacesOf(shopIn('fi', 'en'))).toEqual([])
  })

  it('are measured if a model declares no languages', async () => {
    let asked = 0
    const { languages, ...undeclared } = model('own', [])
    const own: TextEmbedder = {
      ...undeclared,
      embed: (texts) => {
        asked++
        return unit(texts)
      },
    }
    const router = new LanguageRouter([{ text: own, close: async () => {} }])
    // The model gives all texts the same vector, so it guesses only one of ten right.
    expect(await router.modelsOf(shopIn('de').config)).toEqual([])
    expect((await router.modelsOf(shopIn('en').config)).length).toBe(1)
    await router.modelsOf(shopIn('de').config)
    expect(asked).toBe(2)
  })
})

describe('search by meaning', () => {
  const storeOf = (space: string, product: number) => {
    const store = new VectorStore(space, 2)
    store.put(product, [Float32Array.of(1, 0)])
    return store
  }
  const vectors = new ShopVectors()
  vectors.serveTexts('a.example', [storeOf('english', 1), storeOf('many', 2)])
  const search = vectorSearch({
    vectors,
    queries: new QueryVectors({ embedders: [local] }),
    outOfDomain: new OutOfDomain([]),
    languages: new LanguageRouter([local]),
  })
  const foundIn = async (shop: Shop, locale: string, isForeign = false) =>
    (await search.nearest(shop, { query: 'warm winter coat', locale, isForeign, mode: 'vector', productCount: 2 })) as
      | object
      | undefined

  it('uses the model that understands both catalog and query, if there is one', async () => {
    const products = async (shop: Shop, locale: string) => JSON.stringify(await foundIn(shop, locale), mapsToo)
    expect(await products(shopIn('en', 'de'), 'en-US')).toContain('[1')
    expect(await products(shopIn('en', 'de'), 'de')).toContain('[2')
    expect(await products(shopIn('ja'), 'en')).toContain('[2')
    expect(await foundIn(shopIn('en', 'de'), 'fi')).toBeUndefined()
    expect(await foundIn(shopIn('fi'), 'en')).toBeUndefined()
  })

  it('uses the model with most languages if the shop does not know the words', async () => {
    const reading = (space: string, languages: string[], word: string): TextEmbedder => ({
      ...model(space, languages),
      embed: async (texts) => texts.map((text) => (text === word ? Float32Array.of(1, 0) : Float32Array.of(0.1, 1))),
    })
    const both: Embedder = {
      text: reading('english', ['en'], 'coat'),
      multilingual: reading('many', ['en', 'de'], 'mantel'),
      close: async () => {},
    }
    const strange = vectorSearch({
      vectors,
      queries: new QueryVectors({ embedders: [both] }),
      outOfDomain: new OutOfDomain([both]),
      languages: new LanguageRouter([both]),
    })
    const first = async (query: string) =>
      (await strange.nearest(shopIn('en'), { query, locale: 'en', isForeign: true, mode: 'hybrid', productCount: 1 }))
        ?.nearest?.[0]
    expect([await first('coat'), await first('mantel')]).toEqual([1, 2])
  })
})

function mapsToo(_: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value
}

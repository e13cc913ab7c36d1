import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { commonSynonyms } from './common-synonyms.ts'
import { WORD_GROUPS } from './word-groups.ts'

const shopIn = (primary_locale: string) =>
  ({ id: 'a.example', config: completeConfig({ shop: { primary_locale } } as never) }) as unknown as Shop
/** A shop that finds so many products for each word, and nothing for any other; it sells each under that name. */
const proposed = async (
  found: Record<string, number>,
  { locale = 'en', asked = [] as string[], typeOf = (word: string) => `Big ${word}s` } = {},
) => {
  const find = async (_: Shop, word: string) => ({
    total: found[word] ?? 0,
    byWords: found[word] ?? 0,
    ids: [],
    corrected: null,
    types: found[word] ? ['Gifts', typeOf(word)] : [],
  })
  return commonSynonyms({ find }, shopIn(locale), new Set(asked))
}

describe('synonyms of the first day', () => {
  it('N1: a common word that finds nothing is proposed for the word that the shop uses, and not applied', async () => {
    expect(await proposed({ sofa: 3 })).toMatchObject([
      {
        kind: 'synonym',
        query: 'couch',
        patch: { search: { synonyms: [{ from: 'couch', to: 'sofa' }] } },
        evidence: [{ kind: 'common_word', text: 'another word for “sofa”', count: null }],
        lost_searches: 0,
        results_now: 0,
        results_expected: 3,
      },
      { query: 'settee', results_expected: 3 },
    ])
  })

  it('N2: towards the word that finds most', async () => {
    const found = await proposed({ sofa: 1, couch: 4 })
    expect(found.map(({ proposal }) => proposal)).toEqual(['“settee” also finds “couch”'])
  })

  it('N3: nothing for what the shop does not sell, or finds already', async () => {
    expect(await proposed({})).toEqual([])
    expect(await proposed({ sofa: 3, couch: 3, settee: 1 })).toEqual([])
  })

  it('N7: nothing where a word is only mentioned, and no type of products has its name', async () => {
    expect(await proposed({ laptop: 3 }, { typeOf: () => 'Laptop sleeves' })).toEqual([])
    expect(await proposed({ laptop: 3 }, { typeOf: () => 'Laptops' })).toHaveLength(1)
  })

  it('N4: in the language of the shop, and in none that has no words here', async () => {
    expect((await proposed({ sofa: 3 }, { locale: 'de-AT' })).map(({ query }) => query)).toEqual(['couch'])
    expect(await proposed({ sofa: 3 }, { locale: 'ja' })).toEqual([])
  })

  it('N5: what shoppers have searched for comes first', async () => {
    const all = Object.fromEntries(WORD_GROUPS.en!.map(([first]) => [first!, 1]))
    const asked = WORD_GROUPS.en!.at(-1)![1]!
    expect((await proposed(all, { asked: [asked] }))[0]!.query).toBe(asked)
  })

  it('N6: at most ten at once', async () => {
    const all = Object.fromEntries(WORD_GROUPS.en!.map(([first]) => [first!, 1]))
    expect(await proposed(all)).toHaveLength(10)
  })
})

describe('the groups of words', () => {
  it('have two words at least, each word in one group of its language', () => {
    for (const groups of Object.values(WORD_GROUPS)) {
      const words = groups.flat()
      expect(new Set(words).size).toBe(words.length)
      expect(groups.every((group) => group.length >= 2)).toBe(true)
    }
  })
})

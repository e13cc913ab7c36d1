import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_TEXT_SETTINGS } from '../text/text-settings.ts'
import type { EngineDoc } from '../columns/engine-doc.ts'
import { planMerge } from './merge-policy.ts'
import { type Random, randomDoc, randomFrom } from './testing/random-catalog.ts'
import { parsedQuery } from './testing/small-shop.ts'
import { COLUMN_SORTS } from './testing/random-searches.ts'
import { searchIndex } from './search-index.ts'
import type { SearchRequest, SortKey } from './search-request.ts'
import {
  buildIndex,
  emptyIndex,
  indexData,
  mergeSegments,
  openIndex,
  type ShopIndex,
  withChanges,
  withMerged,
  withPopularity,
} from './shop-index.ts'
import { decodeSnapshot, encodeSnapshot, SnapshotRefused } from './snapshot.ts'

const SORTS: SortKey[] = ['relevance', ...COLUMN_SORTS]

describe('a shop index', () => {
  it('answers after any writes and merges as if it were built at once', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { grown, rebuilt } = grow(seed)
        expect(grown.docCount).toBe(rebuilt.docCount)
        for (const sort of SORTS) {
          for (const text of [undefined, 'wool']) {
            const request = requestOf(grown, sort, text)
            expect(comparable(grown, request)).toEqual(comparable(rebuilt, request))
          }
        }
      }),
      { numRuns: 150 },
    )
  })

  it.each([
    ['de', 'Schuhe Lederschuhe Leder Damenlederschuhe Helme Fahrradhelm', ['schuh', 'helm', 'lederschuhe']],
    ['fr', "vélo vélos l'huile huile d'été bijoux", ["l'huile", 'velos', 'été', 'bijou']],
    ['ja', 'りんご リンゴ ショルダーバッグ バッグ サーバー 黒', ['リンゴ', 'バッグ', 'サーバ', '黒']],
    ['en', 'DK-310 53.228.08 wool-blend iphone14 e-cloth 7', ['dk310', '53 228 08', 'iphone 14', 'ecloth', 'wool']],
  ])('finds in %s what an index built at once finds', (locale, words, queries) => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { grown, rebuilt } = grow(seed, locale, words.split(' '))
        for (const text of queries) {
          const { settings, ...rest } = requestOf(grown, 'relevance', text).query!
          const request = {
            ...requestOf(grown, 'relevance', text),
            query: { ...rest, settings: { ...settings, typos: false } },
          }
          expect([text, comparable(grown, request)]).toEqual([text, comparable(rebuilt, request)])
        }
      }),
      { numRuns: 60 },
    )
  })

  it('pages without repeating or skipping a product', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { grown } = grow(seed)
        for (const sort of SORTS) {
          const whole = ids(grown, requestOf(grown, sort, undefined))
          const paged: number[] = []
          for (let offset = 0; offset < whole.length; offset += 3) {
            paged.push(...ids(grown, { ...requestOf(grown, sort, undefined), offset, limit: 3 }))
          }
          expect(paged).toEqual(whole)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('pages through many text hits without repeating or skipping one, filtered, boosted and sold out', () => {
    const random = randomFrom(11)
    const docs = Array.from({ length: 700 }, (_, i) => {
      const doc = randomDoc(random, i + 1)
      const title = `shirt ${doc.title} ${i % 5 === 0 ? 'wool' : ''}`
      return { ...doc, title, text: { ...doc.text, title } }
    })
    const index = withChanges(buildIndex(docs.slice(0, 500), 'en'), docs.slice(400), [3])
    const boosts = [{ target: { terms: [{ name: 'vendor', value: 'Öko' }] }, factor: 2, rule: 'b' }]
    const pins = [{ id: 690, position: 2, rule: 'p' }]
    const color = { key: 'color', field: { kind: 'option', name: 'color' }, operator: 'or', ranges: [] } as const
    for (const text of ['shirt', 'wool shirt']) {
      for (const selections of [[], [{ ...color, values: ['red', 'blue'] }]]) {
        for (const rules of [undefined, { pins, boosts: [] }, { pins: [], boosts }]) {
          const request = { ...requestOf(index, 'relevance', text), facets: [], selections, rules, limit: 37 }
          const { total } = searchIndex(index, request)
          const paged: number[] = []
          for (let offset = 0; offset < total; offset += 37) paged.push(...ids(index, { ...request, offset }))
          expect(paged).toHaveLength(total)
          expect(new Set(paged).size).toBe(total)
        }
      }
    }
  })

  it('does not change an older snapshot', () => {
    const random = randomFrom(5)
    const before = buildIndex([randomDoc(random, 1), randomDoc(random, 2)], 'en')
    const request = requestOf(before, 'newest', undefined)
    const seen = ids(before, request)
    withChanges(before, [randomDoc(random, 1)], [2])
    expect(ids(before, request)).toEqual(seen)
  })

  it('corrects words that only removed products have, and never corrects to such a word', () => {
    const titled = (id: number, title: string): EngineDoc => {
      const doc = randomDoc(randomFrom(id), id)
      return { ...doc, title, text: { ...doc.text, title } }
    }
    const index = buildIndex([titled(1, 'umbrela'), titled(2, 'umbrella'), titled(3, 'mug')], 'en')
    const request = { ...requestOf(index, 'relevance', 'umbrela'), explain: true }
    expect(ids(index, request)).toEqual([1])
    expect(ids(index, { ...request, visibility: { ...request.visibility, hidden: [1] } })).toEqual([])
    const { hits, text } = searchIndex(withChanges(index, [], [1]), request)
    expect(hits.map(({ id }) => id)).toEqual([2])
    expect(text?.corrected).toBe('umbrella')
    expect(hits[0].explanation.words).toMatchObject([{ word: 'umbrela', term: 'umbrella', kind: 'typo' }])
    const gone = withChanges(index, [], [2])
    expect(searchIndex(gone, requestOf(gone, 'relevance', 'umbrelle')).text?.corrected).toBe('umbrela')
  })

  it('applies removals to a merge that began before them', () => {
    const random = randomFrom(9)
    const index = withChanges(
      buildIndex([randomDoc(random, 1), randomDoc(random, 2)], 'en'),
      [randomDoc(random, 3)],
      [],
    )
    const sources = index.views.map(({ segment }) => segment)
    const liveDocs = index.views.map((view) => view.liveDocs)
    const merged = mergeSegments(index.views)
    const later = withChanges(index, [], [2])
    const swapped = withMerged(later, sources, liveDocs, merged)
    expect(swapped.views).toHaveLength(1)
    expect(ids(swapped, requestOf(swapped, 'newest', undefined)).sort()).toEqual([1, 3])
  })

  it('applies new sales figures', () => {
    const random = randomFrom(3)
    const docs = [1, 2, 3].map((id) => ({ ...randomDoc(random, id), popularity: 0 }))
    const index = withPopularity(
      buildIndex(docs, 'en'),
      new Map([
        [3, 50],
        [1, 7],
      ]),
    )
    expect(ids(index, { ...requestOf(index, 'best_selling', undefined), outOfStockLast: false })).toEqual([3, 1, 2])
  })
})

describe('a snapshot', () => {
  it('comes back as it was written', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { grown } = grow(seed)
        const read = decodeSnapshot(joined(encodeSnapshot(indexData(grown), { seq: 7 })))
        expect(read).toEqual({ data: indexData(grown), meta: { seq: 7 } })
        const request = requestOf(grown, 'title_asc', 'mug')
        expect(comparable(openIndex(read.data), request)).toEqual(comparable(grown, request))
      }),
      { numRuns: 50 },
    )
  })

  it('is refused if a byte changed, if it is truncated, and if it is something else', () => {
    const bytes = joined(encodeSnapshot(indexData(grow(1).grown), {}))
    for (const at of [0, 9, 40, bytes.length >> 1, bytes.length - 9]) {
      const broken = bytes.slice()
      broken[at] ^= 0x40
      expect(() => decodeSnapshot(broken)).toThrow(SnapshotRefused)
    }
    expect(() => decodeSnapshot(bytes.slice(0, bytes.length - 8))).toThrow(SnapshotRefused)
    expect(() => decodeSnapshot(new Uint8Array(0))).toThrow(SnapshotRefused)
  })
})

function grow(seed: number, locale = 'en', words?: readonly string[]): { grown: ShopIndex; rebuilt: ShopIndex } {
  const random = randomFrom(seed)
  let grown = emptyIndex(locale)
  const liveDocs = new Map<number, EngineDoc>()
  for (let step = 0; step < 2 + random(8); step++) {
    const upserts = Array.from({ length: random(4) }, () => retitled(randomDoc(random, 1 + random(15)), random, words))
    const deletes = random(2) ? [1 + random(15)] : []
    grown = withChanges(grown, upserts, deletes)
    for (const doc of upserts) liveDocs.set(doc.id, doc)
    for (const id of deletes) liveDocs.delete(id)
    grown = mergeDue(grown, random(3) === 0 ? grown.views : planMerge(grown.views))
  }
  return { grown, rebuilt: buildIndex([...liveDocs.values()], locale) }
}

function retitled(doc: EngineDoc, random: Random, words: readonly string[] | undefined): EngineDoc {
  if (words === undefined) return doc
  const title = Array.from({ length: random(4) }, () => words[random(words.length)]).join(' ')
  return { ...doc, title, text: { ...doc.text, title, skus: [words[random(words.length)]] } }
}

function mergeDue(index: ShopIndex, due: ShopIndex['views'] | undefined): ShopIndex {
  if (!due || due.length === 0) return index
  const sources = due.map(({ segment }) => segment)
  const liveDocs = due.map((view) => view.liveDocs)
  return withMerged(index, sources, liveDocs, mergeSegments(due))
}

function requestOf(index: ShopIndex, sort: SortKey, text: string | undefined): SearchRequest {
  const facet = { operator: 'or', sortBy: 'value', limit: 50, includeZeroCounts: true } as const
  const rest = { includeDisabled: false, groupOthers: false, authored: [] }
  return {
    query:
      text === undefined
        ? undefined
        : { parsed: parsedQuery(index, text), prefixLast: false, settings: DEFAULT_TEXT_SETTINGS },
    visibility: { terms: [], inStockOnly: false, hidden: [] },
    collection: 'c1',
    selections: [],
    facets: [
      { key: 'tag', field: { kind: 'terms', name: 'tag' }, ...facet, ...rest },
      { key: 'color', field: { kind: 'option', name: 'color' }, ...facet, ...rest },
    ],
    prices: { discountPercent: 0, rate: 1, shopDecimals: 2, decimals: 2 },
    sort,
    offset: 0,
    limit: 100,
    outOfStockLast: sort !== 'newest',
  }
}

function ids(index: ShopIndex, request: SearchRequest): number[] {
  return searchIndex(index, request).hits.map(({ id }) => id)
}

function comparable(index: ShopIndex, request: SearchRequest) {
  const { total, hits, facets } = searchIndex(index, request)
  return { total, ids: hits.map(({ id }) => id), facets }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

import type { FacetResult } from '@vitrine/engine'
import { describe, expect, it } from 'vitest'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { QueryStatistics } from '../query/query-statistics.ts'
import { suggestQueries, trendingQueries } from './suggest-queries.ts'

const DAY_MS = 86_400_000
const NOW = 20_000 * DAY_MS
const shop = { id: 'a.example' } as Shop

interface Asked {
  query: string
  searches?: number
  clicks?: number
  zeroResults?: number
}
function statistics(rows: Asked[]) {
  const asks: { prefix?: string; fromMs: number; limit: number }[] = []
  const queries = {
    topQueries: async (_: string, ask: { prefix?: string; fromMs: number; limit: number }) => {
      asks.push(ask)
      return rows.map((row) => ({ searches: 10, clicks: 1, zeroResults: 0, ...row }))
    },
  } as unknown as QueryStatistics
  return { queries, asks }
}
const facet = (...buckets: [value: string, count: number, isOthers?: boolean][]) =>
  ({
    buckets: buckets.map(([value, count, isOthers = false]) => ({ value, count, isOthers })),
  }) as unknown as FacetResult

interface Typed {
  typed?: string
  limit?: number
  titles?: string[]
  /** Queries that find nothing; any other finds 7 products. */
  empty?: string[]
}

async function suggest(rows: Asked[], { typed = 'sh', limit = 10, titles = [], empty = [] }: Typed) {
  const counted: string[] = []
  const countProducts = async (text: string) => {
    counted.push(text)
    return empty.includes(text) ? 0 : 7
  }
  const sources = titles.map((title) => ({ title, names: [] }))
  const given = { typed, limit, nowMs: NOW, sources, locale: 'en', countProducts }
  return { found: await suggestQueries(statistics(rows), shop, given), counted }
}
const texts = (found: { text: string }[]) => found.map(({ text }) => text)

describe('suggested queries', () => {
  it('Q1: led to a click, the most clicked first, and have their number of products', async () => {
    const rows = [
      { query: 'shirt', clicks: 2, searches: 9 },
      { query: 'shoes', clicks: 5, searches: 6 },
      { query: 'shawl', clicks: 0 },
    ]
    const { found } = await suggest(rows, {})
    expect(found.map(({ text, count }) => [text, count])).toEqual([
      ['shoes', 7],
      ['shirt', 7],
    ])
    expect(found[0]?.highlighted).toContain('sh')
  })

  it('Q2: are never the typed query itself, or one that finds nothing', async () => {
    const rows = [
      { query: 'sh' },
      { query: 'shx', searches: 4, zeroResults: 4 },
      { query: 'shy', searches: 4, zeroResults: 3 },
      { query: 'shz' },
    ]
    expect(texts((await suggest(rows, { typed: ' SH ', empty: ['shz'] })).found)).toEqual(['shy'])
  })

  it('Q3: are followed by completions from found products, without duplicates', async () => {
    const titles = ['Wool shawl', 'Silk shawl', 'Linen shirt']
    expect(texts((await suggest([{ query: 'shorts' }], { titles })).found)).toEqual(['shorts', 'shawl', 'shirt'])
    expect(texts((await suggest([{ query: 'shawl' }], { titles })).found)).toEqual(['shawl', 'shirt'])
  })

  it('Q4: are as many as requested, with at most four searches', async () => {
    const rows = Array.from({ length: 9 }, (_, i) => ({ query: `sh${i}` }))
    expect((await suggest(rows, { limit: 2 })).counted).toHaveLength(2)
    expect((await suggest(rows, { limit: 20 })).counted).toHaveLength(4)
  })
})

describe('trending queries', () => {
  const trend = (rows: Asked[], facets: FacetResult[] = [], limit = 10) =>
    trendingQueries(statistics(rows), shop, { limit, nowMs: NOW, facets })

  it('Q5: are of the last seven days, searched at least twice, with results more often than without', async () => {
    const { queries, asks } = statistics([])
    await trendingQueries({ queries }, shop, { limit: 5, nowMs: NOW, facets: [] })
    expect(asks).toEqual([{ limit: 20, fromMs: NOW - 7 * DAY_MS }])
    const rows = [
      { query: 'once', searches: 1 },
      { query: 'twice', searches: 2 },
      { query: 'half empty', searches: 4, zeroResults: 2 },
      { query: 'mostly full', searches: 4, zeroResults: 1 },
    ]
    expect(await trend(rows)).toEqual([
      { text: 'twice', count: 2 },
      { text: 'mostly full', count: 4 },
    ])
  })

  it('Q6: are followed by the most common types and vendors, without duplicates and values of all products', async () => {
    const facets = [facet(['Acme', 500]), facet(['Belts', 2], ['Shirts', 9], ['twice', 4])]
    expect(texts(await trend([{ query: 'twice', searches: 2 }], facets))).toEqual(['twice', 'shirts', 'belts'])
    expect(texts(await trend([{ query: 'twice', searches: 2 }], facets, 2))).toEqual(['twice', 'shirts'])
  })
})

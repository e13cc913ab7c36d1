import { describe, expect, it } from 'vitest'
import { searchesInSegment, SEGMENTS } from '../../ports/derived-store/segments.ts'
import { DAY_MS, nowMs, searches as searched, today } from '../../ports/derived-store/testing/derived-facts.ts'
import { type QueriesAsked, readQueries, readSearchesByDay } from './read-figures.ts'
import type { ReportCall } from './report-call.ts'
import { call, using } from './testing/report-store.ts'

const searches = (segment: string, ...did: Parameters<typeof searched>) => searchesInSegment(searched(...did), segment)
const segment = (key: string) => ({ day: today, dimension: SEGMENTS, key, metric: 'events', value: 1 })
const MOBILE = { device: 'mobile' }
const FACTS = {
  rollups: ['mobile||', 'mobile|eu|', 'desktop||'].map(segment),
  searches: [
    ...searches('mobile||', 'mug', 2),
    ...searches('mobile|eu|', 'mug', 3),
    ...searches('mobile||', 'lamp', 3, { answer: 'empty' }),
    ...searches('mobile|eu|', 'cup', 2, { answer: 'empty' }),
    ...searches('mobile|eu|', 'cup', 1),
    ...searches('mobile||', 'bowl', 1, { clicks: 2 }),
    ...searches('mobile|eu|', 'bowl', 3, { clicks: 1 }),
    ...searches('desktop||', 'mug', 9),
    ...searches('desktop||', 'old', 9, { atMs: nowMs - DAY_MS }),
  ],
}

describe('counted queries', () => {
  const read = async (asked: Partial<QueriesAsked> = {}, changes: Partial<ReportCall> = {}) => {
    let rows: unknown[] = []
    await using(FACTS, async (store) => {
      const found = await readQueries(call(store, changes), { orderBy: 'searches', limit: 9, ...asked })
      rows = found.map(({ query, searches: count }) => [query, count])
    })
    return rows
  }

  it('Q1: of all shoppers are complete, and as many as requested', async () => {
    expect(await read({ limit: 2 })).toEqual([['mug', 14], ['bowl', 4]]) // biome-ignore format: one line reads better
    expect(await read({}, { key: 'mu' })).toEqual([['mug', 14]])
    expect(await read({ fromDay: today - 1, toDay: today - 1 })).toEqual([['old', 9]])
  })

  it('Q2: of a filter are the sums of its segments, most frequent first, then by name', async () => {
    expect(await read({}, { segmentFilter: MOBILE })).toEqual([['mug', 5], ['bowl', 4], ['cup', 3], ['lamp', 3]]) // biome-ignore format: one line reads better
    expect(await read({ limit: 1 }, { segmentFilter: MOBILE })).toEqual([['mug', 5]])
    expect(await read({ only: ['cup', 'bowl'] }, { segmentFilter: MOBILE })).toEqual([['bowl', 4], ['cup', 3]]) // biome-ignore format: one line reads better
    expect(await read({}, { segmentFilter: { device: 'mobile', market: 'eu' }, key: 'm' })).toEqual([['mug', 3]])
    expect(await read({}, { segmentFilter: { device: 'tablet' } })).toEqual([])
  })

  it('Q3: without clicks are those that nobody clicked and that found something at least once', async () => {
    expect(await read({ isUnclicked: true }, { segmentFilter: MOBILE })).toEqual([['mug', 5], ['cup', 3]]) // biome-ignore format: one line reads better
  })

  it('Q4: clicks and empty answers add up over segments as searches do', async () => {
    await using(FACTS, async (store) => {
      const rows = await readQueries(call(store, { segmentFilter: MOBILE }), { orderBy: 'zeroResults', limit: 2 })
      expect(rows.map(({ query, zeroResults }) => [query, zeroResults])).toEqual([['lamp', 3], ['cup', 2]]) // biome-ignore format: one line reads better
      const [mug] = await readQueries(call(store, { segmentFilter: MOBILE }), {
        orderBy: 'searches',
        only: ['mug'],
        limit: 1,
      })
      expect(mug).toEqual({ query: 'mug', searches: 5, clicked: 0, clicks: 0, zeroResults: 0, approximate: 0 })
      const [bowl] = await readQueries(call(store, { segmentFilter: MOBILE }), {
        orderBy: 'searches',
        only: ['bowl'],
        limit: 1,
      })
      expect(bowl).toMatchObject({ query: 'bowl', clicked: 4, clicks: 5 })
    })
  })

  it('Q5: searches by day are those of all, or those of the segments together', async () => {
    await using(FACTS, async (store) => {
      const days = async (changes: Partial<ReportCall>) =>
        [...(await readSearchesByDay(call(store, changes)))].map(([day, sums]) => [day, sums.searches])
      expect(await days({ fromDay: today - 1 })).toEqual([[today - 1, 9], [today, 24]]) // biome-ignore format: one line reads better
      expect(await days({ segmentFilter: MOBILE })).toEqual([[today, 15]])
      expect(await days({ segmentFilter: { device: 'tablet' } })).toEqual([])
    })
  })
})

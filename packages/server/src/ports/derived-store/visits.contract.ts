import { describe, expect, it } from 'vitest'
import type { DerivedStore } from './derived-store.ts'
import { batch, DAY_MS, nowMs, search, shop, today, visit, windows } from './testing/derived-facts.ts'

export function visitContract(name: string, open: () => Promise<DerivedStore>): void {
  describe(`visits in ${name}`, () => {
    it('counts a visit once with all its steps, and a query once per visit', async () => {
      const store = await open()
      const came = visit('v', { path: '/b', steps: 3 })
      const earlier = visit('v', { firstAtMs: nowMs - 1, path: '/a', steps: 17 })
      await store.apply(shop, batch({ visits: [came], searches: [search('v', 'shirt')] }), windows)
      const again = [search('v', 'shirt', { atMs: nowMs + 60_000 }), search('v', 'shirt', { clicks: 2 })]
      await store.apply(shop, batch({ fromOffset: 1, toOffset: 2, visits: [earlier], searches: again }), windows)
      const days = { fromDay: today, toDay: today, limit: 10 }
      expect(await store.funnel(shop, { scope: 'landing', ...days })).toEqual([
        { path: '/a', segment: 'mobile', steps: 19, sessions: 1 },
      ])
      expect(
        (await store.funnel(shop, { scope: 'page', ...days })).map(({ path, sessions }) => [path, sessions]),
      ).toEqual([
        ['/a', 1],
        ['/b', 1],
      ])
      const ask = { fromDay: today, toDay: today, prefix: 'sh', limit: 5, orderBy: 'searches' as const }
      const row = { query: 'shirt', searches: 1, clicked: 1, clicks: 2, zeroResults: 0, approximate: 0 }
      expect(await store.queries(shop, ask)).toEqual([row])
      expect(await store.queries(shop, { ...ask, prefix: 'x' })).toEqual([])
      await store.close()
    })

    it('returns the place of the shopper’s latest serve, over several ids', async () => {
      const store = await open()
      const served = (subject: string, atMs: number, market?: string) => ({
        shop,
        serve: { surface: 'search' as const, atMs, subjects: [subject], market, locale: 'en', products: [] },
      })
      await store.putServes([
        served('visitor:v', nowMs - 100, 'us'),
        served('visitor:v', nowMs - 50, 'eu'),
        served('customer:k', nowMs - 20, 'ca'),
        served('visitor:w', nowMs - 20),
      ])
      const ask = (toMs: number, ...subjects: string[]) => ({ subjects, fromMs: nowMs - 1000, toMs })
      const asks = [ask(nowMs, 'visitor:v'), ask(nowMs - 60, 'visitor:v'), ask(nowMs, 'visitor:v', 'customer:k')]
      const found = await store.placesServed(shop, [...asks, ask(nowMs, 'visitor:w'), ask(nowMs, 'visitor:x')])
      expect(found.map((place) => place && [place.market, place.locale])).toEqual([
        ['eu', 'en'],
        ['us', 'en'],
        ['ca', 'en'],
        [undefined, 'en'],
        undefined,
      ])
      await store.close()
    })

    it('counts a visit at the place of its first serve, in any order of events', async () => {
      const store = await open()
      const placed = (atMs: number, place: string) => visit('v', { path: '/', placedAtMs: atMs, place })
      const visits = [
        placed(nowMs + 20, 'us|en'),
        visit('v', { path: '/' }),
        placed(nowMs + 10, 'eu|de'),
        placed(nowMs + 10, 'eu|en'),
      ]
      for (const [i, one] of visits.entries())
        await store.apply(shop, batch({ fromOffset: i, toOffset: i + 1, visits: [one] }), windows)
      expect(await store.visits(shop, { fromDay: today, toDay: today })).toEqual([
        { segment: 'mobile|eu|de', steps: 1, sessions: 1 },
      ])
      const asked = { scope: 'page' as const, fromDay: today, toDay: today, limit: 10 }
      const rows = [{ path: '/', segment: 'mobile|eu|de', steps: 1, sessions: 1 }]
      expect(await store.funnel(shop, { ...asked, segments: ['mobile|eu|de'] })).toEqual(rows)
      expect(await store.funnel(shop, { ...asked, segments: ['mobile'] })).toEqual([])
      await store.close()
    })

    it('filters paths by visits and name, and queries by text and missing clicks', async () => {
      const store = await open()
      const came = (visitor: string, path: string) => visit(visitor, { path })
      const visits = [came('1', '/a'), came('2', '/b'), came('3', '/b'), came('4', '/c')]
      const searches = [
        search('a', 'clicked', { clicks: 1 }),
        search('b', 'empty', { answer: 'empty' }),
        search('c', 'left'),
        search('d', 'lefty'),
        search('e', 'lefty'),
      ]
      await store.apply(shop, batch({ visits, searches }), windows)
      const paths = async (changes: { path?: string; limit: number }) => {
        const rows = await store.funnel(shop, { scope: 'landing', fromDay: today, toDay: today, ...changes })
        return rows.map(({ path, sessions: count }) => [path, count])
      }
      expect(await paths({ limit: 2 })).toEqual([
        ['/a', 1],
        ['/b', 2],
      ])
      expect(await paths({ limit: 2, path: '/c' })).toEqual([['/c', 1]])
      const asked = { fromDay: today, toDay: today, prefix: '', limit: 10, orderBy: 'searches' as const }
      const names = async (changes: object) =>
        (await store.queries(shop, { ...asked, ...changes })).map(({ query }) => query)
      expect(await names({ only: ['left', 'unknown'] })).toEqual(['left'])
      expect(await names({ only: [] })).toEqual([])
      expect(await names({ isUnclicked: true })).toEqual(['lefty', 'left'])
      expect(await names({ limit: 1 })).toEqual(['lefty'])
      await store.close()
    })

    it('ends visits and searches after half an hour without an event', async () => {
      const store = await open()
      const minutes = (n: number) => nowMs + n * 60_000
      const visits = [0, 70, 31, 35, 100].map((n) => visit('v', { firstAtMs: minutes(n) }))
      const asked = [0, 70, 31, 35, 100].map((n) =>
        search('v', 'shirt', { atMs: minutes(n), clicks: n === 35 ? 1 : 0 }),
      )
      for (const [i, one] of visits.entries())
        await store.apply(
          shop,
          batch({ fromOffset: i, toOffset: i + 1, visits: [one], searches: [asked[i]!] }),
          windows,
        )
      const count = async () => (await store.visits(shop, { fromDay: today, toDay: today }))[0]?.sessions
      expect(await count()).toBe(3)
      const bridge = {
        visits: [visit('v', { firstAtMs: minutes(50) })],
        searches: [search('v', 'shirt', { atMs: minutes(50) })],
      }
      await store.apply(shop, batch({ fromOffset: 5, toOffset: 6, ...bridge }), windows)
      expect(await count()).toBe(2)
      const range = { fromMs: nowMs - DAY_MS, toMs: nowMs + DAY_MS, limit: 10 }
      const found = await store.searches(shop, range)
      expect(found.map(({ firstAtMs, lastAtMs, clicks }) => [firstAtMs, lastAtMs, clicks.length])).toEqual([
        [minutes(0), minutes(0), 0],
        [minutes(31), minutes(100), 1],
      ])
      expect(await store.searches(shop, { ...range, after: found[0], limit: 1 })).toEqual([found[1]])
      await store.close()
    })

    it('counts the products that recommendation lists showed, up to a limit of lists', async () => {
      const store = await open()
      const list = (type: string | undefined, products: number[], atMs: number) => ({
        shop,
        serve: {
          surface: type === undefined ? ('search' as const) : ('section' as const),
          sectionServeId: `${type}-${atMs}`,
          atMs,
          subjects: [],
          ...(type && { recommendationType: type }),
          products: products.map((productId, i) => ({
            productId,
            position: i + 1,
            step: i === 1 ? 'explore' : 'other',
          })),
        },
      })
      await store.putServes([
        list('bestsellers', [1, 2], nowMs),
        list('bestsellers', [1, 3], nowMs + 1),
        list('personalized', [1], nowMs + 2),
        list('personalized', [], nowMs + 3),
        list(undefined, [9], nowMs + 4),
        list('bestsellers', [7], nowMs + 100),
      ])
      const range = { fromMs: nowMs, toMs: nowMs + 10 }
      expect(await store.productsShown(shop, range, 100)).toEqual({
        answers: [
          { type: 'bestsellers', lists: 2 },
          { type: 'personalized', lists: 1 },
        ],
        shown: [
          { type: 'bestsellers', productId: 1, places: 2, explored: 0 },
          { type: 'bestsellers', productId: 2, places: 1, explored: 1 },
          { type: 'bestsellers', productId: 3, places: 1, explored: 1 },
          { type: 'personalized', productId: 1, places: 1, explored: 0 },
        ],
      })
      const latest = await store.productsShown(shop, range, 3)
      expect(latest.answers).toEqual([{ type: 'personalized', lists: 1 }])
      await store.close()
    })
  })
}

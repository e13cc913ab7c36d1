/** Visits: counted once by all they did, where they were answered, and by what they searched for. */
import { describe, expect, it } from 'vitest'
import type { DerivedStore } from './derived-store.ts'
import { batch, nowMs, shop, today, windows } from './testing/derived-facts.ts'

export function visitContract(name: string, open: () => Promise<DerivedStore>): void {
  describe(`visits in ${name}`, () => {
    it('counts a visit once by all it did, and a query once a visit', async () => {
      const store = await open()
      const visit = { session: 's', firstAtMs: nowMs, path: '/b', device: 'mobile' as const, steps: 3, pages: ['/b'] }
      const earlier = { ...visit, firstAtMs: nowMs - 1, path: '/a', steps: 17, pages: ['/a'] }
      const search = { day: today, session: 's', query: 'shirt', flags: 1 }
      await store.apply(shop, batch({ sessions: [visit], searches: [search] }), windows)
      await store.apply(
        shop,
        batch({ fromOffset: 1, toOffset: 2, sessions: [earlier], searches: [search, { ...search, flags: 3 }] }),
        windows,
      )
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
      const row = { query: 'shirt', searches: 1, clicks: 1, cartAdds: 0, zeroResults: 0 }
      expect(await store.queries(shop, ask)).toEqual([row])
      expect(await store.queries(shop, { ...ask, prefix: 'x' })).toEqual([])
      await store.close()
    })

    it('says where a shopper was last answered, of several ids by the latest', async () => {
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

    it('counts a visit where it was first answered, whichever event comes first', async () => {
      const store = await open()
      const visit = { session: 's', firstAtMs: nowMs, path: '/', device: 'mobile' as const, steps: 1, pages: ['/'] }
      const placed = (atMs: number, place: string) => ({ ...visit, placedAtMs: atMs, place })
      const sessions = [placed(nowMs + 20, 'us|en'), visit, placed(nowMs + 10, 'eu|de'), placed(nowMs + 10, 'eu|en')]
      for (const [i, session] of sessions.entries())
        await store.apply(shop, batch({ fromOffset: i, toOffset: i + 1, sessions: [session] }), windows)
      expect(await store.visits(shop, today, today)).toEqual([{ segment: 'mobile|eu|de', steps: 1, sessions: 1 }])
      const asked = { scope: 'page' as const, fromDay: today, toDay: today, limit: 10 }
      const rows = [{ path: '/', segment: 'mobile|eu|de', steps: 1, sessions: 1 }]
      expect(await store.funnel(shop, { ...asked, segments: ['mobile|eu|de'] })).toEqual(rows)
      expect(await store.funnel(shop, { ...asked, segments: ['mobile'] })).toEqual([])
      await store.close()
    })

    it('has the paths with most visits, one path, the queries that are asked for, and those without a click', async () => {
      const store = await open()
      const visit = (session: string, path: string) => ({
        ...{ session, firstAtMs: nowMs, path, device: 'mobile' as const, steps: 1 },
        pages: [path],
      })
      const sessions = [visit('1', '/a'), visit('2', '/b'), visit('3', '/b'), visit('4', '/c')]
      const search = (query: string, flags: number) => ({ day: today, session: query, query, flags })
      const searches = [search('clicked', 3), search('empty', 9), search('left', 1), search('lefty', 1)]
      await store.apply(shop, batch({ sessions, searches }), windows)
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
      expect(await names({ isUnclicked: true })).toEqual(['left', 'lefty'])
      await store.close()
    })

    it('counts searches that were answered with nothing, a shopper once a query', async () => {
      const store = await open()
      const served = (query: string, total: number, subject: string | undefined, atMs = nowMs) => ({
        shop,
        serve: {
          surface: 'search' as const,
          requestId: `${query}-${total}-${subject}-${atMs}`,
          atMs,
          subjects: subject === undefined ? [] : [subject],
          query,
          total,
          products: [],
        },
      })
      await store.putServes([
        served('Sofaa', 0, 'visitor:a'),
        served('sofaa', 0, 'visitor:a', nowMs + 1),
        served('sofaa', 0, 'visitor:b'),
        served('lamp', 0, undefined),
        served('chair', 4, 'visitor:a'),
        served('late', 0, 'visitor:a', nowMs + 1000),
        { ...served('other', 0, 'visitor:a'), shop: 'other.myshopify.com' },
      ])
      expect(await store.servedWithoutResult(shop, { fromMs: 0, toMs: nowMs + 10 }, 10)).toEqual([
        { query: 'sofaa', searches: 2 },
        { query: 'lamp', searches: 1 },
      ])
      await store.close()
    })

    it('counts what lists of recommendations showed, the latest ones of too many', async () => {
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

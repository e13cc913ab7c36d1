import { describe, expect, it } from 'vitest'
import type { ErasedPerson } from './derived-records.ts'
import type { DerivedStore } from './derived-store.ts'
import {
  batch,
  click,
  DAY_MS,
  fact,
  login,
  nowMs,
  order,
  search,
  shop,
  today,
  visit,
  windows,
} from './testing/derived-facts.ts'

const secret = 'gift for anna'

const person = (changes: Partial<ErasedPerson>): ErasedPerson => ({
  subjects: ['visitor:v'],
  visits: [],
  searches: [],
  ...changes,
})

export function erasureContract(name: string, open: () => Promise<DerivedStore>): void {
  const using = (work: (store: DerivedStore) => Promise<void>) => async () => {
    const store = await open()
    await work(store)
    await store.close()
  }
  const queries = { fromDay: today, toDay: today, prefix: '', limit: 10, orderBy: 'searches' as const }
  const ofQueries = { dimension: 'query', fromDay: today, toDay: today }

  describe(`erasure from ${name}`, () => {
    it(
      'E1: removes histories, links and orders of the subjects, and keeps the sums of the orders',
      using(async (store) => {
        const histories = [fact('login:k@visitor:v', 1, { browsedAtMs: 10 }), fact('visitor:w', 2, { browsedAtMs: 10 })]
        const conversions = [order('o1'), order('o2', { subjects: ['visitor:w'] })]
        const visitDays = [{ subject: 'visitor:v', day: today }]
        await store.apply(shop, batch({ histories, visitDays, links: login('k', 'visitor:v'), conversions }), windows)
        await store.erasePerson(shop, person({ subjects: ['visitor:v', 'login:k@visitor:v'] }))
        expect(await store.history(shop, ['visitor:v', 'customer:k'], 10)).toEqual({
          browsed: [],
          cart: [],
          purchased: [],
        })
        expect(await store.shopperTotals(shop, ['visitor:v'])).toEqual({ visits: 0, orders: 0, spent: {} })
        expect(await store.ownSubjects(shop, ['customer:k'])).toEqual(['customer:k'])
        expect(await store.conversion(shop, 'order', 'o1')).toBeUndefined()
        expect(await store.conversion(shop, 'order', 'o2')).toBeDefined()
        expect((await store.history(shop, ['visitor:w'], 10)).browsed).toEqual([2])
        const orders = await store.rollups(shop, { dimension: 'shop', fromDay: 0, toDay: today })
        expect(orders).toContainEqual({ key: '', metric: 'orders', value: 2 })
      }),
    )

    it(
      'E2: removes the person’s clicks from the attribution of other orders',
      using(async (store) => {
        const links = [...login('k', 'visitor:v'), ...login('k', 'visitor:w')]
        const conversions = [order('o', { subjects: ['customer:k', 'visitor:w'] })]
        await store.apply(shop, batch({ links, touches: [click()], conversions }), windows)
        const [before] = await store.attributionTasks(shop, windows, 10)
        expect(before?.touches).toHaveLength(1)
        await store.putAttributions(shop, [{ kind: 'order', key: 'o', attributions: [] }])
        await store.erasePerson(shop, person({ subjects: ['visitor:v', 'login:k@visitor:v'] }))
        const [after] = await store.attributionTasks(shop, windows, 10)
        expect(after).toMatchObject({ conversion: { key: 'o' }, touches: [] })
      }),
    )

    it(
      'E3: subtracts visits from the funnel, and removes pages that nobody else visited',
      using(async (store) => {
        const mine = visit('mine', { path: '/account/anna', pages: ['/account/anna', '/a'], steps: 3 })
        await store.apply(shop, batch({ visits: [mine, visit('other')] }), windows)
        await store.erasePerson(shop, person({ visits: [mine] }))
        const other = { path: '/a', segment: 'mobile', steps: 1, sessions: 1 }
        const days = { fromDay: today, toDay: today, limit: 10 }
        expect(await store.funnel(shop, { scope: 'landing', ...days })).toEqual([other])
        expect(await store.funnel(shop, { scope: 'page', ...days })).toEqual([other])
        // The erased visit is unknown, so it counts as new.
        await store.apply(shop, batch({ fromOffset: 1, toOffset: 2, visits: [visit('mine')] }), windows)
        expect(await store.funnel(shop, { scope: 'landing', fromDay: today, toDay: today, limit: 10 })).toEqual([
          { ...other, sessions: 2 },
        ])
      }),
    )

    it(
      'E4: subtracts a visit even if its rows were removed as too old',
      using(async (store) => {
        const old = visit('old', { firstAtMs: nowMs - 20 * DAY_MS, path: '/account/anna', pages: ['/account/anna'] })
        await store.apply(shop, batch({ visits: [old] }), windows)
        await store.apply(shop, batch({ fromOffset: 1, toOffset: 2, visits: [visit('new')] }), windows)
        await store.erasePerson(shop, person({ visits: [old] }))
        for (const scope of ['landing', 'page'] as const)
          expect(
            (await store.funnel(shop, { scope, fromDay: 0, toDay: today, limit: 10 })).map(({ path }) => path),
          ).toEqual(['/a'])
      }),
    )

    it(
      'E5: removes queries that nobody else typed, and subtracts one from the others',
      using(async (store) => {
        const searches = [
          search('mine', secret, { clicks: 1 }),
          search('mine', 'shirt', { answer: 'empty', clicks: 2 }),
          search('other', 'shirt'),
        ]
        const counted = [secret, 'shirt'].map((key) => ({
          day: today,
          dimension: 'query',
          key,
          metric: 'renders',
          value: 1,
        }))
        await store.apply(shop, batch({ searches, rollups: counted }), windows)
        await store.erasePerson(shop, person({ searches: searches.slice(0, 2) }))
        expect(await store.queries(shop, queries)).toEqual([
          { query: 'shirt', searches: 1, clicked: 0, clicks: 0, zeroResults: 0, approximate: 0 },
        ])
        expect((await store.rollups(shop, ofQueries)).map(({ key }) => key)).toEqual(['shirt'])
      }),
    )

    it(
      'E6: keeps answers to the person without the shopper and the query',
      using(async (store) => {
        const serve = { surface: 'search' as const, requestId: 'r', atMs: nowMs, query: secret, products: [] }
        await store.putServes([{ shop, serve: { ...serve, subjects: ['visitor:v', 'client:c'] } }])
        await store.erasePerson(shop, person({}))
        const [left] = (await store.findServes(shop, ['r'])).get('r') ?? []
        expect(left).toEqual({ surface: 'search', requestId: 'r', atMs: nowMs, subjects: [], products: [] })
      }),
    )

    it(
      'E7: removes the person from experiments',
      using(async (store) => {
        const exposures = ['visitor:v', 'visitor:w'].map((visitor) => ({
          experience: 'e',
          variant: 'a',
          visitor,
          atMs: nowMs,
        }))
        await store.apply(shop, batch({ exposures }), windows)
        await store.erasePerson(shop, person({}))
        expect((await store.experiment(shop, 'e')).groups).toHaveLength(1)
      }),
    )

    it(
      'E8: restarts a recount of days without the person',
      using(async (store) => {
        const mine = visit('mine')
        await store.apply(shop, batch({ toOffset: 5, visits: [mine] }), windows)
        await store.setZone(shop, 'Europe/Berlin')
        const recount = batch({ toOffset: 3, visits: [mine], recount: true })
        await store.apply(shop, recount, windows)
        expect(await store.pendingRecount(shop)).toEqual({ after: 3, until: 5 })
        await store.erasePerson(shop, person({ visits: [mine] }))
        expect(await store.pendingRecount(shop)).toEqual({ after: 0, until: 5 })
        expect(await store.visits(shop, { fromDay: today - 1, toDay: today + 1 })).toEqual([])
      }),
    )
  })
}

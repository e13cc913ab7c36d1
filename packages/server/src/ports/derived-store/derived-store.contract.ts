import { describe, expect, it } from 'vitest'
import { erasureContract } from './erasure.contract.ts'
import { linkedIdsContract } from './linked-ids.contract.ts'
import type { DerivedStore } from './derived-store.ts'
import { batch, click, DAY_MS, fact, login, nowMs, order, shop, today, windows } from './testing/derived-facts.ts'

/** What every derived store promises. `open` with a key given twice opens the same store again. */
export function derivedStoreContract(name: string, open: (key?: string) => Promise<DerivedStore>): void {
  linkedIdsContract(name, open)
  erasureContract(name, open)
  describe(`${name} as a DerivedStore`, () => {
    it('applies a batch once: one that does not begin where it stands is left out', async () => {
      const store = await open('twice')
      const counted = batch({ rollups: [{ day: today, dimension: 'shop', key: '', metric: 'events', value: 3 }] })
      expect(await store.apply(shop, counted, windows)).toBe(true)
      expect(await store.apply(shop, counted, windows)).toBe(false)
      await store.close()
      const again = await open('twice')
      expect(await again.offset(shop)).toBe(1)
      expect(await again.apply(shop, counted, windows)).toBe(false)
      expect(await again.rollups(shop, { dimension: 'shop', fromDay: today, toDay: today })).toEqual([
        { key: '', metric: 'events', value: 3 },
      ])
      await again.close()
    })

    it('joins the histories of linked ids, newest first, and takes removed and bought products out of the cart', async () => {
      const store = await open()
      const histories = [
        fact('visitor:v', 1, { browsedAtMs: 10 }),
        fact('login:k@visitor:v', 2, { browsedAtMs: 20, addedAtMs: 5 }),
        fact('visitor:v', 3, { addedAtMs: 6 }),
        fact('customer:k', 3, { removedAtMs: 7 }),
        fact('visitor:v', 4, { addedAtMs: 8 }),
        fact('visitor:v', 4, { boughtAtMs: 9 }),
      ]
      await store.apply(shop, batch({ histories, links: login('k', 'visitor:v') }), windows)
      const joined = { browsed: [2, 1], cart: [2], purchased: [4] }
      expect(await store.history(shop, ['visitor:v'], 10)).toEqual(joined)
      expect(await store.history(shop, ['customer:k'], 10)).toEqual(joined)
      expect(await store.history(shop, ['customer:k'], 1)).toEqual({ browsed: [2], cart: [2], purchased: [4] })
      expect(await store.history(shop, ['visitor:other'], 10)).toEqual({ browsed: [], cart: [], purchased: [] })
      await store.close()
    })

    it('totals days, orders and money of a shopper over linked ids, less refunds', async () => {
      const store = await open()
      const visitDays = [
        { subject: 'visitor:v', day: 1 },
        { subject: 'visitor:v', day: 1 },
        { subject: 'login:k@visitor:v', day: 2 },
        { subject: 'visitor:other', day: 3 },
      ]
      const conversions = [order('o1'), order('o2', { subjects: ['visitor:v', 'login:k@visitor:v'], currency: 'EUR' })]
      const refunds = [{ order: 'o1', refund: 'r', lines: [{ productId: 7, quantity: 1, amount: 50_000 }] }]
      const links = login('k', 'visitor:v')
      await store.apply(shop, batch({ visitDays, conversions, refunds, links }), windows)
      const totals = { visits: 2, orders: 2, spent: { USD: 150_000, EUR: 200_000 } }
      expect(await store.shopperTotals(shop, ['visitor:v'])).toEqual(totals)
      expect(await store.shopperTotals(shop, ['visitor:other'])).toEqual({ visits: 1, orders: 0, spent: {} })
      expect(await store.shopperTotals('b.myshopify.com', ['visitor:v'])).toEqual({ visits: 0, orders: 0, spent: {} })
      await store.close()
    })

    it('counts an order once, by its earliest event, whichever comes first', async () => {
      for (const orders of [
        [order('o1'), order('o1', { atMs: nowMs - DAY_MS, eventId: 'earlier' })],
        [order('o1', { atMs: nowMs - DAY_MS, eventId: 'earlier' }), order('o1')],
      ]) {
        const store = await open()
        await store.apply(shop, batch({ conversions: orders.slice(0, 1) }), windows)
        await store.apply(shop, batch({ fromOffset: 1, toOffset: 2, conversions: orders.slice(1) }), windows)
        expect(await store.rollups(shop, { dimension: 'shop', fromDay: 0, toDay: today, perDay: true })).toEqual([
          { day: today - 1, key: '', metric: 'orders', value: 1 },
          { day: today - 1, key: '', metric: 'revenue:USD', value: 200_000 },
          { day: today - 1, key: '', metric: 'units', value: 2 },
        ])
        await store.close()
      }
    })

    it('looks at a conversion again when a touch or a link arrives after it, and replaces its numbers', async () => {
      const store = await open()
      await store.apply(shop, batch({ conversions: [order('o1')] }), windows)
      const [first] = await store.attributionTasks(shop, windows, 10)
      expect(first).toMatchObject({ conversion: { key: 'o1' }, touches: [] })
      await store.putAttributions(shop, [{ kind: 'order', key: 'o1', attributions: [] }])
      expect(await store.attributionTasks(shop, windows, 10)).toEqual([])

      await store.apply(
        shop,
        batch({ fromOffset: 1, toOffset: 2, touches: [click({ subject: 'customer:k' })] }),
        windows,
      )
      expect(await store.attributionTasks(shop, windows, 10)).toEqual([])
      await store.apply(shop, batch({ fromOffset: 2, toOffset: 3, links: login('k', 'visitor:v') }), windows)
      const [again] = await store.attributionTasks(shop, windows, 10)
      expect(again?.touches).toMatchObject([{ kind: 'click', productId: 7, eventId: 'c1', source: { query: 'shirt' } }])
      const touch = again?.touches[0] as NonNullable<typeof again>['touches'][number]
      const attributions = [{ line: 0, model: 'last' as const, touch, amount: 200_000, quantity: 2 }]
      for (let i = 0; i < 2; i++) await store.putAttributions(shop, [{ kind: 'order', key: 'o1', attributions }])
      expect(await store.rollups(shop, { dimension: 'query', fromDay: 0, toDay: today })).toEqual([
        { key: 'shirt', metric: 'last_order_lines:click', value: 1 },
        { key: 'shirt', metric: 'last_order_revenue:USD', value: 200_000 },
        { key: 'shirt', metric: 'last_order_units', value: 2 },
        { key: 'shirt', metric: 'last_orders', value: 1 },
      ])
      expect(await store.conversion(shop, 'order', 'o1')).toMatchObject({ conversion: { key: 'o1' }, attributions })
      await store.close()
    })

    it('offers only touches within the windows', async () => {
      const store = await open()
      const touches = [
        click({ eventId: 'old click', atMs: nowMs - 8 * DAY_MS }),
        click({ eventId: 'click', atMs: nowMs - 6 * DAY_MS }),
        click({ eventId: 'other product', products: [{ productId: 8 }] }),
        click({ eventId: 'later', atMs: nowMs + 1 }),
        click({
          eventId: 'old view',
          kind: 'view',
          atMs: nowMs - 2 * DAY_MS,
          products: [{ productId: 7 }, { productId: 9 }],
        }),
        click({
          eventId: 'view',
          kind: 'view',
          atMs: nowMs - DAY_MS / 2,
          products: [{ productId: 9 }, { productId: 7 }],
        }),
      ]
      await store.apply(shop, batch({ touches, conversions: [order('o1')] }), windows)
      const [task] = await store.attributionTasks(shop, windows, 10)
      expect(task?.touches.map((touch) => touch.eventId)).toEqual(['click', 'view'])
      await store.close()
    })

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

    it('finds serves by any id they carry, and by who was shown what', async () => {
      const store = await open()
      const serve = {
        surface: 'section' as const,
        requestId: 'r',
        sectionServeId: 's1',
        atMs: nowMs,
        subjects: ['visitor:v'],
        section: '1',
        products: [{ productId: 7, position: 1 }],
      }
      const other = {
        ...serve,
        sectionServeId: 's2',
        section: '2',
        atMs: nowMs + 1,
        products: [{ productId: 8, position: 1 }],
      }
      expect(await store.servesKeptFrom(shop)).toBe(Number.POSITIVE_INFINITY)
      await store.putServes([other, serve].map((one) => ({ shop, serve: one })))
      expect(await store.servesKeptFrom(shop)).toBe(nowMs)
      const found = await store.findServes(shop, ['r', 's2', 'nothing'])
      expect(found.get('r')).toEqual([other, serve])
      expect(found.get('s2')).toEqual([other])
      expect(found.has('nothing')).toBe(false)
      const ask = { subjects: ['visitor:v'], productIds: [7], surface: 'section' as const, fromMs: 0, toMs: nowMs + 10 }
      expect(await store.servesShown(shop, [ask, { ...ask, productIds: [9] }])).toEqual([serve, undefined])
      await store.close()
    })

    it('counts the answers on which a rule acted by day, and keeps them through a reset', async () => {
      const store = await open()
      const served = (atMs: number, ...rules: string[]) => ({
        shop,
        serve: { surface: 'search' as const, atMs, subjects: [], rules, products: [] },
      })
      await store.putServes([served(nowMs, 'a', 'b'), served(nowMs, 'a'), served(nowMs - 3 * DAY_MS, 'a', 'old')])
      await store.putServes([served(nowMs, 'a')])
      const uses = [
        { rule: 'a', answers: 3, lastDay: today },
        { rule: 'b', answers: 1, lastDay: today },
        { rule: 'old', answers: 0, lastDay: today - 3 },
      ]
      expect(await store.ruleUses(shop, today - 1, today)).toEqual(uses)
      await store.reset(shop)
      expect(await store.ruleUses(shop, today - 1, today)).toEqual(uses)
      expect((await store.ruleUses(shop, today - 3, today))[0]?.answers).toBe(4)
      await store.drop(shop)
      expect(await store.ruleUses(shop, today - 1, today)).toEqual([])
      await store.close()
    })

    it('reads the keys that are largest in one of some metrics, with all of their metrics', async () => {
      const store = await open()
      const sum = (key: string, metric: string, value: number, day = today) => ({
        ...{ day, dimension: 'product', key, metric },
        value,
      })
      const rollups = [
        ...[sum('1', 'views', 5), sum('1', 'views', 4, today - 1), sum('1', 'orders', 1)],
        ...[sum('2', 'views', 8), sum('3', 'views', 7), sum('3', 'revenue:USD', 10)],
        ...[sum('4', 'revenue:EUR', 3), sum('5', 'revenue:EUR', 2), sum('6', 'orders', 9)],
      ]
      await store.apply(shop, batch({ rollups }), windows)
      const asked = { dimension: 'product', fromDay: today - 1, toDay: today }
      const read = async (changes: object) =>
        (await store.rollups(shop, { ...asked, ...changes })).map(({ key, metric, value }) => [key, metric, value])
      expect(await read({ largest: { metrics: ['revenue:', 'views'], limit: 1 } })).toEqual([
        ['1', 'orders', 1],
        ['1', 'views', 9],
        ['3', 'revenue:USD', 10],
        ['3', 'views', 7],
        ['4', 'revenue:EUR', 3],
      ])
      expect(await read({ key: '2', largest: { metrics: ['views'], limit: 1 } })).toEqual([['2', 'views', 8]])
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

    it('compares variants by the orders that followed them, leaving out who saw several', async () => {
      const store = await open()
      const seen = (variant: string, visitor: string, atMs = nowMs - 10) => ({
        experience: 'e',
        variant,
        visitor,
        atMs,
      })
      const exposures = [seen('a', 'visitor:v'), seen('b', 'visitor:w'), seen('a', 'visitor:x'), seen('b', 'visitor:x')]
      const orders = [order('o1'), order('o0', { atMs: nowMs - 100, subjects: ['visitor:w'] })]
      await store.apply(shop, batch({ exposures, conversions: orders }), windows)
      const buyer = { firstAtMs: nowMs - 10, orders: 1, revenue: { USD: 200_000 } }
      const today = Math.floor(nowMs / 86_400_000)
      const seenBy = (buyers: number) => ({
        visitors: 1,
        firstAtMs: nowMs - 10,
        days: [{ day: today, visitors: 1, buyers }],
      })
      expect(await store.experiment(shop, 'e')).toEqual({
        groups: [
          { ...seenBy(1), variant: 'a', buyers: [buyer], buyersInSample: 1 },
          { ...seenBy(0), variant: 'b', buyers: [], buyersInSample: 0 },
        ],
        sawSeveral: 1,
      })
      // Who saw it before, or ordered after, is not of the range.
      const until = { fromMs: nowMs - 10, toMs: nowMs - 1 }
      expect((await store.experiment(shop, 'e', until)).groups.map(({ buyers }) => buyers)).toEqual([[], []])
      expect((await store.experiment(shop, 'e', { fromMs: nowMs - 9, toMs: nowMs })).groups).toEqual([])
      await store.close()
    })

    it('counts the buyers among the first visitors of a variant, and visitors by the day they came', async () => {
      const store = await open()
      const DAY_MS = 86_400_000
      const midnight = Math.floor(nowMs / DAY_MS) * DAY_MS
      // Two on each of three days; the second of each day buys.
      const firsts = [0, 1, 2].flatMap((day) => [midnight + day * DAY_MS + 5, midnight + day * DAY_MS + 9])
      const exposures = firsts.map((atMs, i) => ({ experience: 'e', variant: 'a', visitor: `visitor:${i}`, atMs }))
      const conversions = [1, 3, 5].map((i) =>
        order(`o${i}`, { atMs: firsts[i]! + DAY_MS, subjects: [`visitor:${i}`] as const }),
      )
      await store.apply(shop, batch({ exposures, conversions }), windows)
      const asked = async (query: object) => (await store.experiment(shop, 'e', query)).groups[0]
      const samples = [0, 1, 2, 3, 4, 5, 6, 7].map(async (sample) => (await asked({ sample }))?.buyersInSample)
      expect(await Promise.all(samples)).toEqual([0, 0, 1, 1, 2, 2, 3, 3])
      const today = midnight / DAY_MS
      expect(await asked({ fromMs: midnight + 6, toMs: midnight + DAY_MS + 7, sample: 1 })).toMatchObject({
        visitors: 2,
        firstAtMs: midnight + 9,
        days: [
          { day: today, visitors: 1, buyers: 0 },
          { day: today + 1, visitors: 1, buyers: 0 },
        ],
        buyers: [],
      })
      await store.close()
    })

    it('keeps snapshots with their offsets, forgets on reset what the log can tell again, and the rest on drop', async () => {
      const store = await open()
      await store.apply(shop, batch({ conversions: [order('o1')] }), windows)
      await store.addOutcomes([{ shop, day: today, outcome: 'accepted', count: 2 }])
      await store.addOutcomes([{ shop, day: today, outcome: 'accepted', count: 3 }])
      await store.putSnapshot(shop, 'm', {
        offset: 1,
        bytes: Uint8Array.of(1, 2),
        epoch: await store.erasureEpoch(shop),
      })
      expect(await store.snapshot(shop, 'm')).toEqual({ offset: 1, bytes: Uint8Array.of(1, 2) })
      await store.reset(shop)
      expect(await store.offset(shop)).toBe(0)
      expect(await store.snapshot(shop, 'm')).toBeUndefined()
      expect(await store.rollups(shop, { dimension: 'shop', fromDay: 0, toDay: today })).toEqual([])
      expect(await store.outcomes(shop, today, today)).toEqual([{ day: today, outcome: 'accepted', count: 5 }])
      await store.drop(shop)
      expect(await store.outcomes(shop, today, today)).toEqual([])
      await store.close()
    })
  })
}

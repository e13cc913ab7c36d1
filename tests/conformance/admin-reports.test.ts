import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, anonymous, type EffectCases, startEffectCases } from './event-effects.ts'
import type { TestShop } from './harness.ts'

let cases: EffectCases
let shop: TestShop

beforeAll(async () => {
  cases = await startEffectCases()
  shop = await cases.harness.createShop({
    experiences: [
      {
        id: 1,
        name: 'Order',
        plan: { visitors_per_variant: 2100, hypothesis: 'more sell' },
        variants: [
          { key: 'a', weight: 1 },
          { key: 'b', weight: 1, search: { ranking: { popularity: 0 } } },
        ],
      },
    ],
  })
  await cases.harness.putProducts(
    shop,
    [1, 2, 3].map((id) => ({ id, title: `Lamp ${id}`, variants: [{ id: id * 10, price: id, inventory_quantity: 5 }] })),
  )
})
afterAll(() => cases.harness.close())

const search = (query: string, visitor: string) =>
  cases.harness.post('/api/storefront/v1/headless/search', { query, visitor_id: visitor }, shop)
const track = (fields: object) => ({ custom_data: { track: fields } })

describe('reports of searches', () => {
  it('count a search without results once per visitor while the visitor refines it', async () => {
    for (const visitor of ['v1', 'v2', 'v2']) {
      const { body } = await search('Xylophone  stand', visitor)
      const rendered = { request_id: body.request_id, products: [] }
      const who = { ...anonymous, visitor_id: visitor }
      await cases.send(shop, 'svc:search_result_rendered', who, track(rendered))
    }
    await cases.settle()
    const { rows } = await cases.report(shop, 'queries-without-results')
    expect(rows).toEqual([
      expect.objectContaining({ query: 'xylophone stand', searches: 2, zero_results: 2, zero_result_rate: 1 }),
    ])
  })

  it('contain positions of clicks, queries without clicks, and one query in detail', async () => {
    const who = { ...anonymous, visitor_id: 'clicker' }
    const { body } = await search('lamp', 'clicker')
    const third = body.products[2].product_id
    const rendered = { request_id: body.request_id, search_term: 'lamp', products: [{ product_id: third }] }
    await cases.send(shop, 'svc:search_result_rendered', who, { ...track(rendered), ...ago(50_000) })
    await cases.send(shop, 'svc:search_result_clicked', who, { ...track(rendered), ...ago(40_000) })
    const quiet = { request_id: randomUUID(), search_term: 'quiet lamp', products: [{ product_id: 1 }] }
    await cases.send(shop, 'svc:search_result_rendered', who, { ...track(quiet), ...ago(30_000) })
    await cases.settle()
    const positions = await cases.report(shop, 'click-positions?key=search')
    expect(positions.rows).toEqual([{ key: 'search', clicks: 1, positions: [{ position: 3, clicks: 1, share: 1 }] }])
    const unclicked = await cases.report(shop, 'queries-without-clicks')
    expect(unclicked.rows.map(({ query }: { query: string }) => query)).toEqual(['quiet lamp'])
    const detail = await cases.report(shop, 'query-detail?key=Lamp')
    expect(detail).toMatchObject({ query: 'lamp', clicks: 1, positions: [{ position: 3, clicks: 1 }] })
  })

  it('can be filtered by the market, locale and device of the answer and the event', async () => {
    const european = await cases.harness.createShop({
      markets: [
        { id: 1, handle: 'us', name: 'US', currency: 'USD', locales: ['en'] },
        { id: 2, handle: 'eu', name: 'EU', currency: 'EUR', locales: ['en', 'de'] },
      ],
    })
    await cases.harness.putProducts(european, [{ id: 1, title: 'Lampe', variants: [{ id: 10, price: 1 }] }])
    const asked = { query: 'lampe', visitor_id: 'de', market: 2, locale: 'de-AT' }
    const { body } = await cases.harness.post('/api/storefront/v1/headless/search', asked, european)
    const rendered = { request_id: body.request_id, products: [{ product_id: 1 }] }
    await cases.send(european, 'svc:search_result_rendered', { ...anonymous, visitor_id: 'de' }, track(rendered))
    const nothing = { ...asked, query: 'nichts da' }
    const empty = await cases.harness.post('/api/storefront/v1/headless/search', nothing, european)
    const shown = { request_id: empty.body.request_id, products: [] }
    await cases.send(european, 'svc:search_result_rendered', { ...anonymous, visitor_id: 'de' }, track(shown))
    await cases.settle()
    const queries = async (report: string) =>
      (await cases.report(european, report)).rows.map(({ query }: { query: string }) => query)
    expect(await queries('top-queries?market=eu&locale=de')).toEqual(['lampe', 'nichts da'])
    expect(await queries('top-queries?market=us')).toEqual([])
    expect(await queries('top-queries?locale=en')).toEqual([])
    expect(await queries('queries-without-results?market=eu')).toEqual(['nichts da'])
    expect(await queries('queries-without-results?market=us')).toEqual([])
    const path = `/shops/${european.shop}/analytics`
    const refused = await cases.harness.admin('GET', `${path}/experiments?market=eu`)
    expect([refused.status, refused.body.error[0].path]).toEqual([400, ['market']])
    const { reports } = (await cases.harness.admin('GET', path)).body
    const filtersOf = (asked: string) => reports.find(({ name }: { name: string }) => name === asked).filters
    expect([filtersOf('experiments'), filtersOf('funnel').toSorted()]).toEqual([[], ['device', 'locale', 'market']])
  })

  it('compare with the previous days, and are available as CSV', async () => {
    const compared = await cases.report(shop, 'overview?compare=previous')
    // There are too few visits for a comparison.
    expect(compared.compared).toBeNull()
    const url = `${cases.harness.url}/api/admin/v1/shops/${shop.shop}/analytics/queries-without-results`
    const answer = await fetch(url, {
      headers: { authorization: `Bearer ${cases.harness.adminKey}`, accept: 'text/csv' },
    })
    expect(answer.headers.get('content-type')).toContain('text/csv')
    const [head, row] = (await answer.text()).split('\r\n')
    expect(head).toContain('query,searches')
    expect(row).toContain('xylophone stand,2')
  })

  it('are listed with a description', async () => {
    const { body } = await cases.harness.admin('GET', `/shops/${shop.shop}/analytics`)
    expect(body.reports.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['queries-without-clicks', 'click-positions', 'trending-queries', 'query-detail']),
    )
  })
})

describe('experiments', () => {
  it('have the verdict "not yet" before the planned size, and list changes during the test', async () => {
    await cases.harness.admin('PATCH', `/shops/${shop.shop}/config?note=words`, { search: { stop_words: ['the'] } })
    const { experiences } = await cases.report(shop, 'experiments')
    expect(experiences[0]).toMatchObject({
      hypothesis: 'more sell',
      planned_visitors_per_variant: 2100,
      verdict: { kind: 'not_yet', best: null, sentence: expect.stringMatching(/^not yet: \d+ of 2,100 visitors/) },
    })
    expect(experiences[0].config_changed_during[0]).toMatchObject({ note: 'words' })
  })

  it('are estimated before they start', async () => {
    const ask = (body: object) => cases.harness.admin('POST', `/shops/${shop.shop}/experiments/estimate`, body)
    const { body } = await ask({ effect: 0.1, baseline: 0.1, visitors_per_day: 3000 })
    expect(body).toMatchObject({ visitors_per_variant: expect.any(Number), alpha: 0.05, power: 0.8 })
    expect(body.days).toBe(Math.ceil(body.visitors_per_variant / 1500))
    expect((await ask({ effect: 0.1 })).body.error[0].path).toEqual(['baseline'])
  })
})

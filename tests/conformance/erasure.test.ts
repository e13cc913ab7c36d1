import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, type EffectCases, ordered, startEffectCases, viewed } from './event-effects.ts'
import { context } from './event-samples.ts'
import type { TestShop } from './harness.ts'

/** Each value occurs nowhere else. */
const planted = {
  visitor: 'planted-visitor-id',
  client: 'planted-client-id',
  customer: '700700700',
  session: 'planted-session-id',
  path: '/account/planted-page',
  query: 'planted query text',
  typed: 'planted typed only',
}

let cases: EffectCases
let shop: TestShop

beforeAll(async () => {
  cases = await startEffectCases()
  shop = await cases.harness.createShop()
})
afterAll(() => cases.harness.close())

const at = (pathname: string) => ({ context: { ...context, document: { location: { pathname } } } })
const search = (query: string) => ({ data: { searchResult: { query } } })

async function visit(who: object, { path, query }: { path: string; query: string }) {
  await cases.send(shop, 'page_viewed', who, { ...at(path), ...ago(9000) })
  await cases.send(shop, 'search_submitted', who, { ...search(query), ...at('/search'), ...ago(8000) })
  await cases.send(shop, 'search_submitted', who, { ...search('linen'), ...at('/search'), ...ago(7000) })
  await cases.send(shop, 'product_viewed', who, { ...viewed(1), ...at('/products/1'), ...ago(6000) })
}

function filesHold(text: string): string[] {
  const folder = cases.harness.vitrine?.config.dataFolder
  if (folder === undefined) return []
  const files = ['derived.db', 'derived.db-wal'].map((name) => join(folder, name))
  return files.filter((file) => existsSync(file) && readFileSync(file).includes(text))
}

describe('an erased person', () => {
  it('leaves no session, page, search or query text, and the counts of others do not change', async () => {
    const mine = {
      visitor_id: planted.visitor,
      client_id: planted.client,
      customer_id: planted.customer,
      session_id: planted.session,
    }
    const other = {
      visitor_id: 'other',
      client_id: 'other-client',
      customer_id: undefined,
      session_id: 'other-session',
    }
    await visit(mine, { path: planted.path, query: planted.query })
    await cases.send(shop, 'checkout_completed', mine, { ...ordered('o-mine', 1), ...ago(1000) })
    await visit(other, { path: '/', query: 'shirt' })
    // No event reports this search, so only the answer tells its text.
    const asked = { query: planted.typed, visitor_id: planted.visitor }
    expect((await cases.harness.post('/api/storefront/v1/headless/search', asked, shop)).status).toBe(200)
    await cases.settle()
    const queries = async () =>
      (await cases.report(shop, 'top-queries')).rows.map((row: { query: string; searches: number }) => [
        row.query,
        row.searches,
      ])
    expect(await queries()).toContainEqual([planted.query, 1])
    for (const text of [planted.visitor, planted.path, planted.query, planted.typed])
      if (cases.harness.vitrine?.config.storeUrl === null) expect(filesHold(text), text).not.toEqual([])

    const erased = await cases.harness.admin('DELETE', `/shops/${shop.shop}/visitors/${planted.visitor}`)
    expect(erased.body).toEqual({ erased_events: 5 })
    for (const id of [planted.visitor, planted.client, `customer:${planted.customer}`])
      expect((await cases.harness.admin('GET', `/shops/${shop.shop}/visitors/${id}`)).status).toBe(404)
    expect(await queries()).toEqual([
      ['linen', 1],
      ['shirt', 1],
    ])
    const funnel = await cases.report(shop, 'funnel?scope=page')
    expect(funnel.total.visits).toBe(1)
    expect(funnel.paths.map(({ path }: { path: string }) => path).sort()).toEqual(['/', '/products/1', '/search'])
    for (const [name, text] of Object.entries(planted)) expect(filesHold(text), name).toEqual([])
    expect((await cases.history(shop, { user_id: 'other' })).browsed_products).toEqual([1])
  })
})

describe('what models have learned from an erased person', () => {
  it('is removed from the models while the server runs', async () => {
    const { harness, send, settle } = cases
    const taught = await harness.createShop()
    const products = [1, 2].map((id) => ({
      id,
      title: `Hat ${id}`,
      handle: `hat-${id}`,
      variants: [{ id: 10 * id, price: '5.00' }],
    }))
    await harness.putProducts(taught, products)
    const buy = (who: string, order: string, product: number) =>
      send(taught, 'checkout_completed', { visitor_id: who, client_id: who, session_id: who }, ordered(order, product))
    for (const n of [1, 2, 3]) await buy('much', `much-${n}`, 2)
    await buy('little', 'little-1', 1)
    const sold = async () => {
      await settle()
      const body = { strategy: 'BESTSELLERS', view: 'product_ids' }
      const { body: answer } = await harness.post('/api/storefront/v3/headless/recommendations/top', body, taught)
      return answer.products.map((hit: { product_id: number }) => hit.product_id)
    }
    expect(await sold()).toEqual([2, 1])
    expect((await harness.admin('DELETE', `/shops/${taught.shop}/visitors/much`)).body).toEqual({ erased_events: 3 })
    expect(await sold()).toEqual([1, 2])
  })
})

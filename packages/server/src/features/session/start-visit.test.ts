import { completeConfig, type ShopConfigInput } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { Call } from '../call.ts'
import { sessionTokens } from './session-token.ts'
import { startSearchVisit, startVisit } from './start-visit.ts'
import { VisitIds } from './visit-ids.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const tokens = sessionTokens('secret')
const history = { browsedProducts: [1], cartProducts: [2], purchasedProducts: [3] }

function visit(config: ShopConfigInput = {}) {
  let ids = 0
  const asked: unknown[] = []
  const profiles = {
    history: async (_: string, identity: unknown) => {
      asked.push(identity)
      return history
    },
  }
  const deps = { profiles, tokens, visits: new VisitIds('secret'), newId: () => `new${++ids}` } as never
  const shop = { id: 'a.example', createdAt: 'then', config: completeConfig(config) } as Shop
  const call = (identity: object, body: object) =>
    ({
      shop,
      body,
      nowMs: NOW,
      region: 'eu',
      identity: { visitorId: null, clientId: null, customerId: null, ...identity },
    }) as Call<never>
  return {
    asked,
    start: (identity: object = {}, body: object = {}) => startVisit(deps, call(identity, body)),
    search: (identity: object = {}, body: object = {}) => startSearchVisit(deps, call(identity, body)),
  }
}

describe('the start of a visit', () => {
  it('I1: gives a new visitor an id, and keeps that of a known one', async () => {
    const { start, asked } = visit()
    expect(await start()).toMatchObject({ user_id: 'new1', client_id: null, customer_id: null })
    expect(asked).toEqual([{ visitorId: 'new1', clientId: null, customerId: null }])
    const known = await start({ visitorId: 'v', clientId: 'c' }, { customer_id: '7' })
    expect(known).toMatchObject({ user_id: 'v', client_id: 'c', customer_id: '7' })
    expect((await start({ clientId: 'c' })).visit_id).toBe(known.visit_id)
    expect((await start({}, { customer_id: '' })).customer_id).toBeNull()
  })

  it('I2: returns the visitor’s history', async () => {
    expect((await visit().start()).visitor).toEqual({
      browsed_products: [1],
      cart_products: [2],
      purchased_products: [3],
    })
  })

  it('I3: always returns our token, and the platform’s if the merchant set one', async () => {
    const ours = await visit().start({ visitorId: 'v' })
    expect(ours.token).toBe(ours.session_token)
    expect(await tokens.read(ours.session_token, 'a.example then', NOW)).toMatchObject({
      shop: 'a.example then',
      visit: ours.visit_id,
      visitor: 'v',
    })
    const theirs = await visit({ storefront_token: 'public' }).start()
    expect([theirs.token, theirs.session_token === 'public']).toEqual(['public', false])
  })

  it('I4: of a search returns the enabled features and the region', async () => {
    const search = { instant_search_enabled: false, exclude_out_of_stock: true }
    const { features, metadata, visitor_id, session_id, session_token } = await visit({ search }).search(
      {},
      { locale: 'de', market: null },
    )
    expect(features).toMatchObject({
      instant_search_enabled: false,
      exclude_out_of_stock: true,
      image_search_enabled: true,
      search_result_page_enabled: true,
    })
    expect([metadata, visitor_id]).toEqual([{ region: 'eu', locale: 'de', market: null }, 'new1'])
    expect(await tokens.read(session_token, 'a.example then', NOW)).toMatchObject({ visit: session_id })
    expect((await visit().search({ visitorId: 'v' })).metadata.locale).toBe('en')
    const markets = [{ id: 7, handle: 'eu', name: 'EU', currency: 'EUR' }]
    expect((await visit({ markets }).search({}, { market: 7 })).metadata.market).toBe(7)
    await expect(visit({ markets }).search({}, { market: 8 })).rejects.toThrow()
  })
})

import { shopOrigin } from '../platform/shop-origin.ts'
import { LRUCache } from 'lru-cache'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { type IndexedShop, NOW_MS, openIndexedShop } from '../query/testing/indexed-shop.ts'
import { sessionTokens } from '../session/session-token.ts'
import { VisitIds } from '../session/visit-ids.ts'
import { readSearchConfig } from './read-search-config.ts'

let world: IndexedShop
beforeAll(async () => {
  world = await openIndexedShop({}, [sampleProduct(1)])
})
afterAll(() => world.close())

const tokens = sessionTokens('secret')

async function claims(changes: object) {
  const deps = {
    index: world.index,
    definitions: new LRUCache({ max: 1 }),
    tokens,
    visits: new VisitIds('secret'),
    newId: () => 'new',
  } as never
  const { session_token } = await readSearchConfig(deps, world.call({}, changes))
  return tokens.read(session_token, shopOrigin(world.shop), NOW_MS)
}

describe('the token of the search settings', () => {
  it('continues the visit and visitor of the token in the request', async () => {
    const session = { shop: world.shop.id, visit: 'visit', visitor: 'v', issuedAtMs: NOW_MS }
    expect(await claims({ session })).toMatchObject({ visit: 'visit', visitor: 'v' })
  })

  it('begins a visit without a token, with a new visitor if none is known', async () => {
    expect(await claims({})).toMatchObject({ visit: expect.stringMatching(/^[0-9a-f-]{36}$/), visitor: 'v' })
    const identity = { visitorId: null, clientId: null, customerId: null }
    expect(await claims({ identity })).toMatchObject({ visitor: 'new' })
  })
})

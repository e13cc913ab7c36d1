/** Tests that a shop created under the name of a deleted shop is another shop. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedInAs } from './admin-client.ts'
import { type Harness, startHarness, type TestShop } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

const INIT = '/api/storefront/v1/headless/init'

async function visitOf(to: TestShop, headers: Record<string, string> = {}) {
  const { body } = await harness.post(INIT, {}, to, headers)
  return { visit: body.session_id as string, token: body.session_token as string }
}

it('keys, users, sessions and secrets end with the shop they were created for', async () => {
  const first = await harness.createShop()
  const path = `/shops/${first.shop}`
  const key = (await harness.admin('POST', `${path}/keys`, { label: 'own', kind: 'admin' })).body.key
  const owner = await signedInAs(harness, 'owner', [first.shop])
  const both = await signedInAs(harness, 'owner', [first.shop, 'other.myshopify.com'])
  const { visit, token } = await visitOf(first)
  expect((await visitOf(first, { 'x-session-token': token })).visit).toBe(visit)
  const secret = (await harness.admin('GET', `${path}/alerts/secret`)).body.secret

  expect((await harness.admin('DELETE', path)).status).toBe(204)
  expect((await harness.admin('PUT', path, { name: 'Another shop', currency: 'EUR' })).status).toBe(201)

  expect((await harness.admin('GET', `${path}/config`, undefined, key)).status).toBe(401)
  expect((await harness.post(INIT, {}, first)).status).toBe(401)
  for (const user of [owner, both]) expect((await user.call('GET', `${path}/config`)).status).toBe(403)
  expect((await owner.call('GET', '/session')).body.shops).toEqual([])
  expect((await both.call('GET', '/session')).body.shops).toEqual(['other.myshopify.com'])
  const second = { shop: first.shop, key: (await harness.admin('POST', `${path}/keys`, { label: 'new' })).body.key }
  expect((await visitOf(second, { 'x-session-token': token })).visit).not.toBe(visit)
  expect((await harness.admin('GET', `${path}/alerts/secret`)).body.secret).not.toBe(secret)
  expect((await harness.admin('GET', `${path}/keys`)).body.keys).toHaveLength(1)
})

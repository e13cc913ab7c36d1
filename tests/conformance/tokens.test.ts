import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'

const INIT = '/api/storefront/v3/headless/init'
const SECTIONS = '/api/storefront/v3/headless/sections'
const VISITOR = 'somebody'
const HOUR_MS = 3_600_000

let harness: Harness
let shop: TestShop
let other: TestShop
let nowMs = Date.parse('2026-06-01T12:00:00Z')
let token: string

beforeAll(async () => {
  harness = await startHarness({}, { clock: () => nowMs })
  const hidden = { id: 5, type: 'trending', title: 'Hidden', page_types: ['home'], status: 'draft' }
  shop = await harness.createShop({ sections: [hidden] })
  await harness.putProducts(shop, [{ id: 1, title: 'Hat', handle: 'hat', variants: [{ id: 1, price: '5.00' }] }])
  other = await harness.createShop()
  token = (await harness.post(INIT, { user_id: VISITOR }, shop)).body.session_token
})
afterAll(() => harness.close())

const visitorOf = async (sent: string, to = shop) =>
  (await harness.post(INIT, {}, to, { 'x-session-token': sent })).body.user_id
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims = () => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())

describe('a session token', () => {
  it('identifies its visitor, also when it is sent again, and nobody in another shop', async () => {
    expect([await visitorOf(token), await visitorOf(token)]).toEqual([VISITOR, VISITOR])
    expect(await visitorOf(token, other)).not.toBe(VISITOR)
  })

  it.each<[string, () => string]>([
    ['another visitor', () => altered({ sub: 'a victim' })],
    ['another shop', () => altered({ shop: `${other.shop} 2026-06-01T12:00:00.000Z` })],
    ['a later end', () => altered({ exp: 9_999_999_999 })],
    ['no algorithm', () => `${encoded({ alg: 'none' })}.${encoded({ ...claims(), sub: 'a victim' })}.`],
    ['a secret of its own', () => resigned('x'.repeat(32))],
    ['an empty secret', () => resigned('')],
    ['half of it', () => token.slice(0, token.length / 2)],
    ['nothing behind the dots', () => '..'],
    ['a megabyte of dots', () => '.'.repeat(8000)],
  ])('that was altered names nobody: %s', async (_, make) => {
    expect(['a victim', VISITOR]).not.toContain(await visitorOf(make()))
  })

  it('identifies nobody after an hour, even if it was read before', async () => {
    nowMs += HOUR_MS - 1000
    expect(await visitorOf(token)).toBe(VISITOR)
    nowMs += 2000
    expect(await visitorOf(token)).not.toBe(VISITOR)
  })
})

describe('a preview of sections', () => {
  const shown = async (headers: Record<string, string>) =>
    (await harness.post(SECTIONS, { page_type: 'home', preview: true }, shop, headers)).body.sections?.map(
      (one: { id: number }) => one.id,
    )

  it('is shown to an admin key of the shop until it is revoked or expired, and to no other key', async () => {
    const issue = async (to: TestShop, more: object = {}) =>
      (await harness.admin('POST', `/shops/${to.shop}/keys`, { label: 'k', kind: 'admin', ...more })).body
    const own = await issue(shop)
    const ending = await issue(shop, { expires_at: new Date(nowMs + 1000).toISOString() })
    const foreign = await issue(other)
    for (const { key } of [own, ending]) expect(await shown({ 'x-admin-key': key })).toContain(5)
    expect((await harness.admin('DELETE', `/shops/${shop.shop}/keys/${own.id}`)).status).toBeLessThan(300)
    nowMs += 1000
    for (const key of [own.key, ending.key, foreign.key, shop.key, '', 'vak_'])
      expect([key, await shown({ 'x-admin-key': key })]).toEqual([key, expect.not.arrayContaining([5])])
  })
})

function altered(changes: object): string {
  const [header, , signature] = token.split('.')
  return `${header}.${encoded({ ...claims(), ...changes })}.${signature}`
}

function resigned(secret: string): string {
  const signed = `${token.split('.')[0]}.${encoded({ ...claims(), sub: 'a victim' })}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

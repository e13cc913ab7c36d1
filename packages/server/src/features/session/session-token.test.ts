import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { sessionTokens } from './session-token.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const HOUR_MS = 3_600_000
const claims = { shop: 'a.example', visit: 'visit-1', visitor: 'visitor-1' }
const tokens = sessionTokens('secret')

describe('a session token', () => {
  it('J1: reads back as it was issued, only for its own shop', async () => {
    const token = await tokens.issue(claims, NOW)
    expect(await tokens.read(token, 'a.example', NOW)).toEqual({ ...claims, issuedAtMs: NOW })
    expect(await tokens.read(token, 'b.example', NOW)).toBeUndefined()
  })

  it('J2: is valid for an hour', async () => {
    const token = await tokens.issue(claims, NOW)
    expect(await tokens.read(token, 'a.example', NOW + HOUR_MS - 1000)).toMatchObject(claims)
    expect(await tokens.read(token, 'a.example', NOW + HOUR_MS)).toBeUndefined()
  })

  it('J3: is refused if it is forged, cut or from another secret', async () => {
    const foreign = await sessionTokens('other').issue(claims, NOW)
    const token = await tokens.issue(claims, NOW)
    for (const wrong of [foreign, token.slice(0, -2), '', 'a.b.c'])
      expect(await tokens.read(wrong, 'a.example', NOW)).toBeUndefined()
  })

  it('J4: must contain shop, visit and visitor', async () => {
    const key = new TextEncoder().encode('secret')
    const signed = (payload: Record<string, unknown>, subject?: string) => {
      const jwt = new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(NOW / 1000 + 60)
      return (subject === undefined ? jwt : jwt.setSubject(subject)).sign(key)
    }
    const read = async (token: Promise<string>) => tokens.read(await token, 'a.example', NOW)
    expect(await read(signed({ shop: 'a.example', visit: 'v' }, 's'))).toMatchObject({
      shop: 'a.example',
      visit: 'v',
      visitor: 's',
    })
    expect(await read(signed({ shop: 'a.example', visit: 'v' }))).toBeUndefined()
    expect(await read(signed({ shop: 'a.example' }, 's'))).toBeUndefined()
    expect(await read(signed({ shop: 'a.example', visit: 7 }, 's'))).toBeUndefined()
  })

  it('J5: is recalled without verification only after it was read for its shop, until it expires', async () => {
    const fresh = sessionTokens('secret')
    const token = await fresh.issue(claims, NOW)
    expect(fresh.recall(token, 'a.example', NOW)).toBeUndefined()
    await fresh.read(token, 'a.example', NOW)
    expect(fresh.recall(token, 'a.example', NOW + HOUR_MS - 1)).toMatchObject(claims)
    expect(fresh.recall(token, 'a.example', NOW + HOUR_MS)).toBeUndefined()
    expect(fresh.recall(token, 'b.example', NOW)).toBeUndefined()
  })

  it('J6: is accepted after its secret was replaced; new tokens use only the new secret', async () => {
    const rotated = sessionTokens('new', 'secret')
    const old = await tokens.issue(claims, NOW)
    expect(await rotated.read(old, 'a.example', NOW)).toMatchObject(claims)
    expect(await rotated.read(old, 'b.example', NOW)).toBeUndefined()
    expect(await rotated.read(old, 'a.example', NOW + HOUR_MS)).toBeUndefined()
    const fresh = await rotated.issue(claims, NOW)
    expect(await sessionTokens('new').read(fresh, 'a.example', NOW)).toMatchObject(claims)
    expect(await tokens.read(fresh, 'a.example', NOW)).toBeUndefined()
    expect(await rotated.read(await sessionTokens('other').issue(claims, NOW), 'a.example', NOW)).toBeUndefined()
  })
})

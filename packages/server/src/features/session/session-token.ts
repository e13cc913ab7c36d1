/** The short-lived session token: a JWT (HS256) that names shop, visit and visitor. It never replaces the key. */
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { SessionClaims } from '../call.ts'

export interface SessionTokens {
  issue(claims: SessionClaims, nowMs: number): Promise<string>
  /** undefined for an expired, forged or foreign token: it is ignored, never an error. */
  read(token: string, shop: string, nowMs: number): Promise<SessionClaims | undefined>
  /** The claims of a token that was read before and still holds; undefined says nothing. */
  recall(token: string, shop: string, nowMs: number): SessionClaims | undefined
}

/** Tokens remembered: a visit sends its own with every request, and verifying costs more than most answers. */
const REMEMBERED = 20_000

const LIFETIME_SECONDS = 3600

/** Tokens of the former secrets are read until they end; none is issued any more. */
export function sessionTokens(secret: string, ...former: string[]): SessionTokens {
  const encode = (text: string) => new TextEncoder().encode(text)
  const key = encode(secret)
  const accepted = [key, ...former.map(encode)]
  const known = new LRUCache<string, { claims: SessionClaims; untilMs: number }>({ max: REMEMBERED })
  return {
    issue(claims, nowMs) {
      const issuedAt = Math.floor(nowMs / 1000)
      return new SignJWT({ shop: claims.shop, visit: claims.visit })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(claims.visitor)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + LIFETIME_SECONDS)
        .sign(key)
    },
    async read(token, shop, nowMs) {
      const payload = await verify(token, accepted, nowMs)
      if (payload?.shop !== shop || typeof payload.sub !== 'string' || typeof payload.visit !== 'string')
        return undefined
      const claims = { shop, visit: payload.visit, visitor: payload.sub }
      if (payload.exp !== undefined) known.set(token, { claims, untilMs: payload.exp * 1000 })
      return claims
    },
    recall(token, shop, nowMs) {
      const found = known.get(token)
      return found !== undefined && found.claims.shop === shop && nowMs < found.untilMs ? found.claims : undefined
    },
  }
}

async function verify(token: string, keys: readonly Uint8Array[], nowMs: number): Promise<JWTPayload | undefined> {
  for (const key of keys) {
    try {
      return (await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: new Date(nowMs) })).payload
    } catch {
      // Signed by another, or not good at all.
    }
  }
  return undefined
}

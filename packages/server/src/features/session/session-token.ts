/** The short-lived session token: a JWT (HS256) that names shop, visit and visitor. It never replaces the key. */
import { createHmac, createSecretKey } from 'node:crypto'
import { type JWTPayload, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { SessionClaims } from '../call.ts'

export interface SessionTokens {
  issue(claims: Omit<SessionClaims, 'issuedAtMs'>, nowMs: number): string
  /** undefined for an expired, forged or foreign token: it is ignored, never an error. */
  read(token: string, shop: string, nowMs: number): Promise<SessionClaims | undefined>
  /** The claims of a token that was read before and still holds; undefined says nothing. */
  recall(token: string, shop: string, nowMs: number): SessionClaims | undefined
}

/** Tokens remembered: a visit sends its own with every request, and verifying costs more than most answers. */
const REMEMBERED = 20_000

const LIFETIME_SECONDS = 3600
const HEADER = base64url({ alg: 'HS256', typ: 'JWT' })

/** Tokens of the former secrets are read until they end; none is issued any more. */
export function sessionTokens(secret: string, ...former: string[]): SessionTokens {
  const encode = (text: string) => new TextEncoder().encode(text)
  const key = encode(secret)
  // Made into a key once: from bytes that would cost six times the hash.
  const signingKey = createSecretKey(key)
  const accepted = [key, ...former.map(encode)]
  const known = new LRUCache<string, { claims: SessionClaims; untilMs: number }>({ max: REMEMBERED })
  return {
    issue({ shop, visit, visitor }, nowMs) {
      const issuedAt = Math.floor(nowMs / 1000)
      const payload = { shop, visit, sub: visitor, iat: issuedAt, exp: issuedAt + LIFETIME_SECONDS }
      const signed = `${HEADER}.${base64url(payload)}`
      // Signed here and at once: every page of sections has a token, and a job for the thread pool costs ten times the hash.
      return `${signed}.${createHmac('sha256', signingKey).update(signed).digest('base64url')}`
    },
    async read(token, shop, nowMs) {
      const payload = await verify(token, accepted, nowMs)
      if (payload?.shop !== shop || typeof payload.sub !== 'string' || typeof payload.visit !== 'string')
        return undefined
      const claims = { shop, visit: payload.visit, visitor: payload.sub, issuedAtMs: (payload.iat ?? 0) * 1000 }
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

function base64url(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

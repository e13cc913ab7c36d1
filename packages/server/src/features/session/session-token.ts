/** A JWT (HS256) with shop, visit and visitor, valid for a short time. It never replaces the key. */
import { createHmac, createSecretKey } from 'node:crypto'
import { type JWTPayload, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { SessionClaims } from '../call.ts'
import { atMost } from '../cache-limit.ts'

export interface SessionTokens {
  issue(claims: Omit<SessionClaims, 'issuedAtMs'>, nowMs: number): string
  /** Returns undefined for an expired or forged token, or one of another shop. Such a token is ignored. */
  read(token: string, shop: string, nowMs: number): Promise<SessionClaims | undefined>
  /** Reads only the cache; otherwise like `read`. */
  recall(token: string, shop: string, nowMs: number): SessionClaims | undefined
}

/** A visit sends its token with every request, and verifying it costs more than most answers. */
const REMEMBERED = 20_000

const LIFETIME_SECONDS = 3600
const HEADER = base64url({ alg: 'HS256', typ: 'JWT' })

/** Former secrets are only used to read tokens. */
export function sessionTokens(secret: string, ...former: string[]): SessionTokens {
  const encode = (text: string) => new TextEncoder().encode(text)
  const key = encode(secret)
  // Creating the key takes six times as long as the hash.
  const signingKey = createSecretKey(key)
  const accepted = [key, ...former.map(encode)]
  const known = new LRUCache<string, { claims: SessionClaims; untilMs: number }>(atMost(REMEMBERED))
  return {
    issue({ shop, visit, visitor }, nowMs) {
      const issuedAt = Math.floor(nowMs / 1000)
      const payload = { shop, visit, sub: visitor, iat: issuedAt, exp: issuedAt + LIFETIME_SECONDS }
      const signed = `${HEADER}.${base64url(payload)}`
      // A job in the thread pool would take ten times as long as the hash.
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
    } catch {}
  }
  return undefined
}

function base64url(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

/** A visit has no gap of 30 minutes. Its id is derived from visitor and half hour, so that nodes agree on it. */
import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Call } from '../call.ts'
import { atMost } from '../cache-limit.ts'

export const VISIT_GAP_MS = 30 * 60_000
/** Each takes about 100 bytes. For visitors who are not remembered, the token or the half hour decides. */
const MAX_VISITORS = 100_000

type Visitor = Pick<Call<unknown>, 'shop' | 'identity' | 'session' | 'nowMs'>

export class VisitIds {
  readonly #secret: string
  readonly #current = new LRUCache<string, { id: string; lastMs: number }>(atMost(MAX_VISITORS))

  constructor(secret: string) {
    this.#secret = secret
  }

  /** `issuedVisitorId` is for visitors without an id of their own. */
  idOf({ shop, identity, session, nowMs }: Visitor, issuedVisitorId: string): string {
    const ids = knownIds(identity, issuedVisitorId).map((id) => `${shop.id} ${id}`)
    const id = this.#running(ids, nowMs) ?? runningByToken(session, nowMs) ?? this.#begin(ids[0] as string, nowMs)
    for (const key of ids) this.#current.set(key, { id, lastMs: nowMs })
    return id
  }

  #running(keys: readonly string[], nowMs: number): string | undefined {
    for (const key of keys) {
      const visit = this.#current.get(key)
      if (visit && nowMs - visit.lastMs < VISIT_GAP_MS) return visit.id
    }
    return undefined
  }

  #begin(key: string, nowMs: number): string {
    const halfHour = Math.floor(nowMs / VISIT_GAP_MS)
    const hex = createHmac('sha256', this.#secret).update(`visit ${halfHour} ${key}`).digest('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }
}

/** The customer id only counts without other ids, because a customer may visit on two devices at once. */
function knownIds({ clientId, visitorId, customerId }: Visitor['identity'], issuedVisitorId: string): string[] {
  const ids = [clientId, visitorId].filter((id) => id !== null && id !== undefined)
  if (ids.length === 0 && customerId) return [customerId, issuedVisitorId]
  return ids.length === 0 ? [issuedVisitorId] : [...new Set([...ids, issuedVisitorId])]
}

function runningByToken(session: Visitor['session'], nowMs: number): string | undefined {
  return session && nowMs - session.issuedAtMs < VISIT_GAP_MS ? session.visit : undefined
}

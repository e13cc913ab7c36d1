/** Counts the outcomes of events for reports, and keeps the latest in full for a shop's developers. */
import { beginningOf, type ValidationItem } from '@vitrine/contract'
import type { ShopId } from '../../ports/record-store/record-store.ts'

export type OutcomeKind =
  | 'accepted'
  | 'duplicate'
  | 'unreadable'
  | 'unknown_product'
  | 'refused'
  | 'busy'
  | 'over_quota'
  | 'not_counted'
  | 'set_aside'

export interface RecordedOutcome {
  atMs: number
  outcome: OutcomeKind
  endpoint: string
  eventId: string | null
  name: string | null
  /** Sent by a robot: counted apart, and in no other report. */
  bot?: boolean
  error?: string | readonly ValidationItem[]
  /** Ids as sent. The event will count for these products once the catalog has them. */
  products?: readonly string[]
  /** Stored only for refusals and unreadable payloads. */
  body?: unknown
}

export interface QuarterCount {
  shop: ShopId
  /** Quarters of an hour since 1970, because a day in any time zone consists of whole ones. */
  quarter: number
  /** An `OutcomeKind`, or `refused: <path> <type>` with the first error of a refusal. */
  outcome: string
  count: number
}

export const QUARTER_MS = 900_000
const REMEMBERED_PER_SHOP = 100
const REMEMBERED_SHOPS = 500
/** With more outcomes, refusals are counted without their error, which is the sender's text. */
const MAX_OUTCOMES = 10_000

export class OutcomeLog {
  readonly #latest = new Map<ShopId, RecordedOutcome[]>()
  #changed = new Set<ShopId>()
  #counts = new Map<string, QuarterCount>()
  /** Most events have the same outcome as the one before. */
  #lastCount: QuarterCount | undefined
  readonly totals: Record<OutcomeKind, number> = {
    accepted: 0,
    duplicate: 0,
    unreadable: 0,
    unknown_product: 0,
    refused: 0,
    busy: 0,
    over_quota: 0,
    not_counted: 0,
    set_aside: 0,
  }

  record(shop: ShopId, recorded: RecordedOutcome): void {
    this.totals[recorded.outcome]++
    this.#count(shop, recorded)
    this.#changed.add(shop)
    let ring = this.#latest.get(shop)
    if (ring === undefined) {
      ring = []
      this.#latest.set(shop, ring)
      if (this.#latest.size > REMEMBERED_SHOPS) this.#latest.delete(this.#latest.keys().next().value as string)
    }
    ring.push(recorded)
    if (ring.length >= 2 * REMEMBERED_PER_SHOP) ring.splice(0, ring.length - REMEMBERED_PER_SHOP)
  }

  latest(shop: ShopId, limit: number): RecordedOutcome[] {
    return (this.#latest.get(shop) ?? []).slice(-Math.min(limit, REMEMBERED_PER_SHOP)).reverse()
  }

  prepend(shop: ShopId, earlier: readonly RecordedOutcome[]): void {
    this.#latest.set(shop, [...earlier, ...(this.#latest.get(shop) ?? [])].slice(-REMEMBERED_PER_SHOP))
  }

  forget(shop: ShopId, ids: readonly string[]): void {
    const left = (this.#latest.get(shop) ?? []).filter(({ body }) => !holdsAny(body, ids))
    this.#latest.set(shop, left)
    this.#changed.add(shop)
  }

  drop(shop: ShopId): void {
    this.#latest.delete(shop)
    this.#changed.delete(shop)
  }

  takeChanged(): Iterable<ShopId> {
    const changed = this.#changed
    this.#changed = new Set()
    return changed
  }

  /** Returns the counts since the last call. */
  takeCounts(): QuarterCount[] {
    const counts = [...this.#counts.values()]
    this.#counts = new Map()
    this.#lastCount = undefined
    return counts
  }

  #count(shop: ShopId, recorded: RecordedOutcome): void {
    const quarter = Math.floor(recorded.atMs / QUARTER_MS)
    let outcome = outcomeOf(recorded)
    const last = this.#lastCount
    if (last?.outcome === outcome && last.quarter === quarter && last.shop === shop) {
      last.count++
      return
    }
    let key = `${shop}\n${quarter}\n${outcome}`
    if (this.#counts.size >= MAX_OUTCOMES && !this.#counts.has(key)) {
      outcome = recorded.outcome
      key = `${shop}\n${quarter}\n${outcome}`
    }
    const known = this.#counts.get(key) ?? { shop, quarter, outcome, count: 0 }
    known.count++
    this.#counts.set(key, known)
    this.#lastCount = known
  }
}

function holdsAny(body: unknown, ids: readonly string[]): boolean {
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '')
  return ids.some((id) => wholeWord(JSON.stringify(id).slice(1, -1)).test(text))
}

function wholeWord(word: string): RegExp {
  return new RegExp(`(?<![\\w-])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`)
}

function outcomeOf(recorded: RecordedOutcome): string {
  if (recorded.outcome !== 'refused') return recorded.outcome
  const [first] = Array.isArray(recorded.error) ? (recorded.error as readonly ValidationItem[]) : []
  return first ? beginningOf(`refused: ${first.context.label} ${first.type}`, 120) : 'refused: nobody'
}

export function presentOutcome({ atMs, eventId, ...rest }: RecordedOutcome): object {
  return { at: new Date(atMs).toISOString(), event_id: eventId, ...rest }
}

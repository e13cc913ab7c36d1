import type { Conversion, DerivedBatch, HistoryFact, Search, SearchAnswer, TouchFact, Visit } from '../derived-facts.ts'
import type { AttributionWindows } from '../derived-records.ts'
import { emptyBatch } from '../empty-batch.ts'

export const DAY_MS = 86_400_000
export const nowMs = Date.parse('2026-03-10T12:00:00Z')
export const today = Math.floor(nowMs / DAY_MS)
export const shop = 'a.myshopify.com'
export const windows: AttributionWindows = { clickMs: 7 * DAY_MS, viewMs: DAY_MS }

export function batch(changes: Partial<DerivedBatch>): DerivedBatch {
  return { ...emptyBatch(0, 1), ...changes }
}

export function fact(subject: string, productId: number, changes: Partial<HistoryFact>): HistoryFact {
  return { subject, productId, browsedAtMs: 0, addedAtMs: 0, removedAtMs: 0, boughtAtMs: 0, ...changes }
}

export function order(key: string, changes: Partial<Conversion> = {}): Conversion {
  const lines = [{ productId: 7, quantity: 2, amount: 200_000 }]
  return { kind: 'order', key, atMs: nowMs, eventId: key, subjects: ['visitor:v'], currency: 'USD', lines, ...changes }
}

export function visit(visitor: string, changes: Partial<Visit> = {}): Visit {
  const firstAtMs = changes.firstAtMs ?? nowMs
  const place = { placedAtMs: 0, place: '' }
  const began = { visitor, firstAtMs, lastAtMs: firstAtMs, path: '/a', device: 'mobile' as const, ...place }
  return { ...began, steps: 1, pages: [changes.path ?? '/a'], ...changes }
}

export function searches(query: string, count: number, did: Did = {}): Search[] {
  return Array.from({ length: count }, () => search(`searcher${++searchers}`, query, did))
}

interface Did {
  answer?: SearchAnswer
  clicks?: number
  atMs?: number
  position?: number
}

let searchers = 0

export function search(
  visitor: string,
  query: string,
  { answer = 'found', clicks = 0, atMs = nowMs, position = 1 }: Did = {},
): Search {
  return {
    visitor,
    query,
    firstAtMs: atMs,
    lastAtMs: atMs,
    answeredAtMs: atMs,
    answer,
    clicks: Array.from({ length: clicks }, (_, i) => ({
      productId: i + 1,
      atMs,
      eventId: `${visitor} ${query} ${i}`,
      source: { surface: 'search', position: position + i },
    })),
  }
}

export function click(changes: Partial<TouchFact> = {}): TouchFact {
  const source = { surface: 'search' as const, query: 'shirt' }
  return {
    kind: 'click',
    subject: 'visitor:v',
    atMs: nowMs - 1000,
    eventId: 'c1',
    products: [{ productId: 7 }],
    source,
    ...changes,
  }
}

export function login(customer: string, device: string, kind: 'login' | 'claim' = 'login'): [string, string][] {
  const node = `${kind}:${customer}@${device}`
  return [
    [node, device],
    [node, `customer:${customer}`],
  ]
}

import type { Conversion, TouchedProduct } from './derived-facts.ts'
import { compareTexts } from './activity-spans.ts'
import type { AttributionWindows, Touch } from './derived-records.ts'

/** The shop's own event and the platform's for one addition are at most this far apart, in either order. */
export const SAME_MOMENT_MS = 5000

export function touchWindow({ kind, atMs }: Conversion, windows: AttributionWindows) {
  const toMs = kind === 'cart' ? atMs + SAME_MOMENT_MS : atMs
  return { clicksFromMs: atMs - windows.clickMs, viewsFromMs: atMs - windows.viewMs, toMs }
}

/** Events are accepted up to two days late and two days early. */
const SLACK_MS = 5 * 86_400_000

/** Touches of conversions since this time are all stored. */
export function explainedFrom(newestAtMs: number): number {
  return newestAtMs - SLACK_MS
}

export function keptTouches(newestAtMs: number, windows: AttributionWindows) {
  const fromMs = explainedFrom(newestAtMs)
  return { clicksFromMs: fromMs - windows.clickMs, viewsFromMs: fromMs - windows.viewMs }
}

export interface TouchRow {
  at: number
  event: string
  source: string
}

export function toTouch(kind: Touch['kind'], product: TouchedProduct, { at, event, source }: TouchRow): Touch {
  const { productId, ...shown } = product
  return { kind, productId, atMs: at, eventId: event, source: { ...JSON.parse(source), ...shown } }
}

export function compareTouches(a: Touch, b: Touch): number {
  return a.atMs - b.atMs || compareTexts(a.eventId, b.eventId) || a.productId - b.productId
}

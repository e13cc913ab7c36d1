import { isUsableTime, type PlatformId, readPlatformId } from '@vitrine/contract'
import { readNumericId } from '../platform/catalog-values.ts'
import { readCurrency } from '../platform/event-values.ts'
import { Refusal } from '../errors.ts'

/** Reads an id, or refuses the webhook: it cannot be applied without one, and sending it again would not help. */
export function requireId(value: unknown, field: string): PlatformId {
  const id = readPlatformId(value)
  if (id === undefined) throw new Refusal(400, `${field} must be an id`)
  return id
}

/** Reads the id of something that always has a number: a stock item or its location. */
export function requireNumber(value: unknown, field: string): number {
  const id = readNumericId(value)
  if (id === undefined) throw new Refusal(400, `${field} must be an id`)
  return id
}

/** Returns the time of a change by the platform's clock; a change without a time counts as happening now. */
export function timeOf(value: unknown, nowMs: number): number {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return isUsableTime(time) ? time : nowMs
}

/** Reads a currency, or refuses the webhook: amounts in an unknown currency cannot be added up. */
export function requireCurrency(value: unknown): string {
  const currency = readCurrency(value)
  if (currency === undefined) throw new Refusal(400, 'currency must be an ISO 4217 code')
  return currency
}

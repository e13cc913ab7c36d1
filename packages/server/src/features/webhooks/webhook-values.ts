import { isUsableTime, type PlatformId, readPlatformId } from '@vitrine/contract'
import { readNumericId } from '../platform/catalog-values.ts'
import { readCurrency } from '../platform/event-values.ts'
import { Refusal } from '../errors.ts'

/** Refuses a webhook without an id, because sending it again would not help. */
export function requireId(value: unknown, field: string): PlatformId {
  const id = readPlatformId(value)
  if (id === undefined) throw new Refusal(400, `${field} must be an id`)
  return id
}

/** For stock items and locations, which always have numeric ids. */
export function requireNumber(value: unknown, field: string): number {
  const id = readNumericId(value)
  if (id === undefined) throw new Refusal(400, `${field} must be an id`)
  return id
}

/** A change without a time counts as happening now. */
export function timeOf(value: unknown, nowMs: number): number {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return isUsableTime(time) ? time : nowMs
}

/** Refuses a webhook without a currency, because amounts in an unknown one cannot be added up. */
export function requireCurrency(value: unknown): string {
  const currency = readCurrency(value)
  if (currency === undefined) throw new Refusal(400, 'currency must be an ISO 4217 code')
  return currency
}

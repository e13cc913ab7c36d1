import { isUsableTime, type PlatformId, readPlatformId } from '@vitrine/contract'
import { readNumericId } from '../platform/catalog-values.ts'
import { readCurrency } from '../platform/event-values.ts'
import { Refusal } from '../errors.ts'

/** The id of the webhook's object; without one it cannot be applied, and sending it again would not help. */
export function requireId(value: unknown, field: string): PlatformId {
  const id = readPlatformId(value)
  if (id === undefined) throw new Refusal(400, `${field} must be an id`)
  return id
}

/** Requires the id of something that always has a number: stock items and their locations. */
export function requireNumber(value: unknown, field: string): number {
  const id = readNumericId(value)
  if (id === undefined) throw new Refusal(400, `${field} must be an id`)
  return id
}

/** The time by the platform's clock; without one, it counts as happening now. */
export function timeOf(value: unknown, nowMs: number): number {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return isUsableTime(time) ? time : nowMs
}

/** Requires a known currency: amounts in an unknown one cannot be added up. */
export function requireCurrency(value: unknown): string {
  const currency = readCurrency(value)
  if (currency === undefined) throw new Refusal(400, 'currency must be an ISO 4217 code')
  return currency
}

import { readId } from '../platform/catalog-values.ts'
import { Refusal } from '../errors.ts'

/** The number of what the webhook is about; without one it cannot be applied, and sending it again would not help. */
export function requireId(value: unknown, field: string): number {
  const id = readId(value)
  if (id === undefined) throw new Refusal(400, `${field} must be an id`)
  return id
}

/** The platform's own clock; what has no time counts as happening now. */
export function timeOf(value: unknown, nowMs: number): number {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? nowMs : time
}

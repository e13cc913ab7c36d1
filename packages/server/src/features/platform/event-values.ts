/** Reads the values of the platform's payloads in each form they come in. Answers undefined for anything else, never throws. */

import { beginningOf, isCurrency, MAX_AMOUNT, MAX_PIECES } from '@vitrine/contract'

export type Fields = Record<string, unknown>

export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** An id of any form as the short text it is compared by: the last part of a gid, a number's digits. */
export function readTextId(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined
  if (typeof value !== 'string' || value === '') return undefined
  const id = value.startsWith('gid://') ? value.slice(value.lastIndexOf('/') + 1).split('?', 1)[0] : value
  return id === undefined || id === '' ? undefined : beginningOf(id, 255)
}

export function readText(value: unknown, maxLength = 1024): string | undefined {
  return typeof value === 'string' && value !== '' ? beginningOf(value, maxLength) : undefined
}

/** `19.9`, `"19.90"`, `{amount: …}`; not negative. The contract has refused what is larger; past events may hold it. */
export function readAmount(value: unknown): number | undefined {
  const raw = fieldsOf(value)?.amount ?? value
  const amount = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw
  return typeof amount === 'number' && amount >= 0 && amount <= MAX_AMOUNT ? amount : undefined
}

export function readCurrency(value: unknown): string | undefined {
  const code = fieldsOf(value)?.currencyCode ?? value
  return typeof code === 'string' && isCurrency(code) ? code.toUpperCase() : undefined
}

/** A count of pieces; 1 where nothing readable is said. */
export function readQuantity(value: unknown): number {
  const count = typeof value === 'string' ? Number(value) : value
  return typeof count === 'number' && Number.isFinite(count) && count >= 0 ? Math.min(Math.round(count), MAX_PIECES) : 1
}

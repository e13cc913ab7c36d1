/** Reads values of payloads in all their forms. Never throws; unreadable values are undefined. */

import { beginningOf, isCurrency, MAX_AMOUNT, MAX_PIECES } from '@vitrine/contract'
import { readItemNumber } from '../../ports/record-store/item-number.ts'

export type Fields = Record<string, unknown>

export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns the last part of a gid, or the digits of a number. */
export function readTextId(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined
  if (typeof value !== 'string' || value === '') return undefined
  const id = value.startsWith('gid://') ? value.slice(value.lastIndexOf('/') + 1).split('?', 1)[0] : value
  return id === undefined || id === '' ? undefined : beginningOf(id, 255)
}

export function readText(value: unknown, maxLength = 1024): string | undefined {
  return typeof value === 'string' && value !== '' ? beginningOf(value, maxLength) : undefined
}

/** Reads `19.9`, `"19.90"` or `{amount: …}`. Ignores negative amounts and, in old events, those above `MAX_AMOUNT`. */
export function readAmount(value: unknown): number | undefined {
  const raw = fieldsOf(value)?.amount ?? value
  const amount = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw
  return typeof amount === 'number' && amount >= 0 && amount <= MAX_AMOUNT ? amount : undefined
}

export function readCurrency(value: unknown): string | undefined {
  const code = fieldsOf(value)?.currencyCode ?? value
  return typeof code === 'string' && isCurrency(code) ? code.toUpperCase() : undefined
}

/** Returns 1 if the quantity is missing or unreadable. */
export function readQuantity(value: unknown): number {
  const count = typeof value === 'string' ? Number(value) : value
  return typeof count === 'number' && Number.isFinite(count) && count >= 0 ? Math.min(Math.round(count), MAX_PIECES) : 1
}

/** One unreadable line makes the cart undefined, because missing products would count as removed. */
export function readCart(cart: unknown): Map<number, number> | undefined {
  const lines = linesOf(cart)
  if (lines === undefined) return undefined
  const pieces = new Map<number, number>()
  for (const value of lines) {
    const line = fieldsOf(value)
    const quantity = readQuantity(line?.quantity)
    if (quantity === 0) continue
    const id = readItemNumber('product', fieldsOf(fieldsOf(line?.merchandise)?.product)?.id ?? line?.product_id)
    if (id === undefined) return undefined
    pieces.set(id, (pieces.get(id) ?? 0) + quantity)
  }
  return pieces
}

function linesOf(cart: unknown): readonly unknown[] | undefined {
  const { lines, items } = fieldsOf(cart) ?? {}
  const { nodes, edges } = fieldsOf(lines) ?? {}
  const direct = [lines, nodes, items].find(Array.isArray)
  if (direct !== undefined) return direct
  return Array.isArray(edges) ? listOf(edges).map((edge) => fieldsOf(edge)?.node) : undefined
}

/**
 * The number by which the catalog, the events and the answers know a product, variant or collection: the platform's own, or one that
 * follows from the platform's text. It needs no table, so an event may name a product before the catalog has it.
 */
import { hash } from 'node:crypto'
import { type PlatformId, readPlatformId } from '@vitrine/contract'

type Kind = 'product' | 'variant' | 'collection' | 'image'

const FIRST_DERIVED = 2 ** 52

/** True if the number was derived here, and is not the platform's own. */
export function isDerivedNumber(number: number): boolean {
  return number >= FIRST_DERIVED
}

/**
 * A stable number for something whose source gives none: the same parts give the same number for ever.
 *
 *   bit 52     always 1: above every number the platform has given out, so the two kinds never meet
 *   bits 0–51  from SHA-256: among 100,000 numbers the chance that any two agree is about one in a million
 */
export function derivedNumber(...parts: readonly (string | number)[]): number {
  const digest = hash('sha256', JSON.stringify(parts), 'buffer')
  const high = digest.readUInt32BE(0) & 0xfffff
  return FIRST_DERIVED + high * 2 ** 32 + digest.readUInt32BE(4)
}

/** Number of a product that its source names by handle alone. */
export function handleNumber(handle: string): number {
  return derivedNumber('product', handle)
}

/** The same for every way of writing the id. What is no id has a number that nothing else has. */
export function itemNumber(kind: Kind, id: PlatformId): number {
  const read = readPlatformId(id) ?? ''
  return typeof read === 'number' ? read : derivedNumber('foreign', kind, read)
}

export function productNumber(id: PlatformId): number {
  return itemNumber('product', id)
}

/** Number of a value as it was sent; undefined if it is no id. */
export function readItemNumber(kind: Kind, value: unknown): number | undefined {
  const id = readPlatformId(value)
  return id === undefined ? undefined : itemNumber(kind, id)
}

/** The platform's own id, where it is not the number. What we wrote ourselves has the number as `id`, and beside it the text it follows from. */
export function readExternalId(kind: Kind, sent: { id?: unknown; external_id?: unknown }): { externalId?: string } {
  const id = readPlatformId(sent.id)
  if (typeof id === 'string') return { externalId: id }
  const text = readPlatformId(sent.external_id)
  return typeof text === 'string' && itemNumber(kind, text) === id ? { externalId: text } : {}
}

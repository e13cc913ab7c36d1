/**
 * Numbers of products, variants and collections: the platform's own, or derived from a text id. Deriving needs no
 * table, so an event may name a product that is not in the catalog yet.
 */
import { hash } from 'node:crypto'
import { type PlatformId, readPlatformId } from '@vitrine/contract'

type Kind = 'product' | 'variant' | 'collection' | 'image'

const FIRST_DERIVED = 2 ** 52

export function isDerivedNumber(number: number): boolean {
  return number >= FIRST_DERIVED
}

/**
 * Returns a stable number for something whose source has none: the same parts always give the same number.
 *
 * bit 52     always 1: above every number the platform has used, so the two kinds never collide
 * bits 0–51  from SHA-256: among 100,000 numbers the chance of any collision is about one in a million
 */
export function derivedNumber(...parts: readonly (string | number)[]): number {
  const digest = hash('sha256', JSON.stringify(parts), 'buffer')
  const high = digest.readUInt32BE(0) & 0xfffff
  return FIRST_DERIVED + high * 2 ** 32 + digest.readUInt32BE(4)
}

/** Returns the number of a product whose source identifies products by handle alone. */
export function handleNumber(handle: string): number {
  return derivedNumber('product', handle)
}

/** Returns the same number for every spelling of an id. A value that is not an id gets a number of no other item. */
export function itemNumber(kind: Kind, id: PlatformId): number {
  const read = readPlatformId(id) ?? ''
  return typeof read === 'number' ? read : derivedNumber('foreign', kind, read)
}

export function productNumber(id: PlatformId): number {
  return itemNumber('product', id)
}

/** Returns the number of an id; undefined if the value is not an id. */
export function readItemNumber(kind: Kind, value: unknown): number | undefined {
  const id = readPlatformId(value)
  return id === undefined ? undefined : itemNumber(kind, id)
}

/** Returns the platform's own id if it is a text. In data that Vitrine exported, it is in `external_id`. */
export function readExternalId(kind: Kind, sent: { id?: unknown; external_id?: unknown }): { externalId?: string } {
  const id = readPlatformId(sent.id)
  if (typeof id === 'string') return { externalId: id }
  const text = readPlatformId(sent.external_id)
  return typeof text === 'string' && itemNumber(kind, text) === id ? { externalId: text } : {}
}

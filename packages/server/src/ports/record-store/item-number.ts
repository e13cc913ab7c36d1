/** Deriving a number from a text id needs no table, so an event may refer to a product before the catalog has it. */
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

/** Some sources identify products by handle alone. */
export function handleNumber(handle: string): number {
  return derivedNumber('product', handle)
}

/** All spellings of an id have the same number. A value that is no id gets a number of no other item. */
export function itemNumber(kind: Kind, id: PlatformId): number {
  const read = readPlatformId(id) ?? ''
  return typeof read === 'number' ? read : derivedNumber('foreign', kind, read)
}

export function productNumber(id: PlatformId): number {
  return itemNumber('product', id)
}

/** Returns undefined if the value is no id. */
export function readItemNumber(kind: Kind, value: unknown): number | undefined {
  const id = readPlatformId(value)
  return id === undefined ? undefined : itemNumber(kind, id)
}

/** Returns an id that is a text. Data that Vitrine exported has it in `external_id`. */
export function readExternalId(kind: Kind, sent: { id?: unknown; external_id?: unknown }): { externalId?: string } {
  const id = readPlatformId(sent.id)
  if (typeof id === 'string') return { externalId: id }
  const text = readPlatformId(sent.external_id)
  return typeof text === 'string' && itemNumber(kind, text) === id ? { externalId: text } : {}
}

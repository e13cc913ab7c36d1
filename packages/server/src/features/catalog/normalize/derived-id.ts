import { hash } from 'node:crypto'
import type { Metafield } from '../../../ports/record-store/product.ts'

const FIRST_DERIVED = 2 ** 52

/** Whether the number was derived here, and is not the platform's own. */
export function isDerivedId(id: number): boolean {
  return id >= FIRST_DERIVED
}

/**
 * A stable number for something whose source gives none: the same parts give the same number for ever.
 *
 *   bit 52     always 1: above every number the platform has given out, so the two kinds never meet
 *   bits 0–51  from SHA-256: among 100,000 numbers the chance that any two agree is about one in a million
 */
export function derivedId(...parts: readonly (string | number)[]): number {
  const digest = hash('sha256', JSON.stringify(parts), 'buffer')
  const high = digest.readUInt32BE(0) & 0xfffff
  return FIRST_DERIVED + high * 2 ** 32 + digest.readUInt32BE(4)
}

const LONGEST_FOREIGN = 255
/** A number that is none of ours (negative, with a fraction, too large) or a platform id that is cut off: more likely a fault than a name. */
const FAULTY = /^[-+]?[\d.]+$|^gid:\/\//

/** A number for an id of another platform (`prod_01H…`, a UUID): the same text gives the same number for ever. */
export function foreignId(kind: 'product' | 'variant' | 'image', id: unknown): number | undefined {
  const text = typeof id === 'string' ? id.trim() : ''
  if (text === '' || text.length > LONGEST_FOREIGN || FAULTY.test(text)) return undefined
  return derivedId('foreign', kind, text)
}

/** Where the id itself is kept, so that a storefront finds its own again. */
export function sourceId(kind: 'product' | 'variant', id: unknown): Metafield[] {
  if (foreignId(kind, id) === undefined) return []
  return [{ namespace: 'source', key: 'id', value: (id as string).trim() }]
}

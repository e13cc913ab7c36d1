import { hash } from 'node:crypto'

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

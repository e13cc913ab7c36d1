import { hash, timingSafeEqual } from 'node:crypto'

export function contentHash(bytes: Uint8Array): string {
  return hash('sha256', bytes)
}

/** Returns undefined if the bytes do not have this hash. */
export function verified(bytes: Uint8Array, expected: string): Uint8Array | undefined {
  return contentHash(bytes) === expected ? bytes : undefined
}

/** The time does not depend on where the hashes differ. */
export function sameHash(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

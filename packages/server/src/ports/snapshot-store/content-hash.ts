import { hash, timingSafeEqual } from 'node:crypto'

export function contentHash(bytes: Uint8Array): string {
  return hash('sha256', bytes)
}

/** Returns the bytes if they have this hash, otherwise undefined. */
export function verified(bytes: Uint8Array, expected: string): Uint8Array | undefined {
  return contentHash(bytes) === expected ? bytes : undefined
}

/** Compares hashes in a time that does not depend on where they differ. */
export function sameHash(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

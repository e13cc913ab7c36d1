import { hash } from 'node:crypto'

export function contentHash(bytes: Uint8Array): string {
  return hash('sha256', bytes)
}

/** Returns the bytes if they are what the hash says. */
export function verified(bytes: Uint8Array, expected: string): Uint8Array | undefined {
  return contentHash(bytes) === expected ? bytes : undefined
}

/** Cursors are opaque to clients, signed, and valid only for their shop and query. */
import { createHash, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'

export interface Cursor {
  chain: string
  stream: string
  /** Index of the next product in the ranking. */
  place: number
  shown: number
}

export interface Cursors {
  write(cursor: Cursor, query: string): string
  /** Returns undefined for a forged cursor, or one of another query or shop. */
  read(text: string, query: string): Cursor | undefined
}

const SIGNATURE_BYTES = 16

/** Former secrets are only used to read cursors. */
export function signedCursors(secret: string, ...former: string[]): Cursors {
  // Creating a key from text takes six times as long as the hash.
  const keyOf = (text: string) => createSecretKey(`cursor ${text}`, 'utf8')
  const newest = keyOf(secret)
  const accepted = [newest, ...former.map(keyOf)]
  const sign = (payload: string, query: string, by = newest) =>
    createHmac('sha256', by).update(`${query}\n${payload}`).digest().subarray(0, SIGNATURE_BYTES)
  return {
    write({ chain, stream, place, shown }, query) {
      const payload = Buffer.from(JSON.stringify([chain, stream, place, shown])).toString('base64url')
      return `${payload}.${sign(payload, query).toString('base64url')}`
    },
    read(text, query) {
      const [payload, signature, ...rest] = text.split('.')
      if (!payload || !signature || rest.length > 0) return undefined
      const given = Buffer.from(signature, 'base64url')
      // Decoding ignores characters that are not base64url, so the canonical form is compared: nothing may be appended.
      if (given.toString('base64url') !== signature) return undefined
      if (!accepted.some((by) => isSame(given, sign(payload, query, by)))) return undefined
      const [chain, stream, place, shown] = JSON.parse(Buffer.from(payload, 'base64url').toString())
      return { chain, stream, place, shown }
    },
  }
}

function isSame(given: Buffer, wanted: Buffer): boolean {
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** Hashes route, shop, and every field that decides which products are returned. */
export function queryKey(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

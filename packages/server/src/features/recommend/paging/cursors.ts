/** Cursors are opaque to the client, signed, and valid only for the shop and the query they were made for. */
import { createHash, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'

export interface Cursor {
  /** Id shared by all pages that were reached from one another. */
  chain: string
  /** Id of the ranking being read. */
  stream: string
  /** Next index in that ranking. */
  place: number
  /** Number of products shown so far. */
  shown: number
}

export interface Cursors {
  write(cursor: Cursor, query: string): string
  /** Returns undefined if the cursor is forged, or belongs to another query or shop. */
  read(text: string, query: string): Cursor | undefined
}

const SIGNATURE_BYTES = 16

/** Cursors signed with former secrets are accepted, but new ones are not signed with them. */
export function signedCursors(secret: string, ...former: string[]): Cursors {
  // Keys are created once: creating one from text costs six times as much as the hash.
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
      // Decoding ignores characters that are not base64url, so the signature is compared in its canonical form: nothing
      // may be appended.
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

/** Hashes what a cursor is bound to: route, shop, and every field that decides which products are returned. */
export function queryKey(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

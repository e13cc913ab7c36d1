/** Cursors: opaque to the client, signed, and good only for the shop and the query that made them. */
import { createHash, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'

export interface Cursor {
  /** Names all pages taken one from another. */
  chain: string
  /** The ranking being read. */
  stream: string
  /** Next place in that ranking. */
  place: number
  /** Products shown so far. */
  shown: number
}

export interface Cursors {
  write(cursor: Cursor, query: string): string
  /** undefined: forged, of another query, or of another shop. */
  read(text: string, query: string): Cursor | undefined
}

const SIGNATURE_BYTES = 16

/** Cursors of the former secrets are read; none is written any more. */
export function signedCursors(secret: string, ...former: string[]): Cursors {
  // Made into keys once: from text that would cost six times the hash.
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
      // Decoding skips what is not base64url: one cursor has one spelling, and nothing behind it.
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

/** Hashes what a cursor is bound to: route, shop, and every field that decides which products come. */
export function queryKey(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/**
 * Shortens texts that are part of a key: PostgreSQL indexes at most some 2,700 bytes of a row. The contract bounds
 * ids, but not paths and queries.
 */
import { beginningOf } from '@vitrine/contract'
import { hash } from 'node:crypto'

const LONGEST = 400
const KEPT = 120

/** Returns the text or, if it is too long, its beginning and a hash of the whole. */
export function bounded(text: string): string {
  return text.length <= LONGEST ? text : `${beginningOf(text, KEPT)}…${hash('sha256', text)}`
}

/** PostgreSQL indexes at most some 2,700 bytes of a row, so long paths and queries are shortened. */
import { beginningOf } from '@vitrine/contract'
import { hash } from 'node:crypto'

const LONGEST = 400
const KEPT = 120

/** Returns the beginning of a long text and a hash of the whole. */
export function bounded(text: string): string {
  return text.length <= LONGEST ? text : `${beginningOf(text, KEPT)}…${hash('sha256', text)}`
}

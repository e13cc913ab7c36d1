import { hasBit } from '../../columns/bitset.ts'
import { ownFields } from '../segment/posting-payload.ts'
import type { ExpandInput, TermPostings } from './expand-terms.ts'

/** Whether a product of the shop has one of the postings in one of the fields, where it speaks of itself. */
export function isNamedIn({ views }: Pick<ExpandInput, 'views'>, postings: TermPostings, fields: number): boolean {
  return views.some(({ liveDocs, segment }, s) =>
    postings[s].some(({ docs, payloads, start, end, firstTerm, endTerm }) => {
      // Most words that only descriptions have are told by their term alone.
      if (endTerm === firstTerm + 1 && (segment.termFields[firstTerm] & fields) === 0) return false
      for (let at = start; at < end; at++) {
        const isLive = liveDocs === null || hasBit(liveDocs, docs[at])
        if (isLive && (ownFields(payloads[at]) & fields) !== 0) return true
      }
      return false
    }),
  )
}

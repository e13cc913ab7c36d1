import { gallopTo } from './expand/find-phrase.ts'
import type { WeightedPostings } from './expand/weighted-postings.ts'
import type { PreparedTextQuery } from './prepare-query.ts'
import { TEXT_FIELDS, type TextField } from './text-doc.ts'
import type { FoundWord } from './text-query.ts'

/** Why a doc was found: for each word of the query the form and the fields that matched. */
export function explainMatch({ terms }: PreparedTextQuery, segment: number, doc: number): FoundWord[] {
  return terms.flatMap(({ term, postings }) => explainWord(term.word, postings[segment], doc))
}

function explainWord(word: string, postingLists: readonly WeightedPostings[], doc: number): FoundWord[] {
  let best: { postings: WeightedPostings; payload: number } | undefined
  for (const postings of postingLists) {
    const payload = payloadOf(postings, doc)
    if (payload !== 0 && (best === undefined || postings.weight > best.postings.weight)) best = { postings, payload }
  }
  if (best === undefined) return []
  const { text, kind, edits } = best.postings
  return [{ word, term: text, kind, edits, fields: fieldsOf(best.payload) }]
}

function payloadOf(postings: WeightedPostings, doc: number): number {
  const isSorted = postings.endTerm - postings.firstTerm <= 1
  if (isSorted) {
    const at = gallopTo(postings.docs, postings.start, postings.end, doc)
    return at < postings.end && postings.docs[at] === doc ? postings.payloads[at] : 0
  }
  let payload = 0
  for (let at = postings.start; at < postings.end; at++) if (postings.docs[at] === doc) payload |= postings.payloads[at]
  return payload
}

function fieldsOf(payload: number): TextField[] {
  return TEXT_FIELDS.filter((_, field) => (payload & (1 << field)) !== 0)
}

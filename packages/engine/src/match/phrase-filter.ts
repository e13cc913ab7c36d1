/** Finds the words of a query's constraints in product texts, for products whose values are silent. */
import { findPhrase, visitPostingsOf } from '../expand/find-phrase.ts'
import { pronunciationPostings } from '../expand/pronunciation-postings.ts'
import { wordPostings } from '../expand/word-postings.ts'
import {
  FIELD_MASK,
  fieldBit,
  NAMING_FIELDS,
  ownFields,
  STRONG_FIELDS,
  TITLE_BIT,
} from '../text/segment/posting-payload.ts'
import type { Asked, FoundDocs } from './criteria.ts'

const SAID_IN: Readonly<Record<Asked['kind'], number>> = {
  price: 0,
  exclusion: FIELD_MASK,
  part_number: 0,
  filler: 0,
  color: STRONG_FIELDS,
  size: STRONG_FIELDS,
  measure: FIELD_MASK,
  phrase: FIELD_MASK,
  vendor: TITLE_BIT,
  // A product type that contains the word may be another product: phone cases are not phones.
  category: NAMING_FIELDS & ~(fieldBit('vendor') | fieldBit('productType')),
}

/** Kinds for which title words after "for" or "with" count too: the blue of a "dress with blue flowers" is visible. */
const SAID_ANYWHERE: ReadonlySet<Asked['kind']> = new Set(['phrase', 'measure', 'color'])

/** Indexed like `found.docs`: 1 if the doc has the words side by side. */
export function phraseFilter(found: FoundDocs, { kind, phrases }: Asked, saidIn = SAID_IN[kind]): Uint8Array {
  const said = new Uint8Array(found.docs.length)
  const isWhole = SAID_ANYWHERE.has(kind)
  for (const words of phrases) {
    for (const postings of postingsOf(found, kind, words)) {
      const { payloads } = postings
      visitPostingsOf(postings, found.docs, (place, at) => {
        const fields = isWhole ? payloads[at] : ownFields(payloads[at])
        if ((fields & saidIn) !== 0) said[place] = 1
      })
    }
  }
  return said
}

/** A single word matches in any inflection unless it was quoted; several words match only as written. */
function postingsOf({ index, view, docs }: FoundDocs, kind: Asked['kind'], words: readonly string[]) {
  const { segment } = index.views[view]
  if (words.length === 1 && kind !== 'phrase') {
    const textView = index.text.views[view]
    return [...wordPostings(textView, words[0], index.text), ...pronunciationPostings(index.text, words[0])[view]]
  }
  return findPhrase(segment.text, words, { among: docs, fields: SAID_IN[kind] })
}

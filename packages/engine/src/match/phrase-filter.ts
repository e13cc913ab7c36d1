/** Reads what products say of themselves in words, if their values do not answer what a query asks. */
import { visitPostingsOf, findPhrase } from '../expand/find-phrase.ts'
import type { WeightedPostings } from '../expand/weighted-postings.ts'
import { readingPostings } from '../expand/reading-postings.ts'
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

/** The fields in which a product says of itself what is asked. */
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
  // Another type that has the word is another thing: phone cases are no phones.
  category: NAMING_FIELDS & ~(fieldBit('vendor') | fieldBit('productType')),
}

/** Kinds that count anywhere in a title: a color after "with" is seen on the product, as in "dress with blue flowers". */
const SAID_ANYWHERE: ReadonlySet<Asked['kind']> = new Set(['phrase', 'measure', 'color'])

/** Holds 1 for each doc found that says the words side by side, by place. What a title says a product is for counts only if it is also on it. */
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

/** One word in all its forms, unless it was quoted; several as they stand. */
function postingsOf({ index, view, docs }: FoundDocs, kind: Asked['kind'], words: readonly string[]) {
  const { segment } = index.views[view]
  if (words.length === 1 && kind !== 'phrase') {
    const textView = index.text.views[view]
    return [...wordPostings(textView, words[0], index.text), ...readingPostings(index.text, words[0])[view]]
  }
  const scope = { among: docs, fields: SAID_IN[kind] }
  const found: WeightedPostings | undefined = findPhrase(segment.text, words, PHRASE, scope)
  return found === undefined ? [] : [found]
}

const PHRASE = { weight: 1, kind: 'exact', edits: 0, text: '' } as const

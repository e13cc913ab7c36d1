import { TEXT_FIELDS } from '../text-doc.ts'
import {
  DESCRIPTION_TIMES_SHIFT,
  MAX_TIMES,
  METAFIELD_TIMES_SHIFT,
  TITLE_BIT,
  TITLE_TAIL_BIT,
} from './posting-payload.ts'
import { SAME_POSITION } from './read-docs.ts'

export interface InvertInput {
  readonly docCount: number
  readonly termCount: number
  readonly words: Uint32Array
  readonly fieldStarts: Uint32Array
  /** 1 for linking words such as "for" (linking-words.ts). */
  readonly linking: Uint8Array
}

const FIELD_COUNT = TEXT_FIELDS.length
const DESCRIPTION_FIELD = TEXT_FIELDS.indexOf('description')
const METAFIELDS_FIELD = TEXT_FIELDS.indexOf('metafields')

/** Turns words by doc into docs by word. Two passes, so that no list has to grow. */
export function invert(input: InvertInput) {
  const postStarts = countPostings(input)
  const total = postStarts[input.termCount]
  const postDocs = new Uint32Array(total)
  const postPayloads = new Uint16Array(total)
  const termFields = new Uint16Array(input.termCount)
  const payloads = new Uint16Array(input.termCount)
  const next = postStarts.slice(0, input.termCount)
  const docTerms = new Uint32Array(longestDoc(input))
  for (let doc = 0; doc < input.docCount; doc++) {
    const count = readPayloads(input, doc, payloads, docTerms)
    for (let i = 0; i < count; i++) {
      const term = docTerms[i]
      const at = next[term]++
      postDocs[at] = doc
      postPayloads[at] = payloads[term]
      termFields[term] |= payloads[term]
      payloads[term] = 0
    }
  }
  return { postStarts, postDocs, postPayloads, termFields, ...fieldLengths(input) }
}

function countPostings({ docCount, termCount, words, fieldStarts }: InvertInput): Uint32Array {
  const starts = new Uint32Array(termCount + 1)
  const lastDoc = new Int32Array(termCount).fill(-1)
  for (let doc = 0; doc < docCount; doc++) {
    const end = fieldStarts[(doc + 1) * FIELD_COUNT]
    for (let i = fieldStarts[doc * FIELD_COUNT]; i < end; i++) {
      const term = words[i] & ~SAME_POSITION
      if (lastDoc[term] === doc) continue
      lastDoc[term] = doc
      starts[term + 1]++
    }
  }
  for (let term = 0; term < termCount; term++) starts[term + 1] += starts[term]
  return starts
}

function longestDoc({ docCount, fieldStarts }: InvertInput): number {
  let longest = 0
  for (let doc = 0; doc < docCount; doc++) {
    longest = Math.max(longest, fieldStarts[(doc + 1) * FIELD_COUNT] - fieldStarts[doc * FIELD_COUNT])
  }
  return longest
}

/** Adds up the payloads of the doc's terms, and lists each term once. All payloads must be 0 beforehand. */
function readPayloads(input: InvertInput, doc: number, payloads: Uint16Array, docTerms: Uint32Array): number {
  const { words, fieldStarts } = input
  let count = readTitle(input, doc, payloads, docTerms)
  for (let field = 1; field < FIELD_COUNT; field++) {
    const base = doc * FIELD_COUNT + field
    const bit = 1 << field
    for (let i = fieldStarts[base]; i < fieldStarts[base + 1]; i++) {
      const term = words[i] & ~SAME_POSITION
      if (payloads[term] === 0) docTerms[count++] = term
      payloads[term] |= bit
      if (field === DESCRIPTION_FIELD) countTime(payloads, term, DESCRIPTION_TIMES_SHIFT)
      else if (field === METAFIELDS_FIELD) countTime(payloads, term, METAFIELD_TIMES_SHIFT)
    }
  }
  return count
}

function readTitle(input: InvertInput, doc: number, payloads: Uint16Array, docTerms: Uint32Array): number {
  const { words, fieldStarts, linking } = input
  const start = fieldStarts[doc * FIELD_COUNT]
  const end = fieldStarts[doc * FIELD_COUNT + 1]
  let count = 0
  let hasThing = false
  let isTail = false
  for (let i = start; i < end; i++) {
    const term = words[i] & ~SAME_POSITION
    if (linking[term] === 0) hasThing = true
    else if (linking[term] === 1 && hasThing) isTail = true
    if (payloads[term] === 0) {
      docTerms[count++] = term
      payloads[term] = isTail ? TITLE_BIT | TITLE_TAIL_BIT : TITLE_BIT
    }
  }
  return count
}

function countTime(payloads: Uint16Array, term: number, shift: number): void {
  if (((payloads[term] >> shift) & MAX_TIMES) < MAX_TIMES) payloads[term] += 1 << shift
}

function fieldLengths({ docCount, fieldStarts }: InvertInput) {
  const titleLengths = new Uint8Array(docCount)
  const metafieldLengths = new Uint16Array(docCount)
  const descriptionLengths = new Uint16Array(docCount)
  const lengthOf = (doc: number, field: number) => {
    const base = doc * FIELD_COUNT + field
    return fieldStarts[base + 1] - fieldStarts[base]
  }
  for (let doc = 0; doc < docCount; doc++) {
    titleLengths[doc] = Math.min(255, lengthOf(doc, 0))
    metafieldLengths[doc] = lengthOf(doc, METAFIELDS_FIELD)
    descriptionLengths[doc] = lengthOf(doc, DESCRIPTION_FIELD)
  }
  return { titleLengths, metafieldLengths, descriptionLengths }
}

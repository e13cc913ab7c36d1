import { textFields } from '../text-doc.ts'
import { descriptionTimesShift, maxTimes, metafieldTimesShift, titleBit, titleTailBit } from './posting-cell.ts'
import { samePosition } from './read-docs.ts'

export interface InvertInput {
  readonly docCount: number
  readonly termCount: number
  readonly words: Uint32Array
  readonly fieldStarts: Uint32Array
  /** 1 for terms such as "for": see linking-words.ts. */
  readonly linking: Uint8Array
}

export interface Inverted {
  readonly postStarts: Uint32Array
  readonly postDocs: Uint32Array
  readonly postCells: Uint16Array
  readonly termFields: Uint16Array
  readonly titleLengths: Uint8Array
  readonly metafieldLengths: Uint16Array
  readonly descriptionLengths: Uint16Array
}

const fieldCount = textFields.length
const descriptionField = textFields.indexOf('description')
const metafieldsField = textFields.indexOf('metafields')

/** Words by doc become docs by word. Two passes, so that no list ever grows. */
export function invert(input: InvertInput): Inverted {
  const postStarts = countPostings(input)
  const total = postStarts[input.termCount]
  const postDocs = new Uint32Array(total)
  const postCells = new Uint16Array(total)
  const termFields = new Uint16Array(input.termCount)
  const cells = new Uint16Array(input.termCount)
  const next = postStarts.slice(0, input.termCount)
  const docTerms = new Uint32Array(longestDoc(input))
  for (let doc = 0; doc < input.docCount; doc++) {
    const count = readCells(input, doc, cells, docTerms)
    for (let i = 0; i < count; i++) {
      const term = docTerms[i]
      const at = next[term]++
      postDocs[at] = doc
      postCells[at] = cells[term]
      termFields[term] |= cells[term]
      cells[term] = 0
    }
  }
  return { postStarts, postDocs, postCells, termFields, ...fieldLengths(input) }
}

function countPostings({ docCount, termCount, words, fieldStarts }: InvertInput): Uint32Array {
  const starts = new Uint32Array(termCount + 1)
  const lastDoc = new Int32Array(termCount).fill(-1)
  for (let doc = 0; doc < docCount; doc++) {
    const end = fieldStarts[(doc + 1) * fieldCount]
    for (let i = fieldStarts[doc * fieldCount]; i < end; i++) {
      const term = words[i] & ~samePosition
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
    longest = Math.max(longest, fieldStarts[(doc + 1) * fieldCount] - fieldStarts[doc * fieldCount])
  }
  return longest
}

/** Fills `cells` for the doc's terms and lists those terms once each. Every cell was 0 before. */
function readCells(input: InvertInput, doc: number, cells: Uint16Array, docTerms: Uint32Array): number {
  const { words, fieldStarts } = input
  let count = readTitle(input, doc, cells, docTerms)
  for (let field = 1; field < fieldCount; field++) {
    const base = doc * fieldCount + field
    const bit = 1 << field
    for (let i = fieldStarts[base]; i < fieldStarts[base + 1]; i++) {
      const term = words[i] & ~samePosition
      if (cells[term] === 0) docTerms[count++] = term
      cells[term] |= bit
      if (field === descriptionField) countTime(cells, term, descriptionTimesShift)
      else if (field === metafieldsField) countTime(cells, term, metafieldTimesShift)
    }
  }
  return count
}

function readTitle(input: InvertInput, doc: number, cells: Uint16Array, docTerms: Uint32Array): number {
  const { words, fieldStarts, linking } = input
  const start = fieldStarts[doc * fieldCount]
  const end = fieldStarts[doc * fieldCount + 1]
  let count = 0
  let isTail = false
  for (let i = start; i < end; i++) {
    const term = words[i] & ~samePosition
    if (linking[term] === 1 && i > start) isTail = true
    if (cells[term] === 0) {
      docTerms[count++] = term
      cells[term] = isTail ? titleBit | titleTailBit : titleBit
    }
  }
  return count
}

function countTime(cells: Uint16Array, term: number, shift: number): void {
  if (((cells[term] >> shift) & maxTimes) < maxTimes) cells[term] += 1 << shift
}

type FieldLengths = Pick<Inverted, 'titleLengths' | 'metafieldLengths' | 'descriptionLengths'>

function fieldLengths({ docCount, fieldStarts }: InvertInput): FieldLengths {
  const titleLengths = new Uint8Array(docCount)
  const metafieldLengths = new Uint16Array(docCount)
  const descriptionLengths = new Uint16Array(docCount)
  const lengthOf = (doc: number, field: number) => {
    const base = doc * fieldCount + field
    return fieldStarts[base + 1] - fieldStarts[base]
  }
  for (let doc = 0; doc < docCount; doc++) {
    titleLengths[doc] = Math.min(255, lengthOf(doc, 0))
    metafieldLengths[doc] = lengthOf(doc, metafieldsField)
    descriptionLengths[doc] = lengthOf(doc, descriptionField)
  }
  return { titleLengths, metafieldLengths, descriptionLengths }
}

import { samePosition } from '../segment/read-docs.ts'
import { textFields } from '../text-doc.ts'
import type { TextSegment } from '../text-segment.ts'
import type { Source } from './source.ts'

const fieldCount = textFields.length
const markCount = 1024
/** A term's place in `SlotFinder.marks`. */
export const markMask = markCount - 1
const noRange = 0x7fffffff
const optionsField = textFields.indexOf('options')

/** How the query's words stand to each other in one doc. */
export interface Closeness {
  /** Share of neighbouring slots that are neighbours in the title, 0 … 1. */
  readonly titlePairs: number
  /** Share of the title's words that the query names. */
  readonly titleShare: number
  /** The title holds all slots in order, side by side. */
  readonly isPhrase: boolean
}

/**
 * Which slots a term stands for, a bit each. A query has few terms, so they are simply tried one by one, but nearly all
 * words that are asked for are none of them: these are told by a mark that their last bits have in common.
 */
export class SlotFinder {
  /** 0 for terms that stand for no slot, unless a prefix does. */
  readonly marks = new Uint8Array(markCount)
  /** From the first to the last term of all prefixes. */
  rangeFirst = noRange
  rangeEnd = 0
  readonly #firsts: number[] = []
  readonly #ends: number[] = []
  readonly #bits: number[] = []

  constructor(sources: readonly (readonly Source[])[]) {
    sources.forEach((list, slot) => {
      for (const { firstTerm, endTerm } of list) if (endTerm > firstTerm) this.#add(firstTerm, endTerm, 1 << slot)
    })
  }

  #add(first: number, end: number, bit: number): void {
    const known = this.#firsts.findIndex((each, i) => each === first && this.#ends[i] === end)
    if (known >= 0) {
      this.#bits[known] |= bit
      return
    }
    if (end - first === 1) this.marks[first & markMask] = 1
    else {
      this.rangeFirst = Math.min(this.rangeFirst, first)
      this.rangeEnd = Math.max(this.rangeEnd, end)
    }
    this.#firsts.push(first)
    this.#ends.push(end)
    this.#bits.push(bit)
  }

  /** Tells queries apart that ask for the slot by other words. */
  termsOf(slot: number): string {
    return this.#firsts.filter((_, i) => (this.#bits[i] & (1 << slot)) !== 0).join()
  }

  bitsOf(term: number): number {
    if (this.marks[term & markMask] === 0 && (term < this.rangeFirst || term >= this.rangeEnd)) return 0
    let bits = 0
    for (let i = 0; i < this.#firsts.length; i++)
      if (term >= this.#firsts[i] && term < this.#ends[i]) bits |= this.#bits[i]
    return bits
  }
}

export function measureCloseness(segment: TextSegment, doc: number, finder: SlotFinder, slotCount: number): Closeness {
  const { fieldStarts } = segment
  const base = doc * fieldCount
  const title = readRun(segment, fieldStarts[base], fieldStarts[base + 1], finder)
  return {
    titlePairs: count(title.pairBits) / Math.max(1, slotCount - 1),
    titleShare: title.named / Math.max(1, title.length),
    isPhrase: slotCount > 1 && title.longest >= slotCount,
  }
}

interface Run {
  /** A bit for each slot whose next slot follows it somewhere. */
  readonly pairBits: number
  readonly named: number
  readonly length: number
  /** Most slots in order, side by side. */
  readonly longest: number
}

function readRun({ words }: TextSegment, start: number, end: number, finder: SlotFinder): Run {
  let pairBits = 0
  let named = 0
  let length = 0
  let longest = 0
  let current = 0
  let before = 0
  for (let i = start; i < end; i++) {
    const word = words[i]
    let bits = finder.bitsOf(word & ~samePosition)
    if ((word & samePosition) !== 0) continue
    while (i + 1 < end && (words[i + 1] & samePosition) !== 0) bits |= finder.bitsOf(words[++i] & ~samePosition)
    length++
    if (bits !== 0) named++
    const following = (before << 1) & bits
    pairBits |= following | ((bits << 1) & before)
    current = following !== 0 ? current + 1 : bits !== 0 ? 1 : 0
    if (current > longest) longest = current
    before = bits
  }
  return { pairBits, named, length, longest }
}

/** Slots among the product's options, a bit each. */
export function slotsInOptions({ words, fieldStarts }: TextSegment, doc: number, finder: SlotFinder): number {
  const base = doc * fieldCount + optionsField
  let bits = 0
  for (let i = fieldStarts[base]; i < fieldStarts[base + 1]; i++) bits |= finder.bitsOf(words[i] & ~samePosition)
  return bits
}

function count(bits: number): number {
  let total = 0
  for (let rest = bits >>> 0; rest !== 0; rest &= rest - 1) total++
  return total
}

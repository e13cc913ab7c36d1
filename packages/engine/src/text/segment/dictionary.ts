/**
 * Sorted strings in two flat arrays.
 *
 *   starts:  0    3      7 …       one slot per term, plus one
 *   chars:  [a r m][b e l t] …     UTF-16 units, in the order of JavaScript's string comparison
 *
 * A prefix is a range of term numbers. Words are found by hash: `slots` contains term numbers plus one, or 0 if empty;
 * collisions use the next free slot.
 */
export interface Dictionary {
  readonly chars: Uint16Array
  readonly starts: Uint32Array
  /** Its length is a power of two, at least twice the number of terms. */
  readonly slots: Uint32Array
}

export const NO_TERM = 0xffffffff

export function buildDictionary(sorted: readonly string[]): Dictionary {
  const starts = new Uint32Array(sorted.length + 1)
  for (let i = 0; i < sorted.length; i++) starts[i + 1] = starts[i] + sorted[i].length
  const chars = new Uint16Array(starts[sorted.length])
  let at = 0
  for (const term of sorted) for (let i = 0; i < term.length; i++) chars[at++] = term.charCodeAt(i)
  return { chars, starts, slots: hashTerms(chars, starts) }
}

function hashTerms(chars: Uint16Array, starts: Uint32Array): Uint32Array {
  const count = starts.length - 1
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * count + 2)))
  const mask = slots.length - 1
  for (let term = 0; term < count; term++) {
    let hash = HASH_START
    for (let i = starts[term]; i < starts[term + 1]; i++) hash = hashNext(hash, chars[i])
    let slot = hashEnd(hash) & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = term + 1
  }
  return slots
}

const HASH_START = 0x811c9dc5 | 0

function hashNext(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193)
}

/** Mixes high bits into the low ones, which select the slot. */
function hashEnd(hash: number): number {
  return hash ^ (hash >>> 15)
}

export function termCount(dictionary: Dictionary): number {
  return dictionary.starts.length - 1
}

export function termAt({ chars, starts }: Dictionary, term: number): string {
  // Three times as fast as spreading the array.
  return String.fromCharCode.apply(null, chars.subarray(starts[term], starts[term + 1]) as unknown as number[])
}

export function lengthAt({ starts }: Dictionary, term: number): number {
  return starts[term + 1] - starts[term]
}

export function findTerm(dictionary: Dictionary, word: string): number {
  const { slots } = dictionary
  const mask = slots.length - 1
  let hash = HASH_START
  for (let i = 0; i < word.length; i++) hash = hashNext(hash, word.charCodeAt(i))
  for (let slot = hashEnd(hash) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
    const term = slots[slot] - 1
    if (lengthAt(dictionary, term) === word.length && startsWith(dictionary, term, word)) return term
  }
  return NO_TERM
}

/** Returns the terms with the prefix; `end` is exclusive. */
export function prefixRange(dictionary: Dictionary, prefix: string): [first: number, end: number] {
  const count = termCount(dictionary)
  const isPast = (term: number) => !isBefore(dictionary, term, prefix) && !startsWith(dictionary, term, prefix)
  return [termsBefore(dictionary, prefix), firstPlace(count, isPast)]
}

export function termsBefore(dictionary: Dictionary, word: string): number {
  return firstPlace(termCount(dictionary), (term) => !isBefore(dictionary, term, word))
}

/** Binary search. `is` must be false up to the returned place and true from there on; `count` if never true. */
export function firstPlace(count: number, is: (place: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (is(middle)) high = middle
    else low = middle + 1
  }
  return low
}

function isBefore({ chars, starts }: Dictionary, term: number, word: string): boolean {
  const start = starts[term]
  const length = starts[term + 1] - start
  const common = Math.min(length, word.length)
  for (let i = 0; i < common; i++) {
    const difference = chars[start + i] - word.charCodeAt(i)
    if (difference !== 0) return difference < 0
  }
  return length < word.length
}

function startsWith({ chars, starts }: Dictionary, term: number, prefix: string): boolean {
  const start = starts[term]
  if (starts[term + 1] - start < prefix.length) return false
  for (let i = 0; i < prefix.length; i++) if (chars[start + i] !== prefix.charCodeAt(i)) return false
  return true
}

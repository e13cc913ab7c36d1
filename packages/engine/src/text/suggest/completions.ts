import { fold } from '../analysis/fold.ts'
import { unfinishedRanges } from '../analysis/hangul-syllables.ts'
import { editsBetween } from '../match/edit-distance.ts'
import { buildDictionary, type Dictionary, prefixRange, termAt, termsBefore } from '../segment/dictionary.ts'

export interface CompletionEntry {
  readonly text: string
  /** Larger comes first; only the order matters. */
  readonly weight: number
}

/** Phrases to complete what is being typed with. Immutable. */
export interface Completions {
  readonly texts: readonly string[]
  readonly weights: Float64Array
  /** Every phrase from each of its words on, folded and sorted: "red shoes" and "shoes" both lead to "red shoes". */
  readonly keys: Dictionary
  readonly keyEntries: Uint32Array
  /** 0 where the key is the whole phrase. */
  readonly keyWords: Uint8Array
}

export interface Completion {
  readonly text: string
  readonly weight: number
  readonly edits: number
}

const maxKeyWords = 6
const maxKeyLength = 60

/** Of phrases that fold to the same, the weightiest is kept. */
export function buildCompletions(entries: Iterable<CompletionEntry>): Completions {
  const kept = new Map<string, CompletionEntry>()
  for (const entry of entries) {
    const key = keyOf(entry.text)
    const known = kept.get(key)
    if (key !== '' && (known === undefined || known.weight < entry.weight)) kept.set(key, entry)
  }
  const keys: { key: string; entry: number; word: number }[] = []
  ;[...kept.keys()].forEach((key, entry) => {
    const words = key.split(' ')
    for (let word = 0; word < Math.min(words.length, maxKeyWords); word++)
      keys.push({ key: words.slice(word).join(' '), entry, word })
  })
  keys.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.entry - b.entry))
  const all = [...kept.values()]
  return {
    texts: all.map((entry) => entry.text),
    weights: Float64Array.from(all, (entry) => entry.weight),
    keys: buildDictionary(keys.map(({ key }) => key)),
    keyEntries: Uint32Array.from(keys, ({ entry }) => entry),
    keyWords: Uint8Array.from(keys, ({ word }) => word),
  }
}

function keyOf(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, maxKeyLength)
}

/** Phrases that begin, at any of their words, with what is typed; with one letter wrong only when there are too few. */
export function complete(completions: Completions, typed: string, limit: number): Completion[] {
  const prefix = keyOf(typed)
  const found = new Map<number, Completion & { readonly word: number }>()
  if (prefix === '') return bestEntries(completions, limit)
  addRange(completions, prefixRange(completions.keys, prefix), 0, found)
  for (const [from, end] of unfinishedRanges(prefix))
    addRange(completions, [termsBefore(completions.keys, from), termsBefore(completions.keys, end)], 0, found)
  if (found.size < limit) addMisspelt(completions, prefix, found)
  return [...found.values()]
    .sort(byWorth)
    .slice(0, limit)
    .map(({ text, weight, edits }) => ({ text, weight, edits }))
}

type Found = Map<number, Completion & { readonly word: number }>

function bestEntries({ texts, weights }: Completions, limit: number): Completion[] {
  const order = Array.from(texts.keys()).sort((a, b) => weights[b] - weights[a] || a - b)
  return order.slice(0, limit).map((entry) => ({ text: texts[entry], weight: weights[entry], edits: 0 }))
}

function addRange(completions: Completions, [first, end]: [number, number], edits: number, found: Found): void {
  for (let key = first; key < end; key++) addKey(completions, key, edits, found)
}

function addKey({ texts, weights, keyEntries, keyWords }: Completions, key: number, edits: number, found: Found): void {
  const entry = keyEntries[key]
  const word = keyWords[key]
  const known = found.get(entry)
  if (known !== undefined && (known.edits < edits || known.word <= word)) return
  found.set(entry, { text: texts[entry], weight: weights[entry], edits, word })
}

/** Right letters first, then phrases that begin with what is typed, then weight. */
function byWorth(a: Completion & { word: number }, b: Completion & { word: number }): number {
  return (
    a.edits - b.edits || Math.min(a.word, 1) - Math.min(b.word, 1) || b.weight - a.weight || (a.text < b.text ? -1 : 1)
  )
}

const minLetters = 4
/** Letters at the beginning that are taken as right, to compare few keys. */
const rightLetters = 2

function addMisspelt(completions: Completions, prefix: string, found: Found): void {
  if (prefix.length < minLetters || /\d/.test(prefix)) return
  const starts = new Set([prefix.slice(0, rightLetters), prefix[1] + prefix[0], prefix[0] + prefix.slice(2, 3)])
  for (const start of starts) {
    const [first, end] = prefixRange(completions.keys, start)
    for (let key = first; key < end; key++) {
      if (beginsNearly(termAt(completions.keys, key), prefix)) addKey(completions, key, 1, found)
    }
  }
}

function beginsNearly(key: string, prefix: string): boolean {
  for (let length = prefix.length - 1; length <= prefix.length + 1; length++) {
    if (length <= key.length && editsBetween(prefix, key.slice(0, length), 1) <= 1) return true
  }
  return false
}

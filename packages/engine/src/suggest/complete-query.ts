/**
 * Completes the last typed word from products that have all other words, so that every completion finds one of them.
 */
import { type Analyzer, analyzerFor, hasDigit, isReadAs } from '../text/analysis/analyzer.ts'
import { fold } from '../text/analysis/fold.ts'

export interface CompletionSource {
  readonly title: string
  readonly names: readonly string[]
  /** Queries may begin with the vendor but hardly ever continue with it. */
  readonly vendor?: string
}

export interface Completion {
  readonly text: string
  readonly support: number
}

const MAX_PHRASE_WORDS = 3
const MAX_NAME_LETTERS = 30

/** The most common completions come first, then longer ones. The typed text itself is omitted. */
export function completeQuery(typed: string, sources: readonly CompletionSource[], locale: string): Completion[] {
  const analyzer = analyzerFor(locale)
  const words = wordsOf(typed)
  const isOpen = !/\s$/.test(typed)
  const last = isOpen ? fold(words.at(-1) ?? '') : ''
  const before = isOpen ? words.slice(0, -1) : words
  const asked = { before, last, stems: new Set(before.map((word) => analyzer.stem(fold(word)))), analyzer, locale }
  const found = new Map<string, { text: string; support: number; isWhole: boolean }>()
  for (const source of sources) {
    for (const { phrase, isWhole } of phrasesOf(source, asked)) {
      const text = [...before, phrase].join(' ').toLowerCase()
      const key = wordsOf(text)
        .map((word) => analyzer.stem(fold(word)))
        .join(' ')
      const known = found.get(key) ?? { text, support: 0, isWhole: false }
      found.set(key, { ...known, support: known.support + 1, isWhole: known.isWhole || isWhole })
    }
  }
  found.delete(words.map((word) => analyzer.stem(fold(word))).join(' '))
  const shared = [...found.values()].filter(({ support, isWhole }) => support > 1 || isWhole)
  shared.sort((a, b) => b.support - a.support || b.text.length - a.text.length || (a.text < b.text ? -1 : 1))
  return withoutBeginnings(shared).map(({ text, support }) => ({ text, support }))
}

interface Asked {
  before: readonly string[]
  /** The unfinished word, folded; empty after a space. */
  last: string
  stems: ReadonlySet<string>
  analyzer: Analyzer
  locale: string
}

/** `isWhole`: the phrase ends where the name ends, so it makes sense by itself. */
function phrasesOf({ title, names, vendor }: CompletionSource, asked: Asked): { phrase: string; isWhole: boolean }[] {
  const found = new Map<string, boolean>()
  const add = (words: readonly string[], at: number, end: number) => {
    const phrase = words.slice(at, end).join(' ')
    found.set(phrase, (found.get(phrase) ?? false) || end === words.length)
  }
  const naming = namingWords(title)
  for (const [at, word] of naming.entries()) {
    if (!continues(word, asked)) continue
    const longest = Math.min(naming.length, at + MAX_PHRASE_WORDS, endOfPhrase(naming, at, asked))
    for (let end = at + 1; end <= longest; end++) add(naming, at, end)
  }
  const searched = vendor === undefined || asked.before.length > 0 ? names : [...names, vendor]
  for (const name of searched) {
    const words = nameWords(name)
    const at = words.findIndex((word) => continues(word, asked))
    if (at >= 0 && endOfPhrase(words, at, asked) === words.length) add(words, at, words.length)
    else if (asked.before.length === 0 && isReadAs(name, asked.last, asked.locale)) add([name], 0, 1)
  }
  return [...found].map(([phrase, isWhole]) => ({ phrase, isWhole }))
}

/** True for a word that begins like the last typed word and is not yet typed. Only digits are completed to numbers. */
function continues(word: string, { last, stems, analyzer }: Asked): boolean {
  const folded = fold(word)
  if (!folded.startsWith(last) || stems.has(analyzer.stem(folded)) || analyzer.isStopWord(folded)) return false
  return hasDigit(last) || !hasDigit(folded)
}

/** A phrase ends before a number, a stop word, or a typed word. */
function endOfPhrase(words: readonly string[], at: number, { stems, analyzer }: Asked): number {
  const end = words.findIndex((word, i) => {
    const folded = fold(word)
    return i > at && (hasDigit(folded) || analyzer.isStopWord(folded) || stems.has(analyzer.stem(folded)))
  })
  return end < 0 ? words.length : end
}

/** Omits the description in a title: "Linen summer dress – blue, M" names a linen summer dress. */
function namingWords(title: string): string[] {
  return wordsOf(title.split(/\s[-–—|/]\s|[,;(|:]/)[0]!)
}

/** Uses the last level of "Swimwear > Bottoms". Placeholders and long names return nothing. */
function nameWords(name: string): string[] {
  const last = name.slice(name.lastIndexOf('>') + 1).trim()
  return last.length > MAX_NAME_LETTERS || isPlaceholder(last) ? [] : wordsOf(last)
}

const PLACEHOLDER =
  /^(?:n\s*[./]?\s*a\.?|none|null|nil|undefined|unknown|default(?: title)?|test|tbd|misc|other|others|uncategorized|my store|-*)$/i

/** True for values such as "n/a" that only fill a mandatory field. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value.trim())
}

/** Drops the beginning of a longer phrase with the same support: "manchester" beside "manchester united". */
function withoutBeginnings<Found extends Completion>(found: readonly Found[]): Found[] {
  return found.filter(
    ({ text, support }, i) =>
      !found.slice(0, i).some((other) => other.support === support && other.text.startsWith(`${text} `)),
  )
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+(?:['’&-][\p{L}\p{M}\p{N}]+)*/gu) ?? []
}

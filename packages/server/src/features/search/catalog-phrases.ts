/** What a catalog has to offer as queries: names of types and brands, and noun phrases of titles. */
import { fold } from '@vitrine/engine'

const LONGEST_WORDS = 30
const LONGEST_PHRASE = 40
const MOST_WORDS = 4

/** A type or brand as somebody would type it; undefined: nobody would. Of "Swimwear > Bottoms" the last step is what it is. */
export function typedWord(value: string): string | undefined {
  const last = value.slice(value.lastIndexOf('>') + 1).trim()
  if (last === '' || last.length > LONGEST_WORDS || !WORD.test(last) || PLACEHOLDERS.test(last)) return undefined
  return last
}

/** A letter alone is none, but in Chinese and Japanese: 靴 are shoes. */
const WORD = /\p{L}{2}|\p{Script=Han}/u
const PLACEHOLDERS =
  /^(?:n\s*[./]?\s*a\.?|none|null|nil|undefined|unknown|default(?: title)?|test|tbd|misc|other|others|uncategorized|my store)$/i

/**
 * Queries that titles suggest, most common first: phrases that begin with a typed word and that several titles share ("manchester
 * united"), and what is left of a short title from there on ("Linen summer dress – blue, M" gives "linen summer dress" for "lin").
 */
export function titlePhrases(
  titles: readonly string[],
  query: string,
  locale: string,
): [text: string, count: number][] {
  const counts = new Map<string, number>()
  const whole = new Set<string>()
  for (const title of titles) {
    const { phrases, rest } = phrasesOf(title, query, locale)
    for (const phrase of phrases) counts.set(phrase, (counts.get(phrase) ?? 0) + 1)
    if (rest !== undefined) whole.add(rest)
  }
  const found = [...counts].filter(([text, count]) => (count > 1 || whole.has(text)) && isPhrase(text))
  found.sort((a, b) => b[1] - a[1] || b[0].length - a[0].length)
  // "Manchester" says no more than "manchester united" where both are as common.
  return found.filter(
    ([text, count], i) => !found.slice(0, i).some(([other, many]) => many === count && other.startsWith(`${text} `)),
  )
}

function phrasesOf(title: string, query: string, locale: string): { phrases: string[]; rest: string | undefined } {
  const [main = ''] = title.toLowerCase().split(/\s[-–—|/]\s|[,;(|:]/)
  const words = main.match(/[\p{L}\p{M}\p{N}'’&-]+/gu) ?? []
  const typed = fold(query).split(/\s+/).filter(Boolean)
  const at = words.findIndex((word) => typed.some((one) => fold(word).startsWith(one)))
  if (at < 0) return { phrases: [], rest: undefined }
  const headFirst = HEAD_FIRST.has(locale.toLowerCase().split('-')[0]!)
  // Where the noun comes first, a word that describes it is nothing without it.
  const from = headFirst && at > 0 && at < MOST_WORDS ? 0 : at
  const phrases = new Set<string>()
  for (let end = Math.max(at, from) + 1; end <= words.length && end - from <= MOST_WORDS; end++)
    if (!LINKS.has(words[end - 1]!) && !/^\d+$/.test(words[end - 1]!)) phrases.add(words.slice(from, end).join(' '))
  const link = words.findIndex((word, i) => i > at && LINKS.has(word))
  const rest = words.slice(from, link < 0 ? words.length : link).join(' ')
  return { phrases: [...phrases], rest: phrases.has(rest) ? rest : undefined }
}

function isPhrase(text: string): boolean {
  return text.length <= LONGEST_PHRASE && /\p{L}{2}/u.test(text)
}

/** What follows them describes the product further. */
const LINKS = new Set(
  'in with for by from and of the a en de con para sin y mit für aus und von et avec pour du des la le'.split(' '),
)

const HEAD_FIRST = new Set(['es', 'fr', 'it', 'pt', 'ca', 'ro', 'vi', 'th', 'id'])

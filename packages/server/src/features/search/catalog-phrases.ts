/** What a catalog has to offer as queries: names of types and brands, and noun phrases of titles. */
import { fold } from '@vitrine/engine'

const LONGEST_WORDS = 30
const LONGEST_PHRASE = 40
const MOST_WORDS = 4

/** A type or brand as somebody would type it; undefined: nobody would. Of "Swimwear > Bottoms" the last step is what it is. */
export function typedWord(value: string): string | undefined {
  const last = value.slice(value.lastIndexOf('>') + 1).trim()
  if (last === '' || last.length > LONGEST_WORDS || !/\p{L}{2}/u.test(last) || PLACEHOLDERS.test(last)) return undefined
  return last
}

const PLACEHOLDERS =
  /^(?:n\s*[./]?\s*a\.?|none|null|nil|undefined|unknown|default(?: title)?|test|tbd|misc|other|others|uncategorized|my store)$/i

/**
 * The part of a title that is a query: from the word that is typed to the noun ("Linen summer dress – blue, M" for "lin" is "linen summer
 * dress"). In languages that name the noun first, from there to the typed word.
 */
export function titlePhrase(title: string, query: string, locale: string): string | undefined {
  const [main = ''] = title.split(/\s[-–—|/]\s|[,;(|:]/)
  const words = main.match(/[\p{L}\p{M}\p{N}'’&-]+/gu) ?? []
  const typed = fold(query).split(/\s+/).filter(Boolean)
  const at = words.findIndex((word) => typed.some((one) => fold(word).startsWith(one)))
  if (at < 0) return undefined
  const phrase = HEAD_FIRST.has(locale.toLowerCase().split('-')[0]!) ? headFirst(words, at) : headLast(words, at)
  const text = phrase.join(' ')
  return text.length > LONGEST_PHRASE || !/\p{L}{2}/u.test(text) ? undefined : text
}

const HEAD_FIRST = new Set(['es', 'fr', 'it', 'pt', 'ca', 'ro', 'vi', 'th', 'id'])

function headLast(words: readonly string[], at: number): string[] {
  // A number at the end is a model or a size, not what the thing is.
  let end = words.length
  while (end - 1 > at && /\d/.test(words[end - 1]!)) end--
  return end - at <= MOST_WORDS ? words.slice(at, end) : [words[at]!, ...words.slice(end - 1, end)]
}

function headFirst(words: readonly string[], at: number): string[] {
  return at < MOST_WORDS ? words.slice(0, Math.max(at + 1, Math.min(2, words.length))) : [words[0]!, words[at]!]
}

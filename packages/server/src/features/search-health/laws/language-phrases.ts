/** Provides what shoppers of a language write around what they look for, and which forms they write for one word. */
import phrases from './phrases.json' with { type: 'json' }

export interface LanguagePhrases {
  /** Filler and questions with a hole (`{}`) for the rest of the query. */
  fillers: readonly string[]
  /** A price bound, `{}` being the amount. */
  priceBelow: string
  /** Spellings of one word. */
  spellings: readonly (readonly string[])[]
  /** Regular plurals: the first pattern that fits the singular gives its plural. */
  plurals: readonly (readonly [pattern: string, plural: string])[]
  /** Words that turn what follows into something unwanted. */
  negations: readonly string[]
  /** Accents are left out when people type. */
  foldsAccents: boolean
}

const byLanguage: Readonly<Record<string, LanguagePhrases>> = phrases as unknown as Record<string, LanguagePhrases>

export function phrasesOf(language: string): LanguagePhrases | undefined {
  return byLanguage[language]
}

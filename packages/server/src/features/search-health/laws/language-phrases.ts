/** Phrases that shoppers of a language put around what they look for, and the forms of a word that they use. */
import phrases from './phrases.json' with { type: 'json' }

export interface LanguagePhrases {
  /** Filler and question phrases, with `{}` for the rest of the query. */
  fillers: readonly string[]
  /** A price limit, with `{}` for the amount. */
  priceBelow: string
  /** Groups of spellings of the same word. */
  spellings: readonly (readonly string[])[]
  /** Regular plurals: the first pattern that matches the singular gives the plural. */
  plurals: readonly (readonly [pattern: string, plural: string])[]
  /** Words that negate what follows. */
  negations: readonly string[]
  /** True if people leave out accents when typing. */
  foldsAccents: boolean
}

const byLanguage: Readonly<Record<string, LanguagePhrases>> = phrases as unknown as Record<string, LanguagePhrases>

export function phrasesOf(language: string): LanguagePhrases | undefined {
  return byLanguage[language]
}

import phrases from './phrases.json' with { type: 'json' }

export interface LanguagePhrases {
  /** `{}` stands for the rest of the query. */
  fillers: readonly string[]
  /** `{}` stands for the amount. */
  priceBelow: string
  spellings: readonly (readonly string[])[]
  /** The first pattern that matches the singular gives the plural. */
  plurals: readonly (readonly [pattern: string, plural: string])[]
  negations: readonly string[]
  /** True if people often type without accents. */
  foldsAccents: boolean
}

const byLanguage: Readonly<Record<string, LanguagePhrases>> = phrases as unknown as Record<string, LanguagePhrases>

export function phrasesOf(language: string): LanguagePhrases | undefined {
  return byLanguage[language]
}

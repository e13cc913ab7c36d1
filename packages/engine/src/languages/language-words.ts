/**
 * Words of each language besides its stemmer and its stop words, from `<code>/words.json`. All words are folded,
 * except the names of shades, which are also displayed. Languages without a folder have no such words.
 */
import ca from './ca/words.json' with { type: 'json' }
import da from './da/words.json' with { type: 'json' }
import de from './de/words.json' with { type: 'json' }
import en from './en/words.json' with { type: 'json' }
import es from './es/words.json' with { type: 'json' }
import fi from './fi/words.json' with { type: 'json' }
import fr from './fr/words.json' with { type: 'json' }
import it from './it/words.json' with { type: 'json' }
import ja from './ja/words.json' with { type: 'json' }
import ko from './ko/words.json' with { type: 'json' }
import nl from './nl/words.json' with { type: 'json' }
import no from './no/words.json' with { type: 'json' }
import pt from './pt/words.json' with { type: 'json' }
import sv from './sv/words.json' with { type: 'json' }
import th from './th/words.json' with { type: 'json' }
import zh from './zh/words.json' with { type: 'json' }

/** Lists of single words are separated by spaces; lists of phrases are arrays. */
export interface LanguageWords {
  /** True if words that describe a noun follow it: "funda de móvil". */
  readonly headFirst?: boolean
  /**
   * Words in a title after which comes what the product fits, contains or comes with: "case for phone". The words
   * after them describe the product less.
   */
  readonly linking?: string
  /** Words between a noun and what describes it, in languages that put the noun first. */
  readonly prepositions?: string
  /** Words for how many items come together, not for what they are: "set of four mugs". */
  readonly collective?: string
  /** Articles and prepositions that are attached to the next noun with an apostrophe. */
  readonly elided?: string
  /** Forms that no ending rule covers, each group with the form that replaces it: `form form:word`. */
  readonly irregular?: string
  /** Stop words that have a meaning in a shop, such as words that also mean a watch, summer, long or small. */
  readonly meaningful?: string
  /** Words that announce a size next to them: "size 10". */
  readonly sizeWords?: string
  readonly or?: string
  readonly negation?: NegationWords
  /** Phrases around what is asked for: "do you have". */
  readonly filler?: readonly string[]
  readonly price?: PriceWords
  /** Words that turn a neighbouring color into a shade of that color. */
  readonly tones?: string
  /** The names of the color families, in the order of `COLOR_FAMILIES`; forms of one name are separated by a slash. */
  readonly colors?: string
  /** Keyed by English name; as shops write them. */
  readonly shades?: Readonly<Record<string, string>>
}

export interface NegationWords {
  /** Words and phrases that exclude the next word: "without", "other than". */
  readonly before?: readonly string[]
  /** Words that exclude the next word unless both together are a name: "no show socks". */
  readonly weak?: string
  /** Words that exclude the word before them. */
  readonly after?: string
  /**
   * Words with which a product states that it lacks the word after (`denials`) or before (`denialsAfter`) them.
   * Includes words that queries do not use.
   */
  readonly denials?: string
  readonly denialsAfter?: string
}

export interface PriceWords {
  /** Phrases before an amount. At the end of a query they need no currency. */
  readonly under?: readonly string[]
  readonly over?: readonly string[]
  readonly around?: readonly string[]
  /** Phrases before an amount that count only with a currency: "air max 90" and "lego ab 6" are not prices. */
  readonly underMoney?: readonly string[]
  readonly overMoney?: readonly string[]
  /** Phrases after an amount with a currency. */
  readonly underAfter?: readonly string[]
  readonly overAfter?: readonly string[]
  readonly aroundAfter?: readonly string[]
  /** Phrases around two amounts. */
  readonly between?: readonly string[]
  readonly and?: readonly string[]
  /** Phrases around two amounts. One amount needs a currency, because sizes can be ranges too. */
  readonly from?: readonly string[]
  readonly to?: readonly string[]
  /** Words for currencies that the language attaches to the amount. */
  readonly currency?: readonly string[]
  /** Words for prices without an amount. */
  readonly cheap?: readonly string[]
  readonly cheapest?: readonly string[]
  readonly expensive?: readonly string[]
  readonly mostExpensive?: readonly string[]
  /** Words after an amount: "10k", "1.5 million", "2 lakh". */
  readonly multipliers?: Readonly<Record<string, number>>
}

/** For languages of which only the word order is known. */
const HEAD_FIRST: LanguageWords = { headFirst: true }

const WORDS: Readonly<Record<string, LanguageWords>> = {
  ca: { ...ca, ...HEAD_FIRST },
  da,
  de,
  en,
  es,
  fi,
  fr,
  id: HEAD_FIRST,
  it,
  ja,
  ko,
  nl,
  no,
  pt,
  ro: HEAD_FIRST,
  sv,
  th,
  vi: HEAD_FIRST,
  zh,
}
const NONE: LanguageWords = {}

export function languageWords(language: string): LanguageWords {
  return WORDS[language] ?? NONE
}

/** Makes a value for each language on first use. */
export function perLanguage<T extends object>(make: (language: string) => T): (language: string) => T {
  const made = new Map<string, T>()
  return (language) => {
    let known = made.get(language)
    if (known === undefined) {
      known = make(language)
      made.set(language, known)
    }
    return known
  }
}

/** Returns the sets of one list by language; empty for languages without the list. */
export function wordSets(listOf: (words: LanguageWords) => string | undefined) {
  return perLanguage((language): ReadonlySet<string> => new Set(listOf(languageWords(language))?.split(' ')))
}

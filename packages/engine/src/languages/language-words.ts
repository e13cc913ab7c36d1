/** Word lists from `<code>/words.json`, folded except names of shades, which are displayed. */
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

/** Strings list words separated by spaces; arrays list phrases. */
export interface LanguageWords {
  /** True if modifiers follow their noun: "funda de móvil". */
  readonly headFirst?: boolean
  /** Words in a title before what the product fits, contains or comes with: "case for phone", "funda de móvil". */
  readonly linking?: string
  /** Words for a number of items rather than for a product: "set" in "set of four mugs". */
  readonly collective?: string
  /** Articles and prepositions attached to the next word by an apostrophe. */
  readonly elided?: string
  /** Forms not covered by suffix rules, each group with its replacement: `form form:word`. */
  readonly irregular?: string
  /** Stop words that are also words of a shop, such as those that mean a watch, summer, long or small. */
  readonly meaningful?: string
  /** Words next to a size: "size 10". */
  readonly sizeWords?: string
  readonly or?: string
  readonly negation?: NegationWords
  /** Phrases around the actual query: "do you have". */
  readonly filler?: readonly string[]
  readonly price?: PriceWords
  /** Words that modify a neighbouring color: "dark blue". */
  readonly tones?: string
  /** Names of the color families in the order of `COLOR_FAMILIES`; a slash separates the forms of a name. */
  readonly colors?: string
  /** Local names by English name, as shops write them. */
  readonly shades?: Readonly<Record<string, string>>
}

export interface NegationWords {
  /** Words and phrases that exclude the next word: "without", "other than". */
  readonly before?: readonly string[]
  /** Words that exclude the next word unless both together are a name: "no show socks". */
  readonly weak?: string
  /** Words that exclude the previous word. */
  readonly after?: string
  /** Words by which a product denies the word after (`denials`) or before (`denialsAfter`) them. */
  readonly denials?: string
  readonly denialsAfter?: string
}

export interface PriceWords {
  /** Phrases before an amount. At the end of a query, the amount needs no currency. */
  readonly under?: readonly string[]
  readonly over?: readonly string[]
  readonly around?: readonly string[]
  /** Phrases before an amount with a currency: "air max 90" and "lego ab 6" are not prices. */
  readonly underMoney?: readonly string[]
  readonly overMoney?: readonly string[]
  readonly underAfter?: readonly string[]
  readonly overAfter?: readonly string[]
  readonly aroundAfter?: readonly string[]
  readonly between?: readonly string[]
  readonly and?: readonly string[]
  /** Phrases around two amounts, one of which needs a currency: sizes may be ranges too. */
  readonly from?: readonly string[]
  readonly to?: readonly string[]
  /** Names of currencies that the language attaches to amounts. */
  readonly currency?: readonly string[]
  readonly cheap?: readonly string[]
  readonly cheapest?: readonly string[]
  readonly expensive?: readonly string[]
  readonly mostExpensive?: readonly string[]
  /** Words that multiply the amount before them: "10k", "1.5 million", "2 lakh". */
  readonly multipliers?: Readonly<Record<string, number>>
}

/** For languages of which only the word order is known. */
const HEAD_FIRST: LanguageWords = { headFirst: true }

const WORDS: Readonly<Record<string, LanguageWords>> = {
  ca,
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

/** Languages without the list have an empty set. */
export function wordSets(listOf: (words: LanguageWords) => string | undefined) {
  return perLanguage((language): ReadonlySet<string> => new Set(listOf(languageWords(language))?.split(' ')))
}

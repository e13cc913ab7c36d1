/**
 * Holds what is known of each language beside its stemmer and its stop words: `<code>/words.json`. All words are folded, except for
 * the names of shades, which are also shown. A language without a folder has none of them.
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
  /** True if words that describe a thing stand after it: "funda de móvil". */
  readonly headFirst?: boolean
  /** After these a title says what a product fits, holds or comes with: "case for phone". What follows describes it less. */
  readonly linking?: string
  /** Between a thing and what it is of or for, in languages that name the thing first. */
  readonly prepositions?: string
  /** How many of a thing come together, and not what it is: "set of four mugs". */
  readonly collective?: string
  /** Articles and prepositions that are written onto the noun after them with an apostrophe. */
  readonly elided?: string
  /** Forms that no rule of endings finds, by the form that stands for them: `form form:word`. */
  readonly irregular?: string
  /** Stop words that say in a shop what is wanted, or how: a watch, the summer, long, small. */
  readonly meaningful?: string
  /** These say that a size stands beside them: "size 10". */
  readonly sizeWords?: string
  /** Between two values of which either will do. */
  readonly or?: string
  readonly negation?: NegationWords
  /** Said around what is asked for: "do you have". */
  readonly filler?: readonly string[]
  readonly price?: PriceWords
  /** Beside a color they make a shade of it. */
  readonly tones?: string
  /** The names of the color families in their order; forms of one name are separated by a slash. */
  readonly colors?: string
  /** Local name of a shade by its English one, as shops write it. */
  readonly shades?: Readonly<Record<string, string>>
}

export interface NegationWords {
  /** Exclude the word after them. */
  readonly before?: string
  /** The same in languages that write no spaces. */
  readonly spaceless?: string
  /** Exclude the next word unless the two are a name: "no show socks". */
  readonly weak?: string
  /** Exclude the word before them. */
  readonly after?: string
  /** Words by which a product says that it lacks the word after or before them: a few more, because nobody searches with them. */
  readonly denials?: string
  readonly denialsAfter?: string
}

export interface PriceWords {
  /** Before an amount, also without its currency at the end of the query. */
  readonly under?: readonly string[]
  readonly over?: readonly string[]
  readonly around?: readonly string[]
  /** Before an amount only with its currency: "air max 90", "lego ab 6". */
  readonly underMoney?: readonly string[]
  readonly overMoney?: readonly string[]
  /** After an amount with its currency. */
  readonly underAfter?: readonly string[]
  readonly overAfter?: readonly string[]
  readonly aroundAfter?: readonly string[]
  /** Around two amounts. */
  readonly between?: readonly string[]
  readonly and?: readonly string[]
  /** Around two amounts, one with its currency: sizes go from one to another, too. */
  readonly from?: readonly string[]
  readonly to?: readonly string[]
  /** Currencies by words that the language writes onto the amount. */
  readonly currency?: readonly string[]
  /** Prices without an amount. */
  readonly cheap?: readonly string[]
  readonly cheapest?: readonly string[]
  readonly expensive?: readonly string[]
  readonly mostExpensive?: readonly string[]
  /** After an amount: "10k", "1.5 million", "2 lakh". */
  readonly multipliers?: Readonly<Record<string, number>>
}

const WORDS: Readonly<Record<string, LanguageWords>> = {
  ca,
  da,
  de,
  en,
  es,
  fi,
  fr,
  it,
  ja,
  ko,
  nl,
  no,
  pt,
  sv,
  th,
  zh,
}
const NONE: LanguageWords = {}

export function languageWords(language: string): LanguageWords {
  return WORDS[language] ?? NONE
}

/** One of the lists as sets by language, each made once; empty for languages without it. */
export function wordSets(listOf: (words: LanguageWords) => string | undefined) {
  const sets = new Map<string, ReadonlySet<string>>()
  return (language: string): ReadonlySet<string> => {
    let set = sets.get(language)
    if (set === undefined) {
      set = new Set(listOf(languageWords(language))?.split(' '))
      sets.set(language, set)
    }
    return set
  }
}

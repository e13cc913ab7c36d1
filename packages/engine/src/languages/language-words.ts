/**
 * Loads the words of each language besides its stemmer and its stop words: `<code>/words.json`. All words are folded,
 * except the names of shades, which are also displayed. A language without a folder has none of them.
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
  /** Words after which a title tells what a product fits, contains or comes with: "case for phone". What follows describes it less. */
  readonly linking?: string
  /** Words between a noun and what it is of or for, in languages that put the noun first. */
  readonly prepositions?: string
  /** Words for how many come together, not what they are: "set of four mugs". */
  readonly collective?: string
  /** Articles and prepositions that are attached to the next noun with an apostrophe. */
  readonly elided?: string
  /** Forms that no ending rule covers, followed by the form that replaces them: `form form:word`. */
  readonly irregular?: string
  /** Stop words that have a meaning in a shop, such as those that also mean a watch, summer, long or small. */
  readonly meaningful?: string
  /** Words that announce a size next to them: "size 10". */
  readonly sizeWords?: string
  /** Words for "or" between two values. */
  readonly or?: string
  readonly negation?: NegationWords
  /** Phrases around what is asked for: "do you have". */
  readonly filler?: readonly string[]
  readonly price?: PriceWords
  /** Words that turn a neighbouring color into a shade of it. */
  readonly tones?: string
  /** The names of the color families, in their order; forms of one name are separated by a slash. */
  readonly colors?: string
  /** Local names of shades by their English name, as shops write them. */
  readonly shades?: Readonly<Record<string, string>>
}

export interface NegationWords {
  /** Exclude the word after them. */
  readonly before?: string
  /** The same in languages without spaces. */
  readonly spaceless?: string
  /** Exclude the next word unless both together are a name: "no show socks". */
  readonly weak?: string
  /** Exclude the word before them. */
  readonly after?: string
  /** Words with which a product states that it lacks the word after or before them. A few more than above, because they are not used in queries. */
  readonly denials?: string
  readonly denialsAfter?: string
}

export interface PriceWords {
  /** Before an amount; at the end of the query also without a currency. */
  readonly under?: readonly string[]
  readonly over?: readonly string[]
  readonly around?: readonly string[]
  /** Before an amount only with a currency: "air max 90" and "lego ab 6" are not prices. */
  readonly underMoney?: readonly string[]
  readonly overMoney?: readonly string[]
  /** After an amount with a currency. */
  readonly underAfter?: readonly string[]
  readonly overAfter?: readonly string[]
  readonly aroundAfter?: readonly string[]
  /** Around two amounts. */
  readonly between?: readonly string[]
  readonly and?: readonly string[]
  /** Around two amounts, one of them with a currency, because sizes can be ranges too. */
  readonly from?: readonly string[]
  readonly to?: readonly string[]
  /** Words for currencies that the language attaches to the amount. */
  readonly currency?: readonly string[]
  /** Words for prices without an amount. */
  readonly cheap?: readonly string[]
  readonly cheapest?: readonly string[]
  readonly expensive?: readonly string[]
  readonly mostExpensive?: readonly string[]
  /** After an amount: "10k", "1.5 million", "2 lakh". */
  readonly multipliers?: Readonly<Record<string, number>>
}

/** Languages of which only the order of words is known. */
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

/** One of the lists as sets by language, each built once; empty for languages without it. */
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

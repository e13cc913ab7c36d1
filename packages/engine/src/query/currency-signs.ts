/** The spellings of currencies, from the platform's locale data and `languages/currencies.json`. */
import currencies from '../languages/currencies.json' with { type: 'json' }
import { languageWords, perLanguage } from '../languages/language-words.ts'
import { fold } from '../text/analysis/fold.ts'
import { isMeasureUnit } from '../text/analysis/measure.ts'

export interface CurrencySigns {
  /** Unambiguous signs: symbols, and all spellings of the shop's own currency. */
  readonly certain: readonly string[]
  /** Includes codes and names of other currencies, which count only next to a bound. */
  readonly all: readonly string[]
}

/** Shorter words are also sizes, units and models: "R", "kr" and "Rs" count only for the shop's own currency. */
const MIN_FOREIGN_LENGTH = 3

export function currencySigns(language: string, currency: string | undefined): CurrencySigns {
  const signs = signsOf(language)
  const own = currency === undefined ? [] : [...spellingsOf(language, currency), ...spellingsOf('en', currency)]
  const local = languageWords(language).price?.currency ?? []
  const certain = [...signs.filter(isSymbol), ...own, ...local]
  const foreign = signs.filter((sign) => sign.length >= MIN_FOREIGN_LENGTH && !isMeasureUnit(sign))
  return { certain: longestFirst(certain), all: longestFirst([...certain, ...foreign]) }
}

const signsOf = perLanguage((language): readonly string[] => {
  const languages = [...new Set([language, 'en'])]
  return Object.keys(currencies).flatMap((code) => languages.flatMap((one) => spellingsOf(one, code)))
})

/** False for words, and for ",-" and ":-", which mark prices only in some currencies. */
function isSymbol(sign: string): boolean {
  return /[^\p{L}.,:-]/u.test(sign)
}

function longestFirst(signs: readonly string[]): string[] {
  return [...new Set(signs)].sort((a, b) => b.length - a.length)
}

function spellingsOf(language: string, code: string): string[] {
  const shown = (currencyDisplay: 'symbol' | 'narrowSymbol' | 'name', amount: number) => {
    const format = new Intl.NumberFormat(localeOf(language), {
      style: 'currency',
      currency: code,
      currencyDisplay,
      maximumFractionDigits: 0,
    })
    return fold(format.formatToParts(amount).find(({ type }) => type === 'currency')?.value ?? '')
  }
  const names = [shown('name', 1), shown('name', 2)].flatMap((name) => nounOf(name, language))
  const written = (currencies as Readonly<Record<string, string>>)[code]?.split(' ') ?? []
  return [code.toLowerCase(), shown('symbol', 2), shown('narrowSymbol', 2), ...names, ...written].filter(
    (one) => one !== '',
  )
}

function localeOf(language: string): string {
  return /^[a-z]{2}$/.test(language) ? language : 'en'
}

/** Returns "rand" for "South African rand" and "dolares" for "dólares australianos". */
function nounOf(name: string, language: string): string[] {
  const words = name.split(/[\s-]+/)
  const noun = languageWords(language).headFirst ? words[0] : words.at(-1)
  return noun === undefined || noun.length < 2 ? [] : [noun]
}

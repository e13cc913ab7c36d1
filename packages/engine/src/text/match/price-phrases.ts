import type { PriceRange } from '../text-query.ts'

interface PriceWords {
  readonly under: string
  readonly over: string
  readonly between: string
  readonly and: string
}

/** Folded words, as alternatives of a regular expression. */
const priceWords: Record<string, PriceWords> = {
  da: { under: 'under|hojst|max', over: 'over|mindst|fra', between: 'mellem', and: 'og' },
  de: {
    under: 'unter|bis zu|bis|maximal|max|weniger als',
    over: 'uber|ab|mindestens|mehr als',
    between: 'zwischen',
    and: 'und',
  },
  en: {
    under: 'under|below|less than|up to|cheaper than|at most|max',
    over: 'over|above|more than|at least|from',
    between: 'between|from',
    and: 'and|to',
  },
  es: { under: 'menos de|hasta|por debajo de', over: 'mas de|desde|por encima de', between: 'entre', and: 'y' },
  fi: { under: 'alle', over: 'yli', between: 'valilla', and: 'ja' },
  fr: { under: 'moins de|sous|jusqu.a', over: 'plus de|au-dessus de|a partir de', between: 'entre', and: 'et' },
  it: { under: 'meno di|sotto i|sotto|fino a', over: 'piu di|oltre|sopra i', between: 'tra|fra', and: 'e' },
  nl: { under: 'onder|minder dan|tot', over: 'boven|meer dan|vanaf', between: 'tussen', and: 'en' },
  no: { under: 'under|maks', over: 'over|minst|fra', between: 'mellom', and: 'og' },
  pt: { under: 'menos de|ate|abaixo de', over: 'mais de|acima de|a partir de', between: 'entre', and: 'e' },
  sv: { under: 'under|hogst|max', over: 'over|minst|fran', between: 'mellan', and: 'och' },
}

const amount = String.raw`(\d{1,7}(?:[.,]\d{1,2})?)`
const sign = `[$€£¥₩]|usd|eur|gbp|sek|nok|dkk|chf|jpy|dollars?|euros?|pounds?|bucks|kr|kronor|kroner`
const unit = String.raw`\s?(?:${sign})?`

export interface TakenPrice {
  /** The query without its price phrase. */
  readonly rest: string
  readonly price: PriceRange | null
}

/**
 * Reads "under $50", "between 20 and 40 euros", "$20-$40" out of a folded query.
 * A bare bound needs a currency sign or stands at the query's end: "tent for under 4 people" is no price.
 */
export function takePrice(text: string, language: string): TakenPrice {
  if (!/\d/.test(text)) return { rest: text, price: null }
  for (const { pattern, read } of patternsOf(language)) {
    const match = pattern.exec(text)
    if (match === null) continue
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
    if (/[\p{L}\p{N}]/u.test(rest)) return { rest, price: read(match) }
  }
  return { rest: text, price: null }
}

interface PricePattern {
  readonly pattern: RegExp
  readonly read: (match: RegExpExecArray) => PriceRange
}

const compiled = new Map<string, readonly PricePattern[]>()

function patternsOf(language: string): readonly PricePattern[] {
  const key = language in priceWords ? language : 'en'
  const known = compiled.get(key)
  if (known) return known
  const patterns = compile(priceWords[key])
  compiled.set(key, patterns)
  return patterns
}

function compile({ under, over, between, and }: PriceWords): PricePattern[] {
  const start = String.raw`(?:^|\s)`
  const end = String.raw`(?=\s|$)`
  const money = `(?:${sign})\\s?${amount}${unit}${end}|${amount}\\s?(?:${sign})${end}|${amount}\\s*$`
  const twoNumbers = (match: RegExpExecArray) => range(number(match[1]), number(match[2]))
  return [
    {
      pattern: new RegExp(
        `${start}(?:${between})\\s${unit}${amount}${unit}\\s(?:${and})\\s${unit}${amount}${unit}${end}`,
      ),
      read: twoNumbers,
    },
    { pattern: new RegExp(`${start}[$€£]${amount}\\s?(?:-|${and})\\s?[$€£]?${amount}${end}`), read: twoNumbers },
    { pattern: new RegExp(`${start}(?:${under})\\s(?:${money})`), read: (match) => range(null, firstNumber(match)) },
    { pattern: new RegExp(`${start}(?:${over})\\s(?:${money})`), read: (match) => range(firstNumber(match), null) },
  ]
}

function range(min: number | null, max: number | null): PriceRange {
  return min !== null && max !== null && min > max ? { min: max, max: min } : { min, max }
}

function firstNumber(match: RegExpExecArray): number {
  return number(match[1] ?? match[2] ?? match[3])
}

function number(text: string): number {
  return Number(text.replace(',', '.'))
}

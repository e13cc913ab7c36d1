import type { PriceRange } from '../text-query.ts'
import { type PriceWords, PRICE_WORDS, type TrailingPriceWords, TRAILING_PRICE_WORDS } from './price-words.ts'

const AMOUNT = String.raw`(\d{1,3}(?:[ .,']\d{3}){1,2}(?:[.,]\d{1,2})?|\d{1,7}(?:[.,]\d{1,2})?)`
const THOUSANDS = 'k|만'
const SIGN = [
  String.raw`(?:us|ca|c|au|a|nz|hk|r)?\$|[€£¥₩₹₺₽฿]|usd|eur|gbp|sek|nok|dkk|chf|jpy|brl|dollars?|euroa?s?|pounds?|bucks`,
  String.raw`kr\.|kr|kronor|kroner|reais|zl|:-|,-|บาท`,
].join('|')

export interface TakenPrice {
  /** The query without its price phrase. */
  readonly rest: string
  readonly price: PriceRange | null
}

export interface PricePhrase {
  /** As it stands in the query. */
  readonly phrase: string
  readonly rest: string
  readonly range: PriceRange
}

/**
 * Reads "under $50", "between 20 and 40 euros", "$20-$40" out of a folded query.
 * A bare bound needs a currency sign or stands at the query's end: "tent for under 4 people" is no price.
 */
export function takePrice(text: string, language: string): TakenPrice {
  const found = readPrice(text, language)
  if (found === undefined || !/[\p{L}\p{N}]/u.test(found.rest)) return { rest: text, price: null }
  return { rest: found.rest, price: found.range }
}

/** The same, where the query may be a price and nothing else. */
export function readPrice(text: string, language: string): PricePhrase | undefined {
  if (!/\d/.test(text)) return undefined
  for (const { pattern, read } of patternsOf(language)) {
    const match = pattern.exec(text)
    if (match === null) continue
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
    return { phrase: match[0].trim(), rest, range: read(amountsOf(match)) }
  }
  return undefined
}

interface PricePattern {
  readonly pattern: RegExp
  readonly read: (amounts: readonly number[]) => PriceRange
}

const compiled = new Map<string, readonly PricePattern[]>()

function patternsOf(language: string): readonly PricePattern[] {
  const known = compiled.get(language)
  if (known) return known
  const trailing = TRAILING_PRICE_WORDS[language]
  const patterns = trailing ? compileTrailing(trailing) : compile(PRICE_WORDS[language] ?? PRICE_WORDS.en)
  compiled.set(language, patterns)
  return patterns
}

const atMost = ([max]: readonly number[]): PriceRange => ({ min: null, max })
const atLeast = ([min]: readonly number[]): PriceRange => ({ min, max: null })
const within = (amounts: readonly number[]): PriceRange => ({ min: Math.min(...amounts), max: Math.max(...amounts) })

function compile(words: PriceWords): PricePattern[] {
  const start = String.raw`(?:^|\s)`
  const end = String.raw`(?=[\s,;!?)]|$)`
  const number = `${AMOUNT}(?:(${THOUSANDS})(?![a-z]))?`
  const before = String.raw`(?:${SIGN})\s?${number}`
  const after = String.raw`${number}\s?(?:${SIGN})`
  const any = String.raw`(?:(?:${SIGN})\s?)?${number}(?:\s?(?:${SIGN}))?`
  const money = `(?:${before}(?:\\s?(?:${SIGN}))?${end}|${after}${end})`
  const bare = String.raw`${number}\s*$`
  const to = String.raw`(?:\s?[-–—~]\s?|\s(?:${words.to})\s)`
  const from = words.from === undefined ? start : String.raw`${start}(?:(?:${words.from})\s)?`
  const bound = (leading: string, price: string, read: PricePattern['read']) => ({
    pattern: new RegExp(String.raw`${start}(?:${leading})\s?${price}`),
    read,
  })
  const patterns = [
    {
      pattern: new RegExp(String.raw`${start}(?:${words.between})\s${any}\s(?:${words.and})\s${any}${end}`),
      read: within,
    },
    { pattern: new RegExp(`${from}${before}(?:\\s?(?:${SIGN}))?${to}${any}${end}`), read: within },
    { pattern: new RegExp(`${from}${any}${to}${after}${end}`), read: within },
    bound(`(?:${words.under})(?=[\\s\\d$€£¥])|<=?|≤`, `(?:${money}|${bare})`, atMost),
    bound(`(?:${words.over})(?=[\\s\\d$€£¥])|>=?|≥`, `(?:${money}|${bare})`, atLeast),
  ]
  if (words.underMoney) patterns.push(bound(`(?:${words.underMoney})(?=\\s)`, money, atMost))
  if (words.overMoney) patterns.push(bound(`(?:${words.overMoney})(?=\\s)`, money, atLeast))
  return patterns
}

function compileTrailing({ currency, under, over }: TrailingPriceWords): PricePattern[] {
  const money = String.raw`${AMOUNT}(${THOUSANDS})?\s?(?:${currency})`
  return [
    {
      pattern: new RegExp(String.raw`${AMOUNT}(${THOUSANDS})?\s?(?:${currency})?\s?[-–~〜到至]\s?${money}`),
      read: within,
    },
    { pattern: new RegExp(String.raw`${money}\s?(?:${under})`), read: atMost },
    { pattern: new RegExp(String.raw`${money}\s?(?:${over})`), read: atLeast },
  ]
}

/** Captures come in pairs: an amount and what multiplies it. */
function amountsOf(match: RegExpExecArray): number[] {
  const amounts: number[] = []
  for (let i = 1; i + 1 < match.length; i += 2)
    if (match[i] !== undefined) amounts.push(numberOf(match[i]) * (MULTIPLIERS[match[i + 1]] ?? 1))
  return amounts
}

const MULTIPLIERS: Record<string, number> = { k: 1000, 만: 10_000 }

/** Three digits after a mark are thousands, one or two are cents. */
function numberOf(text: string): number {
  const cents = /[.,](\d{1,2})$/.exec(text)
  const whole = (cents === null ? text : text.slice(0, cents.index)).replace(/[ .,']/g, '')
  return Number(cents === null ? whole : `${whole}.${cents[1]}`)
}

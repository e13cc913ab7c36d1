/** Reads prices in folded text: "under $50", "between 20 and 40 euros", "10k to 12k", "around 50", "Rs 500". */
import { LRUCache } from 'lru-cache'
import { languageWords, perLanguage, type PriceWords } from '../languages/language-words.ts'
import { LINKING_WORDS_OF } from '../text/analysis/head-place.ts'
import { currencySigns } from './currency-signs.ts'
import type { PriceBounds } from './query.ts'

export interface PricePhrase {
  /** In the text; `end` is exclusive. */
  readonly start: number
  readonly end: number
  readonly bounds: PriceBounds
  /** `bound`, and `range` with a currency, are filters. `around` and `amount` are preferences. */
  readonly shape: 'bound' | 'range' | 'around' | 'amount'
  readonly hasCurrency: boolean
}

interface Amount {
  readonly start: number
  readonly end: number
  readonly value: number
  /** `certain`: an unambiguous sign. `foreign`: a sign that counts only next to a bound. */
  readonly currency: 'certain' | 'foreign' | undefined
  /** True for "10k". Two such amounts cannot be sizes or models. */
  readonly isMultiplied: boolean
}

/** A second phrase may close a range: "over 20 under 50". */
const MAX_PRICES = 2
const MAX_AMOUNTS = 8

export function findPrices(text: string, language: string, currency: string | undefined): PricePhrase[] {
  if (!/\d/.test(text)) return []
  const said = { text, language }
  const amounts = amountsIn(text, language, currency)
  const found: PricePhrase[] = []
  for (let i = 0; i < amounts.length && found.length < MAX_PRICES; i++) {
    const range = i + 1 < amounts.length ? rangeOf(said, amounts[i], amounts[i + 1]) : undefined
    const phrase = range ?? boundOf(said, amounts[i])
    if (phrase) found.push(phrase)
    if (range) i++
  }
  return found
}

/** Languages that attach words to the amount. */
const SPACELESS: ReadonlySet<string> = new Set(['ja', 'ko', 'th', 'zh'])

type PriceList = Exclude<keyof PriceWords, 'multipliers'>

interface Said {
  readonly text: string
  readonly language: string
}

function phraseBefore({ text, language }: Said, place: number, list: PriceList): string | undefined {
  const before = text.slice(0, place).trimEnd()
  return phrasesOf(language, list).find(
    (phrase) => before.endsWith(phrase) && isEdge(language, before[before.length - phrase.length - 1]),
  )
}

function phraseAfter({ text, language }: Said, place: number, list: PriceList): string | undefined {
  const after = text.slice(place).trimStart()
  return phrasesOf(language, list).find((phrase) => after.startsWith(phrase) && isEdge(language, after[phrase.length]))
}

function isEdge(language: string, char: string | undefined): boolean {
  return SPACELESS.has(language) || char === undefined || /[^\p{L}\p{N}]/u.test(char)
}

/** Longest first. Includes English, which shoppers mix in. */
function phrasesOf(language: string, list: PriceList): readonly string[] {
  const lists = listsOf(language)
  const wordsIn = (one: string) => languageWords(one).price?.[list] ?? []
  lists[list] ??= [...new Set([...wordsIn(language), ...wordsIn('en'), ...(SIGNS[list] ?? [])])].sort(
    (a, b) => b.length - a.length,
  )
  return lists[list]
}

const listsOf = perLanguage((): Partial<Record<PriceList, readonly string[]>> => ({}))

const SIGNS: Partial<Record<PriceList, readonly string[]>> = {
  under: ['<', '<=', '≤'],
  over: ['>', '>=', '≥'],
  around: ['~', '≈'],
  to: ['-', '–', '—', '~', '〜', '到', '至'],
}

function rangeOf(said: Said, low: Amount, high: Amount): PricePhrase | undefined {
  const gap = said.text.slice(low.end, high.start).trim()
  const isGap = (list: PriceList) => phrasesOf(said.language, list).includes(gap)
  const between = isGap('and') ? phraseBefore(said, low.start, 'between') : undefined
  const hasCurrency = low.currency !== undefined || high.currency !== undefined
  const isMoney = hasCurrency || (low.isMultiplied && high.isMultiplied)
  const isTo = isGap('to')
  // A dash between plain numbers is mostly a size or model.
  const isPlain = !isMoney && isTo && /^\p{L}/u.test(gap) && low.value < high.value
  const isRange = between === undefined ? isTo && isMoney : isMoney
  if (!isRange && !((isPlain || between !== undefined) && closes(said, high))) return undefined
  const lead = between ?? phraseBefore(said, low.start, 'from') ?? ''
  const bounds = { min: Math.min(low.value, high.value), max: Math.max(low.value, high.value) }
  return {
    start: leadStart(said, low, lead),
    end: high.end,
    bounds,
    shape: isPlain ? 'range' : 'bound',
    hasCurrency,
  }
}

const SHAPES = [
  { before: 'under', beforeMoney: 'underMoney', after: 'underAfter', bounds: (max: number) => ({ min: null, max }) },
  { before: 'over', beforeMoney: 'overMoney', after: 'overAfter', bounds: (min: number) => ({ min, max: null }) },
  { before: 'around', beforeMoney: 'around', after: 'aroundAfter', bounds: near },
] as const

/** Distance from an "around" amount, as a share of the amount. */
const NEAR = 0.25

function near(amount: number): PriceBounds {
  return { min: amount * (1 - NEAR), max: amount * (1 + NEAR) }
}

/** Without a currency, no noun may follow the amount: "tent for under 4 people" is not a price. */
function boundOf(said: Said, amount: Amount): PricePhrase | undefined {
  const hasCurrency = amount.currency !== undefined
  for (const shape of SHAPES) {
    const { before, after, bounds } = shape
    const lead = leadOf(said, amount, shape)
    const tail = hasCurrency ? phraseAfter(said, amount.end, after) : undefined
    if (lead === undefined && tail === undefined) continue
    const start = leadStart(said, amount, lead ?? '')
    const end = tailEnd(said, amount, tail ?? '')
    return { start, end, bounds: bounds(amount.value), shape: before === 'around' ? 'around' : 'bound', hasCurrency }
  }
  if (amount.currency !== 'certain') return undefined
  return { ...amount, bounds: near(amount.value), shape: 'amount', hasCurrency }
}

function leadOf(said: Said, amount: Amount, { before, beforeMoney }: (typeof SHAPES)[number]): string | undefined {
  const hasCurrency = amount.currency !== undefined
  const plain = hasCurrency || closes(said, amount) ? phraseBefore(said, amount.start, before) : undefined
  return plain ?? (hasCurrency ? phraseBefore(said, amount.start, beforeMoney) : undefined)
}

/** True if the amount ends the query or a part of it ("under 400, black"), or another bound or a word such as "for" follows. */
function closes(said: Said, { end }: Amount): boolean {
  const [, mark = '', next = ''] = /^\s*([^\p{L}\p{N}]*)([\p{L}\p{N}]*)/u.exec(said.text.slice(end)) ?? []
  const endsPart = /[,;:!?)、。]|\.\s/.test(mark) && !/^\p{N}/u.test(next)
  if (next === '' || endsPart || LINKING_WORDS_OF(said.language).has(next)) return true
  return phraseAfter(said, end, 'under') !== undefined || phraseAfter(said, end, 'over') !== undefined
}

function leadStart({ text }: Said, { start }: Amount, lead: string): number {
  return lead === '' ? start : text.slice(0, start).trimEnd().length - lead.length
}

function tailEnd({ text }: Said, { end }: Amount, tail: string): number {
  return tail === '' ? end : text.indexOf(tail, end) + tail.length
}

const NUMBER = String.raw`\d{1,3}(?:[ .,']\d{3}){1,2}(?:[.,]\d{1,2})?|\d{1,7}(?:[.,]\d{1,2})?`
function amountsIn(text: string, language: string, currency: string | undefined): Amount[] {
  const { pattern, certain, multipliers } = amountPattern(language, currency)
  const amounts: Amount[] = []
  for (const match of text.matchAll(pattern)) {
    const [all, before, number, multiplier = '', after] = match
    const signs = [before, after].filter((sign) => sign !== undefined)
    amounts.push({
      start: match.index,
      end: match.index + all.length,
      value: numberOf(number) * (multipliers.get(multiplier) ?? 1),
      currency: signs.length === 0 ? undefined : signs.some((sign) => certain.has(sign)) ? 'certain' : 'foreign',
      isMultiplied: multiplier !== '',
    })
    if (amounts.length === MAX_AMOUNTS) break
  }
  return amounts
}

interface AmountPattern {
  readonly pattern: RegExp
  readonly certain: ReadonlySet<string>
  readonly multipliers: ReadonlyMap<string, number>
}

/** Bounded, because languages and currencies come from requests. */
const compiled = new LRUCache<string, AmountPattern>({ max: 64 })

/** Matches a separate number with an optional currency sign before or after it. */
function amountPattern(language: string, currency: string | undefined): AmountPattern {
  const key = `${language} ${currency ?? ''}`
  const before = compiled.get(key)
  if (before) return before
  const { all, certain } = currencySigns(language, currency)
  const words = [languageWords('en').price?.multipliers, languageWords(language).price?.multipliers]
  const multipliers = new Map(words.flatMap((each) => Object.entries(each ?? {})))
  const sign = all.map((one) => one.replace(/[$.*+?^(){}|[\]\\]/g, String.raw`\$&`)).join('|')
  const source = String.raw`(?<![a-z\d.,/#]|[a-z]-)(?:(${sign})[\s.]{0,2})?(${NUMBER})(?:\s?(${[...multipliers.keys()].join('|')})(?![a-z]))?(?:\s?(${sign})(?![a-z\d])\.?)?(?![a-z\d%/×]|[.,]\d)`
  const made = { pattern: new RegExp(source, 'gu'), certain: new Set(certain), multipliers }
  compiled.set(key, made)
  return made
}

/** Three digits after a separator are thousands, one or two are cents. */
function numberOf(text: string): number {
  const cents = /[.,](\d{1,2})$/.exec(text)
  const whole = (cents === null ? text : text.slice(0, cents.index)).replace(/[ .,']/g, '')
  return Number(cents === null ? whole : `${whole}.${cents[1]}`)
}

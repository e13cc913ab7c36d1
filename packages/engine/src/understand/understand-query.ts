/**
 * Reads constraints out of a query, against the shop: a color is one only where the shop has values of that color. Each is taken
 * literally where the words can mean nothing else, and where they can, only if that is what they mostly are in this shop.
 */
import { analyzerFor } from '../text/analysis/analyzer.ts'
import { fold } from '../text/analysis/fold.ts'
import { readPrice } from '../text/parse/price-phrases.ts'
import type { ShopIndex } from '../index/shop-index.ts'
import type { Constraint } from './constraint.ts'
import { type QueryToken, queryTokens } from './query-tokens.ts'
import { readColors } from './read-colors.ts'
import { readExclusions } from './read-exclusions.ts'
import { readMeasures } from './read-measures.ts'
import { readType, readVendors } from './read-names.ts'
import { readSizes } from './read-sizes.ts'
import { isOff, type Reading } from './reading.ts'

export interface UnderstandRequest {
  readonly text: string
  /** Of the request: what is typed is in this language, whatever the shop's is. */
  readonly locale: string
  /** Texts of constraints that are to be taken as plain words. */
  readonly ignore: readonly string[]
  /** Texts of constraints that nothing satisfies: they do not hold, and a product need not say their words either. */
  readonly relax?: readonly string[]
  /** The last word may go on, and says nothing yet. */
  readonly isTyping?: boolean
  readonly vendorAttribute: string
  readonly typeAttribute: string
}

export interface Understanding {
  /** What is left to look for. */
  readonly text: string
  /** In the order of the query. */
  readonly constraints: readonly Constraint[]
}

/** As the shop understands it; known already where somebody typed the same. */
export function understandQuery(index: ShopIndex, request: UnderstandRequest): Understanding {
  const { understood } = index.cache
  const key = JSON.stringify(request)
  const known = understood.get(key)
  if (known) return known
  const read = readQuery(index, request)
  understood.set(key, read)
  return read
}

function readQuery(index: ShopIndex, request: UnderstandRequest): Understanding {
  const folded = fold(request.text)
  // Places in the folded text must be places in what was typed.
  const typed = folded.length === request.text.length ? request.text : folded
  const analyzer = analyzerFor(request.locale)
  const reading: Reading = {
    index,
    analyzer,
    request,
    typed,
    folded,
    tokens: queryTokens(folded, analyzer),
    ignored: foldedSet(request.ignore),
    relaxed: foldedSet(request.relax ?? []),
    found: [],
    cuts: [],
  }
  readPhrases(reading)
  readPriceRange(reading)
  const last = reading.tokens.at(-1)
  if (request.isTyping && last) last.isTaken = true
  readExclusions(reading)
  readVendors(reading)
  readMeasures(reading)
  readSizes(reading)
  readColors(reading)
  readType(reading)
  const constraints = reading.found.toSorted((a, b) => a.start - b.start).map(({ constraint }) => constraint)
  const text = textWithout(typed, reading.cuts)
  // Something must be asked for, and be it what nothing satisfies.
  return { text: text === '' && constraints.length === 0 ? request.text : text, constraints }
}

function foldedSet(texts: readonly string[]): Set<string> {
  return new Set(texts.map((text) => fold(text).trim()))
}

/** "…" and its kin, around words; an inch mark stands after a number. */
const QUOTED = /(?<=^|\s)["«„「]\s*([^"«»„“「」]*[^\s"«»„“「」])\s*["»“”」](?=\s|$)/g

function readPhrases(reading: Reading): void {
  const { folded, typed, tokens, found, cuts } = reading
  for (const match of folded.matchAll(QUOTED)) {
    const [start, end] = [match.index, match.index + match[0].length]
    // The words stay: they are looked for, too. The quotes are no part of them.
    cuts.push({ start, end: start + 1 }, { start: end - 1, end })
    const words = tokens.filter((token) => token.start >= start && token.end <= end)
    const text = typed.slice(start, end)
    if (words.length === 0 || isOff(reading, match[0])) continue
    for (const token of words) token.isTaken = true
    const phrases = [words.flatMap(({ parts }) => parts)]
    found.push({ start, constraint: { kind: 'phrase', text, label: text, attributes: [], phrases } })
  }
}

function readPriceRange(reading: Reading): void {
  const { folded, typed, tokens, analyzer, ignored, relaxed, found, cuts } = reading
  const price = readPrice(folded, analyzer.language)
  if (price === undefined || ignored.has(price.phrase.trim())) return
  const start = folded.indexOf(price.phrase)
  const end = start + price.phrase.length
  if (start < 0 || isAnyTaken(tokens, start, end)) return
  for (const token of tokens) if (token.start >= start && token.end <= end) token.isTaken = true
  // The words stay: what costs about as much still comes first.
  if (relaxed.has(price.phrase.trim())) return
  cuts.push({ start, end })
  const text = typed.slice(start, end)
  found.push({
    start,
    constraint: { kind: 'price', text, label: text, attributes: [], phrases: [], price: price.range },
  })
}

function isAnyTaken(tokens: readonly QueryToken[], start: number, end: number): boolean {
  return tokens.some((token) => token.isTaken && token.end > start && token.start < end)
}

function textWithout(text: string, cuts: Reading['cuts']): string {
  let left = ''
  let at = 0
  for (const { start, end, instead = '' } of cuts.toSorted((a, b) => a.start - b.start)) {
    if (end <= at) continue
    left += `${text.slice(at, Math.max(at, start))} ${instead} `
    at = end
  }
  return (left + text.slice(at)).replace(/\s+/g, ' ').trim()
}

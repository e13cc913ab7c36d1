import type { Analyzer } from '../text/analysis/analyzer.ts'
import { fold } from '../text/analysis/fold.ts'
import type { AttributeValues, Operator, QueryToken, Reading, Span, TokenRole } from './query.ts'
import type { ShopVocabulary, TermFrequency } from './shop-vocabulary.ts'

export interface ParseState {
  /** The typed text, which is as long as `text`. */
  readonly typed: string
  readonly text: string
  readonly analyzer: Analyzer
  readonly vocabulary: ShopVocabulary
  readonly tokens: readonly ParserToken[]
  /** Folded texts of readings that the caller disabled. */
  readonly ignored: ReadonlySet<string>
  readonly readings: Reading[]
  readonly operators: Operator[]
}

export interface ParserToken extends QueryToken {
  role: TokenRole
  readonly isDashed: boolean
  /** The two parts of the word, if some products write it as two. */
  readonly apart?: readonly string[]
  /** True once the meaning of the token is decided. */
  isClaimed: boolean
}

export function isFree({ tokens }: ParseState, { first, end }: Span): boolean {
  for (let i = first; i < end; i++) if (tokens[i].isClaimed) return false
  return true
}

/** Returns all runs of at most `longest` unclaimed tokens, longest first. */
export function freeRuns(state: ParseState, longest: number): Span[] {
  const { length: count } = state.tokens
  const runs: Span[] = []
  for (let length = Math.min(longest, count); length > 0; length--)
    for (let first = 0; first + length <= count; first++) runs.push({ first, end: first + length })
  return runs.filter((run) => isFree(state, run))
}

export function wordsIn({ tokens }: ParseState, { first, end }: Span): string[] {
  return tokens.slice(first, end).map(({ word }) => word)
}

export function typedText({ tokens, typed }: ParseState, { first, end }: Span): string {
  return typed.slice(tokens[first].start, tokens[end - 1].end)
}

export function isIgnored({ ignored }: ParseState, text: string): boolean {
  return ignored.has(fold(text).trim())
}

export function claim({ tokens }: ParseState, { first, end }: Span, role?: TokenRole): void {
  for (let i = first; i < end; i++) {
    tokens[i].isClaimed = true
    if (role !== undefined) tokens[i].role = role
  }
}

/** Minimum confidence of a reading. Tokens of less certain readings remain ordinary words. */
export const MIN_CONFIDENCE = 0.5

/** Longer readings win over those they overlap: "real" in "real madrid" has none of its own. Then the likelier wins. */
export function chooseReadings(candidates: readonly Reading[]): Reading[] {
  const length = ({ first, end }: Reading) => end - first
  const chosen: Reading[] = []
  const likely = candidates.filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
  for (const one of likely.toSorted((a, b) => length(b) - length(a) || b.confidence - a.confidence))
    if (chosen.every(({ first, end }) => one.end <= first || one.first >= end)) chosen.push(one)
  return chosen
}

/** Returns the share of the products named by the word that have it in this field; 1 if it names none. */
export function shareIn({ vocabulary }: ParseState, word: string, field: keyof TermFrequency): number {
  const frequency = vocabulary.frequency(word)
  return frequency.naming === 0 ? 1 : frequency[field] / frequency.naming
}

export function attributesOf(values: readonly AttributeValues[]): AttributeValues[] {
  const groups = Map.groupBy(values, ({ kind, name }) => `${kind} ${name}`)
  return [...groups.keys()].sort().map((key) => {
    const [{ kind, name }] = groups.get(key)!
    return { kind, name, values: [...new Set(groups.get(key)!.flatMap((one) => one.values))].sort() }
  })
}

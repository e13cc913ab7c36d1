import type { SlotSources } from './expand-slots.ts'
import type { ParsedQuery } from './parse-query.ts'
import { type Source, sourceSize } from './source.ts'

function byWorth(a: Source, b: Source): number {
  return b.weight - a.weight || sourceSize(b) - sourceSize(a)
}

/** The query with every misspelt word replaced by its likeliest correction; null when none was. */
export function correctedQuery(parsed: ParsedQuery, expanded: readonly SlotSources[]): string | null {
  if (!expanded.some((sources) => correctionOf(sources) !== undefined)) return null
  return withWordsReplaced(parsed.text, (word) => {
    const place = parsed.wanted.findIndex((slot) => slot.word === word)
    return place < 0 ? undefined : correctionOf(expanded[place])
  })
}

function correctionOf(sources: SlotSources): string | undefined {
  if (sources.some((list) => list.some((source) => source.kind !== 'typo'))) return undefined
  return sources.flat().sort(byWorth)[0]?.text
}

/** Replaces whole words; null when `replace` knows none of them. */
export function withWordsReplaced(text: string, replace: (word: string) => string | undefined): string | null {
  let isChanged = false
  const replaced = text.replace(/[\p{L}\p{M}\p{N}']+/gu, (word) => {
    const better = replace(word.replaceAll("'", ''))
    // "l'huille" is "huille" with its article.
    const noun = word.slice(word.indexOf("'") + 1)
    const betterNoun = better === undefined && noun !== word ? replace(noun) : undefined
    if (better === undefined && betterNoun === undefined) return word
    isChanged = true
    return better ?? word.slice(0, -noun.length) + betterNoun
  })
  return isChanged ? replaced : null
}

/** For words by which the shop names nothing, finds other words for the same thing, such as British and American ones: "jumper" for "sweater". */
import groups from '../languages/same-thing.json' with { type: 'json' }
import { type Analyzer, wordsOf } from '../text/analysis/analyzer.ts'
import type { QueryTerm } from './query.ts'
import type { ShopVocabulary } from './shop-vocabulary.ts'

/** Maximum number of words in a name. */
const MAX_WORDS = 3

const GROUPS: Readonly<Record<string, readonly string[]>> = groups

/** Maps the stems of each name to the other names of its group, for each language. */
const tables = new Map<string, ReadonlyMap<string, readonly string[]>>()

/** Adds to each term the shop's names for the same thing. Of overlapping names the longest counts. */
export function withStandIns(terms: readonly QueryTerm[], vocabulary: ShopVocabulary): QueryTerm[] {
  const others = tableOf(vocabulary.analyzer)
  const found = [...terms]
  for (let length = Math.min(MAX_WORDS, terms.length); length > 0; length--)
    for (let first = 0; first + length <= terms.length; first++) {
      const span = found.slice(first, first + length)
      if (span.some(({ standIns }) => standIns) || span.every(({ isNaming }) => isNaming)) continue
      const names =
        others.get(
          keyOf(
            span.map(({ word }) => word),
            vocabulary.analyzer,
          ),
        ) ?? []
      const standIns = names.filter(
        (name) => vocabulary.phraseFrequency(wordsOf(name, vocabulary.analyzer), 'naming') > 0,
      )
      if (standIns.length === 0) continue
      for (const [i, term] of span.entries()) found[first + i] = { ...term, isKnown: true, standIns }
    }
  return found
}

function tableOf(analyzer: Analyzer): ReadonlyMap<string, readonly string[]> {
  const known = tables.get(analyzer.language)
  if (known) return known
  const table = new Map<string, string[]>()
  for (const group of GROUPS[analyzer.language] ?? []) {
    const names = group.split(', ')
    for (const name of names) {
      const key = keyOf(wordsOf(name, analyzer), analyzer)
      table.set(key, [...(table.get(key) ?? []), ...names.filter((other) => other !== name)])
    }
  }
  tables.set(analyzer.language, table)
  return table
}

function keyOf(words: readonly string[], analyzer: Analyzer): string {
  return words.map((word) => analyzer.stem(word)).join(' ')
}

/** Finds the shop's synonym for a word that names none of its products: "jumper" for "sweater". */
import groups from '../languages/same-thing.json' with { type: 'json' }
import { perLanguage } from '../languages/language-words.ts'
import { type Analyzer, analyzerFor, wordsOf } from '../text/analysis/analyzer.ts'
import type { QueryTerm } from './query.ts'
import type { ShopVocabulary } from './shop-vocabulary.ts'

/** In words. */
const MAX_WORDS = 3

const GROUPS: Readonly<Record<string, readonly string[]>> = groups

/** Of overlapping names, the longest counts. */
export function withStandIns(terms: readonly QueryTerm[], vocabulary: ShopVocabulary): QueryTerm[] {
  const { analyzer } = vocabulary
  const others = othersOf(analyzer.language)
  const found = [...terms]
  for (let length = Math.min(MAX_WORDS, terms.length); length > 0; length--)
    for (let first = 0; first + length <= terms.length; first++) {
      const span = found.slice(first, first + length)
      if (span.some(({ standIns }) => standIns) || span.every(({ isNaming }) => isNaming)) continue
      const words = span.map(({ word }) => word)
      const standIns = (others.get(keyOf(words, analyzer)) ?? []).filter(
        (name) => vocabulary.phraseFrequency(wordsOf(name, analyzer), 'naming') > 0,
      )
      if (standIns.length === 0) continue
      for (const [i, term] of span.entries()) found[first + i] = { ...term, isKnown: true, standIns }
    }
  return found
}

const othersOf = perLanguage((language): ReadonlyMap<string, readonly string[]> => {
  const analyzer = analyzerFor(language)
  const others = new Map<string, string[]>()
  for (const names of (GROUPS[language] ?? []).map((group) => group.split(', ')))
    for (const name of names) {
      const key = keyOf(wordsOf(name, analyzer), analyzer)
      others.set(key, [...(others.get(key) ?? []), ...names.filter((other) => other !== name)])
    }
  return others
})

function keyOf(words: readonly string[], analyzer: Analyzer): string {
  return words.map((word) => analyzer.stem(word)).join(' ')
}

import type { TermPostings } from '../expand/expand-terms.ts'
import type { ParsedQuery } from '../parse/parse-query.ts'
import { postingCount } from '../expand/weighted-postings.ts'

/** The query with every misspelt word replaced by its likeliest correction; null when none was. */
export function correctedQuery(parsed: ParsedQuery, expanded: readonly TermPostings[]): string | null {
  if (!expanded.some((postingLists) => correctionOf(postingLists) !== undefined)) return null
  return withWordsReplaced(parsed.text, (word) => {
    const place = parsed.wanted.findIndex((queryTerm) => queryTerm.word === word)
    return place < 0 ? undefined : correctionOf(expanded[place])
  })
}

function correctionOf(postingLists: TermPostings): string | undefined {
  if (postingLists.some((list) => list.some((postings) => postings.kind !== 'typo'))) return undefined
  const lists = postingLists.flat()
  const heaviest = lists.reduce((most, { weight }) => Math.max(most, weight), 0)
  const docs = new Map<string, number>()
  for (const postings of lists) {
    if (postings.weight === heaviest) docs.set(postings.text, (docs.get(postings.text) ?? 0) + postingCount(postings))
  }
  const [likeliest] = [...docs].sort(([a, docsOfA], [b, docsOfB]) => docsOfB - docsOfA || (a < b ? -1 : 1))
  return likeliest?.[0]
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

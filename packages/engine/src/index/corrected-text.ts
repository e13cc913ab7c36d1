/** Returns the query in other words: as it was searched after corrections, or as it was more likely meant. */
import { allowedEdits, correctionsOf } from '../expand/fuzzy.ts'
import { liveCount } from '../expand/weighted-postings.ts'
import { isOrdinaryWord } from '../text/analysis/lexicon.ts'
import type { MatchedSet } from './matched-set.ts'

export function correctedText(set: MatchedSet): string | null {
  return withTermsReplaced(set, ({ postings }) => {
    const lists = postings.flat()
    if (lists.length === 0 || lists.some(({ kind }) => kind !== 'typo')) return undefined
    return lists.reduce((best, list) => (list.weight > best.weight ? list : best)).text
  })
}

/** A word of at most `MAX_RARE_DOCS` products is probably a typo of a word this many times commoner. */
const TIMES_COMMONER = 10
const MAX_RARE_DOCS = 20

/** If little was found, suggests words that far more products have. */
export function likelierText(set: MatchedSet): string | null {
  const { words, matches, index } = set
  if (!words || !matches || matches.complete >= words.enough) return null
  return withTermsReplaced(set, ({ term, postings }) => {
    if (term.parts.length > 1 || allowedEdits(term.word) === 0) return undefined
    if (isOrdinaryWord(term.word, index.text.analyzer)) return undefined
    const docs = postings.reduce((sum, lists, view) => {
      const own = lists.filter(({ kind }) => kind !== 'typo')
      return sum + own.reduce((count, list) => count + liveCount(index.text.views[view], list), 0)
    }, 0)
    // Words that no product has were already corrected unless the shop turned corrections off. In that case, a
    // correction is only suggested.
    if (docs === 0)
      return set.request.query?.settings.typos ? undefined : correctionsOf(index.text, term.word, 1)[0]?.text
    if (docs > MAX_RARE_DOCS) return undefined
    return correctionsOf(index.text, term.word, 1).find((one) => one.docs >= docs * TIMES_COMMONER)?.text
  })
}

type Term = NonNullable<MatchedSet['words']>['terms'][number]

function withTermsReplaced(set: MatchedSet, replace: (term: Term) => string | undefined): string | null {
  const { tokens, text } = set.request.query!.parsed
  let replaced = ''
  let at = 0
  let isChanged = false
  for (const one of set.words?.terms ?? []) {
    const better = replace(one)
    if (better === undefined) continue
    const [start, end] = [tokens[one.term.first].start, tokens[one.term.end - 1].end]
    // Restores an article that the parser removed: "l'huille" was searched as "huille".
    const article = one.term.elided === undefined ? '' : text.slice(start, text.lastIndexOf("'", end - 1) + 1)
    replaced += text.slice(at, start) + article + better
    at = end
    isChanged = true
  }
  return isChanged ? replaced + text.slice(at) : null
}

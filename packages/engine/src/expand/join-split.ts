/** Words that products write together or apart: "e cloth" and "ecloth", "firestick" and "fire stick". */
import { charClass, SPACELESS } from '../text/analysis/char-class.ts'
import type { ExpandInput, QueryTerm, TermPostings } from './expand-input.ts'
import { findPhrase } from './find-phrase.ts'
import { totalPostings } from './weighted-postings.ts'
import { wordPostings } from './word-postings.ts'
import { EXPANSION_WEIGHTS } from './expansion-weights.ts'

/** Words in a larger share of the docs are known words, not two words written together. */
const MAX_SHARE_TO_SPLIT = 0.02
/** Largest number of letters that inflecting may take off: more would make "leather red" a form of "leather". */
const MAX_ENDING = 2
/** Fewest letters of a word that may be two, and of the second of them. */
const SPLITS_OF_LETTERS = { from: 5, last: 2 }
/** The same for scripts without spaces, in which the same letters are cut differently beside others. */
const SPLITS_OF_SYLLABLES = { from: 2, last: 1 }

/** The joined word stands for both. */
export function addJoined(input: ExpandInput, expanded: readonly TermPostings[]): void {
  const { views, queryTerms } = input
  for (let place = 0; place + 1 < queryTerms.length; place++) {
    const joined = queryTerms[place].word + queryTerms[place + 1].word
    views.forEach((view, s) => {
      for (const postings of wordPostings(view, joined, input)) {
        if (postings.text.length < joined.length - MAX_ENDING) continue
        const both = { ...postings, weight: postings.weight * EXPANSION_WEIGHTS.joined, kind: 'joined' } as const
        expanded[place][s].push(both)
        expanded[place + 1][s].push(both)
      }
    })
  }
}

export function addSplits({ views, docCount }: ExpandInput, term: QueryTerm, postings: TermPostings): void {
  const { word, parts, measure } = term
  const { from, last } = charClass(word.charCodeAt(0)) === SPACELESS ? SPLITS_OF_SYLLABLES : SPLITS_OF_LETTERS
  if (measure || parts.length > 1 || word.length < from) return
  const found = postings.reduce((sum, lists) => sum + totalPostings(lists), 0)
  if (found > docCount * MAX_SHARE_TO_SPLIT) return
  views.forEach(({ segment }, s) => {
    for (let cut = 1; cut <= word.length - last; cut++) {
      const words = [word.slice(0, cut), word.slice(cut)]
      const form = { weight: EXPANSION_WEIGHTS.split, kind: 'split', edits: 0, text: words.join(' ') } as const
      const phrase = findPhrase(segment, words, form)
      if (phrase !== undefined) postings[s].push(phrase)
    }
  })
}

/** Words that most products write apart and some together: "short sleeve" and "shortsleeve". */
import type { ExpandInput, TermPostings } from './expand-input.ts'
import { wordPostings } from './word-postings.ts'
import { EXPANSION_WEIGHTS } from './expansion-weights.ts'

/** Largest number of letters that inflecting may take off: more would make "leather red" a form of "leather". */
const MAX_ENDING = 2
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

/** Words that some products write as one and others as two: "shortsleeve" and "short sleeve". */
import type { TextSegmentView } from '../text/text-index.ts'
import type { ExpandInput, TermPostings } from './expand-input.ts'
import { isJoined } from '../text/analysis/joined-words.ts'
import { wordPostings } from './word-postings.ts'
import { EXPANSION_WEIGHTS } from './expansion-weights.ts'

/** Matches two neighbouring words also by their joined form, in either order. */
export function addJoined(input: ExpandInput, expanded: readonly TermPostings[]): void {
  const words = input.queryTerms.map(({ word }) => word)
  for (let place = 0; place + 1 < words.length; place++) {
    const pair = [words[place], words[place + 1]] as const
    for (const order of [pair, pair.toReversed()])
      input.views.forEach((view, s) => {
        const both = joinedPostings(input, view, order)
        expanded[place][s].push(...both)
        expanded[place + 1][s].push(...both)
      })
  }
}

function joinedPostings(input: ExpandInput, view: TextSegmentView, [first, second]: readonly string[]) {
  const isWord = isJoined(first, second, input.analyzer)
  const forms = wordPostings(view, first + second, input).filter(({ kind }) => isWord || kind === 'exact')
  return forms.map((form) => ({ ...form, weight: form.weight * EXPANSION_WEIGHTS.joined, kind: 'joined' as const }))
}

import { HEAD_FIRST_LANGUAGES } from '../parse/parse-query.ts'
import { NAMING_FIELDS } from '../segment/posting-payload.ts'
import { TEXT_FIELDS } from '../text-doc.ts'
import type { ExpandInput, TermPostings } from './expand-terms.ts'
import { isNamedIn } from './named-in.ts'
import { isTitleHead } from '../weigh/title-heads.ts'
import type { WeightedPostings } from './weighted-postings.ts'
import { wordPostings } from './word-postings.ts'

/** Fewest letters of either part: shorter ones are found in any word. */
const MIN_PART = 3
/** A raincoat is a coat, but not every coat is one. */
const HEAD_WEIGHT = 0.5
const TYPE_BIT = 1 << TEXT_FIELDS.indexOf('productType')

/**
 * A word that no product is called by, and that is two words of the shop, the second a kind of thing it sells: "raincoat" finds coats. Languages
 * that always write such words together have `addCompounds`; those that put the thing first have none.
 */
export function addCompoundHeads(input: ExpandInput, expanded: readonly TermPostings[]): void {
  const { analyzer, queryTerms, prefixLast } = input
  if (analyzer.compoundPart > 0 || HEAD_FIRST_LANGUAGES.has(analyzer.language)) return
  const typing = prefixLast ? queryTerms.length - 1 : -1
  queryTerms.forEach(({ word, parts }, place) => {
    if (place === typing || parts.length > 1 || isNamedIn(input, expanded[place], NAMING_FIELDS)) return
    const head = headOf(input, word) ?? []
    for (const [s, postings] of head.entries()) expanded[place][s].push(...postings)
  })
}

/** The longest end of the word that is one; undefined where none is. */
function headOf(input: ExpandInput, word: string): TermPostings | undefined {
  for (let cut = MIN_PART; cut <= word.length - MIN_PART; cut++) {
    const isWord = input.views.some((view) => wordPostings(view, word.slice(0, cut), input).length > 0)
    if (!isWord) continue
    const postings = input.views.map((view) => wordPostings(view, word.slice(cut), input))
    if (isKind(input, postings)) return postings.map((lists) => lists.map(asHead))
  }
  return undefined
}

/** A type has it, or titles end with it: types are broader in many shops. */
function isKind(input: ExpandInput, postings: TermPostings): boolean {
  return isNamedIn(input, postings, TYPE_BIT) || isTitleHead(input.views, postings)
}

function asHead(postings: WeightedPostings): WeightedPostings {
  return { ...postings, weight: postings.weight * HEAD_WEIGHT, kind: 'compound' }
}

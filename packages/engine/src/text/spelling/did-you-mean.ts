import type { ExpandInput, TermPostings } from '../expand/expand-terms.ts'
import { allowedEdits } from './find-typos.ts'
import { isOrdinaryWord } from './lexicon.ts'
import { soundKey } from './sound-key.ts'
import type { ParsedQuery, QueryTerm } from '../parse/parse-query.ts'
import { withWordsReplaced } from './corrected-query.ts'
import { postingCount } from '../expand/weighted-postings.ts'
import { corrected } from '../expand/typo-postings.ts'

/** A neighbour this many times commoner is likelier than the word itself. */
const TIMES_COMMONER = 10
/** A word of more products than this is no mistake. */
const MAX_RARE_DOCS = 20

type SpellingInput = Pick<ExpandInput, 'views' | 'analyzer' | 'settings'>

/**
 * The query with its rare words replaced by much commoner words one or two edits away, unless they are words of the language, and its unknown
 * ones by the nearest where none are corrected; null when there are none.
 */
export function didYouMean(
  input: SpellingInput,
  parsed: ParsedQuery,
  expanded: readonly TermPostings[],
): string | null {
  return withWordsReplaced(parsed.text, (word) => {
    const place = parsed.wanted.findIndex((queryTerm) => queryTerm.word === word)
    return place < 0 ? undefined : commonerWord(input, parsed.wanted[place], expanded[place])
  })
}

function commonerWord(input: SpellingInput, queryTerm: QueryTerm, postingLists: TermPostings): string | undefined {
  const most = queryTerm.parts.length === 1 ? allowedEdits(queryTerm.word) : 0
  if (most === 0) return undefined
  const own = postingLists
    .flat()
    .reduce((sum, postings) => sum + (postings.kind === 'typo' ? 0 : postingCount(postings)), 0)
  // An ordinary word that the shop lacks is what was meant, unless the shop has one that sounds the same.
  const isOrdinary = isOrdinaryWord(queryTerm.word, input.analyzer)
  if (own === 0 && isOrdinary)
    return corrected(input, queryTerm.word, 1).find(({ word }) => soundKey(word) === soundKey(queryTerm.word))?.word
  // A word that was corrected needs no suggestion.
  if (own === 0 && input.settings.typos) return undefined
  if (own > MAX_RARE_DOCS || isOrdinary) return undefined
  const commoner = corrected(input, queryTerm.word, 1).find(({ docs }) => docs >= own * TIMES_COMMONER)
  // Of a known word two edits away nothing is likely; an unknown one has nothing else to be.
  return commoner?.word ?? (own === 0 && most > 1 ? corrected(input, queryTerm.word, 2)[0]?.word : undefined)
}

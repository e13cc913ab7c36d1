import { levelFor } from '../../columns/even-sample.ts'
import type { TermPostings } from '../expand/expand-terms.ts'
import { postingCount, type WeightedPostings } from '../expand/weighted-postings.ts'
import { HEAD_FIRST_LANGUAGES } from '../parse/parse-query.ts'
import { someSampled } from '../sample-postings.ts'
import { TITLE_BIT } from '../segment/posting-payload.ts'
import { titleWords } from '../segment/title-words.ts'
import type { TextSegmentView } from '../text-index.ts'

/** At least about so many of the word's products are looked at. */
const SAMPLE_SIZE = 48
/** One title says nothing: it may well be all that the shop has with the word. */
const MIN_HEADS = 2
const MOSTLY = 0.5

/** Whether titles that hold the word mostly call the thing by it. */
export function isTitleHead(views: readonly TextSegmentView[], postings: TermPostings): boolean {
  return titleHeadShare(views, postings) >= MOSTLY
}

/**
 * Of the titles that hold the word, the share in which it stands where titles say what the thing is: "Drift Wool Coat" is a coat. At the
 * end, or at the beginning in languages that put what describes a thing after it.
 */
export function titleHeadShare(views: readonly TextSegmentView[], postings: TermPostings): number {
  const own = postings.map((lists) => lists.filter(({ kind }) => kind === 'exact' || kind === 'stem'))
  const docs = own.flat().reduce((sum, list) => sum + postingCount(list), 0)
  const level = levelFor(docs, SAMPLE_SIZE)
  let titles = 0
  let heads = 0
  own.forEach((lists, s) => {
    for (const list of lists)
      someSampled(views[s], list, level, (at) => {
        if ((list.payloads[at] & TITLE_BIT) === 0) return false
        titles++
        if (isHead(views[s], list, list.docs[at])) heads++
        return false
      })
  })
  return heads < MIN_HEADS ? 0 : heads / titles
}

function isHead({ segment }: TextSegmentView, { firstTerm, endTerm }: WeightedPostings, doc: number): boolean {
  const title = titleWords(segment, doc)
  const head = title.at(HEAD_FIRST_LANGUAGES.has(segment.language) ? 0 : -1) ?? -1
  return head >= firstTerm && head < endTerm
}

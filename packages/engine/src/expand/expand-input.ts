import type { Query } from '../query/query.ts'
import type { TextIndex } from '../text/text-index.ts'
import type { TextSettings } from '../text/text-settings.ts'
import type { SynonymRules } from './synonyms.ts'
import type { WeightedPostings } from './weighted-postings.ts'

export type QueryTerm = Query['terms'][number]

/** Postings of one query term, indexed by segment. */
export type TermPostings = WeightedPostings[][]

export interface ExpandInput extends Pick<TextIndex, 'views' | 'analyzer'> {
  readonly queryTerms: readonly QueryTerm[]
  /** Counts only live products. */
  readonly docCount: number
  readonly settings: TextSettings
  readonly synonyms: SynonymRules
  /** True if the last term is still being typed. */
  readonly prefixLast: boolean
  /** The kana at the end of the text being typed. */
  readonly typedKana: string | undefined
}

import type { TextDoc } from '../../text/text-doc.ts'
import { buildIndex } from '../shop-index.ts'
import { type SearchParts, searchShop, smallDoc } from './small-shop.ts'

export interface FoundTexts {
  /** Indices into the texts searched, best first. */
  readonly docs: readonly number[]
  readonly count: number
  readonly corrected: string | null
  readonly didYouMean: string | null
  readonly relaxed: boolean
  readonly tiers: readonly number[]
}

export function searchTexts(
  docs: readonly Partial<TextDoc>[],
  text: string,
  { locale = 'en', ...parts }: SearchParts = {},
): FoundTexts {
  const index = buildIndex(
    docs.map((doc, place) => smallDoc(doc, place + 1)),
    locale,
  )
  const result = searchShop(index, text, { limit: 200, ...parts })
  return {
    docs: result.hits.map(({ id }) => id - 1),
    count: result.total,
    corrected: result.text?.corrected ?? null,
    didYouMean: result.text?.didYouMean ?? null,
    relaxed: result.text?.relaxed ?? false,
    tiers: result.hits.map(({ explanation }) => explanation.rules!.find(({ rule }) => rule === 'tier')!.value),
  }
}

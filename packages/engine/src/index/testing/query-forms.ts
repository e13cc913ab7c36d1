import type { TextDoc } from '../../text/text-doc.ts'
import { DEFAULT_TEXT_SETTINGS, type TextSettings } from '../../text/text-settings.ts'
import { prepareWords } from '../prepare-words.ts'
import { buildIndex } from '../shop-index.ts'
import { parsedQuery, smallDoc } from './small-shop.ts'

/** A form of a query word. Products found by it keep `weight` as their share of the score. */
export interface Form {
  readonly text: string
  readonly kind: string
  readonly weight: number
  readonly edits: number
  readonly docs: number[]
}

interface FormsOptions {
  readonly locale?: string
  readonly prefixLast?: boolean
  readonly settings?: TextSettings
}

export function queryForms(
  docs: readonly Partial<TextDoc>[],
  text: string,
  { locale = 'en', prefixLast = false, settings = DEFAULT_TEXT_SETTINGS }: FormsOptions = {},
): Form[][] {
  const index = buildIndex(
    docs.map((doc, place) => smallDoc(doc, place + 1)),
    locale,
  )
  const words = prepareWords(index, { parsed: parsedQuery(index, text), prefixLast, settings })
  return (words?.terms ?? []).map(({ postings }) =>
    postings[0]!.map(({ text: form, kind, weight, edits, docs: from, start, end }) => ({
      text: form,
      kind,
      weight,
      edits,
      docs: [...from.subarray(start, end)],
    })),
  )
}

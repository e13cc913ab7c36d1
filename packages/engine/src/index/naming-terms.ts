/** Finds the words by which a shop names its products: its types and the words of its titles, as written. */
import { hasBit } from '../columns/bitset.ts'
import { stringAt } from '../columns/string-table.ts'
import { fold } from '../text/analysis/fold.ts'
import type { ShopIndex } from './shop-index.ts'

const MAX_TERMS = 2000
const MAX_TITLES = 10_000

/** The commonest come first. Of words that differ only in case or accents, the commonest is returned. */
export function namingTerms(index: ShopIndex, typeAttribute: string): string[] {
  const counts = new Map<string, { text: string; count: number }>()
  const note = (text: string) => {
    const key = fold(text)
    const known = counts.get(key)
    if (known) known.count++
    else counts.set(key, { text, count: 1 })
  }
  const step = Math.max(1, Math.ceil(index.docCount / MAX_TITLES))
  for (const { segment, liveDocs } of index.views) {
    const { titles, terms, docCount } = segment.columns
    const types = terms.get(typeAttribute)
    for (let doc = 0; doc < docCount; doc += step) {
      if (!hasBit(liveDocs, doc)) continue
      const own = types === undefined ? [] : [...types.codes.subarray(types.starts[doc], types.starts[doc + 1])]
      const words = stringAt(titles, doc).toLowerCase().match(WORD) ?? []
      for (const text of new Set([...words, ...own.map((code) => stringAt(types!.values, code).toLowerCase())]))
        note(text)
    }
  }
  return [...counts.values()]
    .filter(({ text }) => !index.text.analyzer.isStopWord(fold(text)))
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
    .slice(0, MAX_TERMS)
    .map(({ text }) => text)
}

/** Numbers and words of one or two letters do not name products. */
const WORD = /[\p{L}\p{M}]{3,}/gu

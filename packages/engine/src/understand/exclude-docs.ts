import { colorWord } from '../colors/color-families.ts'
import { stringAt, tableSize } from '../columns/string-table.ts'
import type { ShopIndex } from '../index/shop-index.ts'
import { wordPostings } from '../text/expand/word-postings.ts'
import type { WeightedPostings } from '../text/expand/weighted-postings.ts'
import { denialsOf } from '../text/score/mark-excluded.ts'
import { FIELD_MASK } from '../text/segment/posting-payload.ts'
import { TEXT_FIELDS } from '../text/text-doc.ts'
import type { Constraint } from './constraint.ts'
import { valuesOf } from './reading.ts'
import { wordsOf } from './segment-values.ts'

const OPTIONS_BIT = 1 << TEXT_FIELDS.indexOf('options')

/**
 * Lets pass what does not have the word, or says itself that it lacks it ("fragrance free"). Where only a variant's option has it, only
 * that variant is refused.
 */
export function excludeDocs(
  index: ShopIndex,
  view: number,
  { phrases: [[word]], mustDeny = false }: Constraint,
  passing: Uint8Array,
): Uint8Array {
  const { segment, liveDocs, cache } = index.views[view]
  const { starts } = segment.columns.variants
  const textView = { segment: segment.text, liveDocs, ids: null, cache: cache.text }
  const postings = wordPostings(textView, word, index.text).filter(({ kind }) => kind === 'exact' || kind === 'stem')
  const isDenied = denialsOf(segment.text, postings)
  const docsOf = ({ docs, start, end }: WeightedPostings) => docs.subarray(start, end)
  if (mustDeny) {
    for (const doc of postings.flatMap((each) => [...docsOf(each)]))
      if (isDenied(doc)) passing.fill(1, starts[doc], starts[doc + 1])
    return passing
  }
  passing.fill(1)
  for (const each of postings) {
    docsOf(each).forEach((doc, at) => {
      const isOutside = (each.payloads[each.start + at] & FIELD_MASK & ~OPTIONS_BIT) !== 0
      if (isOutside && !isDenied(doc)) passing.fill(0, starts[doc], starts[doc + 1])
    })
  }
  refuseVariants(index, view, word, passing)
  return passing
}

function refuseVariants(index: ShopIndex, view: number, word: string, passing: Uint8Array): void {
  const { variants } = index.views[view].segment.columns
  for (const [name, { codes, byDoc }] of variants.options) {
    const refused = refusedValues(index, view, { name, word, table: byDoc.values })
    if (refused.every((one) => one === 0)) continue
    for (let v = 0; v < codes.length; v++) if (codes[v] >= 0 && refused[codes[v]] === 1) passing[v] = 0
  }
}

function refusedValues(
  index: ShopIndex,
  view: number,
  { name, word, table }: { name: string; word: string; table: Parameters<typeof stringAt>[0] },
): Uint8Array {
  const { analyzer } = index.text
  const stem = analyzer.stem(word)
  const color = colorWord(word, analyzer)
  const colors = valuesOf({ index }, view).colors.find((each) => each.kind === 'option' && each.name === name)
  const refused = new Uint8Array(tableSize(table))
  for (let code = 0; code < refused.length; code++) {
    const value = stringAt(table, code)
    const isFamily = color?.isFamily && colors?.values.get(value)?.families.has(color.family)
    if (isFamily || wordsOf(value, analyzer).some((own) => analyzer.stem(own) === stem)) refused[code] = 1
  }
  return refused
}

import fc from 'fast-check'
import { escapeFacets, escapeHits, TAG_PLACEHOLDER } from 'instantsearch.js/es/lib/utils/escape-highlight.js'
import { describe, expect, it } from 'vitest'
import { escapeHtml, highlightOf, tagged } from './highlights.ts'

const text = fc
  .array(
    fc.oneof(
      fc.string(),
      fc.constantFrom('<mark>', '</mark>', '&amp;', '&lt;b&gt;', '<img src=x onerror=alert(1)>', "'", '&#39;', '&'),
    ),
  )
  .map((parts) => parts.join(''))
  .filter((one) => !one.includes('ais-highlight'))

const html = (before: string, word: string, after: string) =>
  `${escapeHtml(before)}<mark>${escapeHtml(word)}</mark>${escapeHtml(after)}`

describe('a highlight in the format of InstantSearch', () => {
  it('is escaped once, with the words of the query marked, for every text', () => {
    fc.assert(
      fc.property(text, text, text, (before, word, after) => {
        const shown = html(before, word, after)
        const [hit] = escapeHits([{ _highlightResult: { title: highlightOf(shown, TAG_PLACEHOLDER) } }] as never) as unknown as [{ _highlightResult: { title: { value: string } } }] // biome-ignore format: one line reads better
        expect(hit._highlightResult.title.value).toBe(shown)
        const [facet] = escapeFacets([{ highlighted: tagged(shown, TAG_PLACEHOLDER) }] as never) as unknown as [{ highlighted: string }] // biome-ignore format: one line reads better
        expect(facet.highlighted).toBe(shown)
      }),
    )
  })

  it('is safe HTML if the request names no tags', () => {
    expect(highlightOf(html('<b>', 'so"fa', '&'), {})).toEqual({
      value: '&lt;b&gt;<mark>so&quot;fa</mark>&amp;',
      matchLevel: 'partial',
      matchedWords: ['so"fa'],
    })
  })
})

import { describe, expect, it } from 'vitest'
import { analyzerFor } from './analysis/analyzer.ts'
import { explainMatch } from './explain-match.ts'
import { prepareTextQuery } from './prepare-query.ts'
import { sampleDoc } from './testing/sample-docs.ts'
import type { TextDoc } from './text-doc.ts'
import { textIndex } from './text-index.ts'
import { buildTextSegment } from './text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from './text-settings.ts'

function explained(docs: readonly Partial<TextDoc>[], text: string, doc: number, prefixLast = false) {
  const index = textIndex([buildTextSegment(docs.map(sampleDoc), analyzerFor('en'))], 'en')
  return explainMatch(prepareTextQuery(index, { text, prefixLast, settings: DEFAULT_TEXT_SETTINGS }), 0, doc)
}

describe('why a product was found', () => {
  const docs: Partial<TextDoc>[] = [
    { title: 'Velvet sofa', tags: ['sofa'], description: 'a sofa' },
    { title: 'Sofas', vendor: 'Velvet' },
    { title: 'Lamp' },
  ]

  it('W1: is told word by word, with the form and the fields that hold it', () => {
    expect(explained(docs, 'velvet sofa', 0)).toEqual([
      { word: 'velvet', term: 'velvet', kind: 'exact', edits: 0, fields: ['title'] },
      { word: 'sofa', term: 'sofa', kind: 'exact', edits: 0, fields: ['title', 'tags', 'description'] },
    ])
    expect(explained(docs, 'velvet sofa', 1)).toEqual([
      { word: 'velvet', term: 'velvet', kind: 'exact', edits: 0, fields: ['vendor'] },
      { word: 'sofa', term: 'sofas', kind: 'stem', edits: 0, fields: ['title'] },
    ])
    expect(explained(docs, 'velvet sofa', 2)).toEqual([])
  })

  it('W2: names the best of several forms, and a correction with its edits', () => {
    expect(explained([{ title: 'Sofa sofas' }], 'sofas', 0)).toMatchObject([{ term: 'sofas', kind: 'exact' }])
    expect(explained([{ title: 'Sofas sofa' }], 'sofa', 0)).toMatchObject([{ term: 'sofa', kind: 'exact' }])
    expect(explained(docs, 'velvit', 1)).toMatchObject([{ word: 'velvit', term: 'velvet', kind: 'typo', edits: 1 }])
  })

  it('W3: gathers the fields of all words that what is typed may become', () => {
    const many = [{ title: 'Lantern', tags: ['lanyard'] }, { title: 'Lanyard' }, { title: 'Rug', tags: ['lance'] }]
    expect(explained(many, 'lan', 0, true)).toMatchObject([{ kind: 'prefix', fields: ['title', 'tags'] }])
    expect(explained(many, 'lan', 2, true)).toMatchObject([{ kind: 'prefix', fields: ['tags'] }])
  })
})

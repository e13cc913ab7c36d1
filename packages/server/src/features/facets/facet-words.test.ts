import { describe, expect, it } from 'vitest'
import { facetWords } from './facet-labels.ts'

describe('texts of facets', () => {
  it('R6: are those of the language, for both forms of Norwegian, too, else English', () => {
    expect([facetWords('de-AT').inStock, facetWords('nb').inStock, facetWords('nn_NO').inStock]).toEqual(['Auf Lager', 'På lager', 'På lager']) // biome-ignore format: one line reads better
    expect([facetWords('xx').inStock, facetWords('constructor').others, facetWords('').upTo]).toEqual(['In stock', 'Others', 'up to {1}']) // biome-ignore format: one line reads better
  })
})

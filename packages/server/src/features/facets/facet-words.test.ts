import { describe, expect, it } from 'vitest'
import { facetWords } from './facet-labels.ts'

describe('texts of facets', () => {
  it('R6: fall back to English, and are the same for both written forms of Norwegian', () => {
    expect([facetWords('de-AT').inStock, facetWords('nb').inStock, facetWords('nn_NO').inStock]).toEqual(['Auf Lager', 'På lager', 'På lager']) // biome-ignore format: one line reads better
    expect([facetWords('xx').inStock, facetWords('constructor').others, facetWords('').upTo]).toEqual(['In stock', 'Others', 'up to {1}']) // biome-ignore format: one line reads better
  })
})

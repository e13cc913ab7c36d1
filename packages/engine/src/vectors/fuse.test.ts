import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hybridWeight, nearestOfAll, SEMANTIC_DEPTH, semanticMix, weightWithExclusion } from './fuse.ts'
import { productText } from './product-text.ts'

describe('hybridWeight', () => {
  it.each(['006R90321', 'dv7-1211ea', 'X124210', 'lenovo 20KH006HGE', '4006381333931'])(
    'leaves %s to the words',
    (query) => {
      expect(hybridWeight(query)).toBe(0)
    },
  )

  it.each(['ps4', 'couch', 'iphone 14 case', 'something warm for a winter walk with the dog'])(
    'asks the vectors for %s',
    (query) => {
      expect(hybridWeight(query)).toBeGreaterThan(0)
    },
  )

  it('is a fifth for one word and two fifths for two and more', () => {
    expect(['couch', 'red couch', ' a  soft red couch '].map(hybridWeight)).toEqual([0.2, 0.4, 0.4])
  })

  it('leaves a part number to the words beside one word, not in a sentence', () => {
    expect(hybridWeight('toner 006R90321')).toBe(0)
    expect(hybridWeight('toner for 006R90321')).toBe(0.4)
  })

  it('is never so high that words do not count, and 0 without words', () => {
    expect(hybridWeight('  ')).toBe(0)
    fc.assert(fc.property(fc.string(), (query) => hybridWeight(query) >= 0 && hybridWeight(query) <= 0.6))
  })
})

describe('weightWithExclusion', () => {
  it('leaves next to nothing to meaning where something is excluded, unless meaning alone was asked for', () => {
    expect(weightWithExclusion(0.3, true)).toBe(0.1)
    expect(weightWithExclusion(0.3, false)).toBe(0.3)
    expect(weightWithExclusion(1, true)).toBe(1)
  })
})

describe('nearestOfAll', () => {
  it('is what is nearest however far, unless the query reads as nonsense', () => {
    const far = [
      { productId: 1, similarity: 0.3 },
      { productId: 2, similarity: 0.25 },
      { productId: 3, similarity: 0.1 },
    ]
    expect(nearestOfAll(far, 0.5)).toEqual([1, 2])
    expect(nearestOfAll(far, 0.6)).toEqual([])
    expect(nearestOfAll([], 0.1)).toEqual([])
  })
})

describe('semanticMix', () => {
  it('lets meaning alone find products only where the query is nearer to one than to an out-of-domain probe', () => {
    expect(semanticMix(hits, 'asdkjh qwe', 'hybrid', 0.91).joining).toEqual([])
    expect(semanticMix(hits, 'couch', 'hybrid', 0.89).joining[0]).toBe(1)
    expect(semanticMix(hits, 'couch', 'hybrid').joining[0]).toBe(1)
    expect(semanticMix(hits, 'asdkjh qwe', 'vector', 0.91).joining[0]).toBe(1)
  })

  const hits = Array.from({ length: SEMANTIC_DEPTH }, (_, i) => ({ productId: i + 1, similarity: 0.9 - i * 0.0005 }))

  it('stretches similarities from 1 to 0, whatever the range of the model', () => {
    const { scores } = semanticMix(hits, 'warm coat', 'hybrid')
    expect(scores.get(1)).toBe(1)
    expect(scores.get(SEMANTIC_DEPTH)).toBe(0)
    expect(scores.get(201)).toBeCloseTo(0.5, 1)
  })

  it('lets only few and near products join', () => {
    const { joining } = semanticMix(hits, 'warm coat', 'hybrid')
    expect(joining[0]).toBe(1)
    expect(joining).toHaveLength(20)
    expect(semanticMix(hits, 'warm coat', 'vector').joining).toHaveLength(60)
  })

  it('leaves out what is no nearer than the unrelated', () => {
    const { near, joining } = semanticMix(hits, 'warm coat', 'hybrid', 0.8976)
    expect(near).toEqual([1, 2, 3, 4, 5])
    expect(joining).toEqual(near)
  })

  it('gives meaning all the weight in vector mode', () => {
    expect(semanticMix(hits, '006R90321', 'vector').weight).toBe(1)
  })

  it('lets only those join that are in the nearer half of the range', () => {
    const three = [1, 0.5, 0.25, 0].map((similarity, i) => ({ productId: i + 1, similarity }))
    expect(semanticMix(three, 'warm coat', 'hybrid').joining).toEqual([1, 2])
    expect(semanticMix(three, 'warm coat', 'hybrid').near).toEqual([1, 2, 3, 4])
    expect(semanticMix(three, 'warm coat', 'hybrid', 0.5).near).toEqual([1])
  })

  it('takes no hits and a single hit', () => {
    expect(semanticMix([], 'coat', 'hybrid').scores.size).toBe(0)
    expect(semanticMix(hits.slice(0, 1), 'coat', 'hybrid').scores.get(1)).toBe(1)
  })
})

describe('productText', () => {
  it('says each thing once', () => {
    const product = { title: 'Acme Wool Coat', productType: 'Coat', vendor: 'ACME', options: ['Red', 'wool', 'XL'] }
    expect(productText(product)).toBe('Acme Wool Coat. Red. XL')
  })
})

import { describe, expect, it } from 'vitest'
import { hasMeaning, nearestOfAll, SEMANTIC_DEPTH, semanticMix } from './fuse.ts'
import { productText } from './product-text.ts'

describe('hasMeaning', () => {
  it.each(['006R90321', 'dv7-1211ea', 'X124210', 'lenovo 20KH006HGE', '4006381333931', '  '])(
    'leaves %s to the words',
    (query) => {
      expect(hasMeaning(query)).toBe(false)
    },
  )

  it.each(['ps4', 'couch', 'iphone 14 case', 'something warm for a winter walk with the dog', 'toner for 006R90321'])(
    'asks the vectors for %s',
    (query) => {
      expect(hasMeaning(query)).toBe(true)
    },
  )
})

describe('nearestOfAll', () => {
  it('returns the nearest products at any distance, unless the query is meaningless', () => {
    const far = [
      { productId: 1, similarity: 0.3 },
      { productId: 2, similarity: 0.25 },
      { productId: 3, similarity: 0.1 },
    ]
    expect(nearestOfAll(far, 0.33)).toEqual([1, 2])
    expect(nearestOfAll(far, 0.4)).toEqual([])
    expect(nearestOfAll([], 0.1)).toEqual([])
    expect(nearestOfAll(far, undefined)).toEqual([])
  })
})

describe('semanticMix', () => {
  it('lets meaning alone find products only if the query is nearer to one than to an out-of-domain probe', () => {
    expect(semanticMix(hits, 'hybrid', 0.91).joining).toEqual([])
    expect(semanticMix(hits, 'hybrid', 0.89).joining[0]).toBe(1)
    expect(semanticMix(hits, 'hybrid').joining[0]).toBe(1)
    expect(semanticMix(hits, 'vector', 0.91).joining[0]).toBe(1)
  })

  const hits = Array.from({ length: SEMANTIC_DEPTH }, (_, i) => ({ productId: i + 1, similarity: 0.9 - i * 0.0005 }))

  it('normalizes similarities from 1 to 0, whatever the range of the model', () => {
    const { scores } = semanticMix(hits, 'hybrid')
    expect(scores.get(1)).toBe(1)
    expect(scores.get(SEMANTIC_DEPTH)).toBe(0)
    expect(scores.get(201)).toBeCloseTo(0.5, 1)
  })

  it('lets only few and near products join', () => {
    const { joining } = semanticMix(hits, 'hybrid')
    expect(joining[0]).toBe(1)
    expect(joining).toHaveLength(20)
    expect(semanticMix(hits, 'vector').joining).toHaveLength(60)
  })

  it('leaves out products that are no nearer than unrelated ones', () => {
    expect(semanticMix(hits, 'hybrid', 0.8976).joining).toEqual([1, 2, 3, 4, 5])
  })

  it('lets only products join that are in the nearer half of the range', () => {
    const three = [1, 0.5, 0.25, 0].map((similarity, i) => ({ productId: i + 1, similarity }))
    expect(semanticMix(three, 'hybrid').joining).toEqual([1, 2])
    expect(semanticMix(three, 'hybrid', 0.5).joining).toEqual([1])
  })

  it('works without hits and with a single hit', () => {
    expect(semanticMix([], 'hybrid').scores.size).toBe(0)
    expect(semanticMix(hits.slice(0, 1), 'hybrid').scores.get(1)).toBe(1)
  })
})

describe('productText', () => {
  it('names each thing once', () => {
    const product = {
      title: 'Acme Wool Coat',
      kinds: ['', 'Coat', 'outerwear'],
      vendor: 'ACME',
      options: ['Red', 'wool', 'XL'],
    }
    expect(productText(product)).toBe('Acme Wool Coat. outerwear. Red. XL')
  })
})

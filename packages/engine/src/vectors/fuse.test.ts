import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hybridWeight, SEMANTIC_DEPTH, semanticMix, weightAfterText } from './fuse.ts'
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

  it('is never so high that words do not count, and 0 without words', () => {
    expect(hybridWeight('  ')).toBe(0)
    fc.assert(fc.property(fc.string(), (query) => hybridWeight(query) >= 0 && hybridWeight(query) <= 0.6))
  })
})

describe('weightAfterText', () => {
  const ids = Array.from({ length: 400 }, (_, place) => place + 1)
  const scores = new Map(ids.map((id) => [id, 1 - id / 400]))
  const short = { weight: 0.4, scores, isShort: true }
  const long = { weight: 0.5, scores, isShort: false }
  const near = { excludes: false, best: ids.slice(0, 10), foundNear: 1 }
  const middling = { ...near, best: ids.slice(80, 90) }
  const elsewhere = { ...near, best: [1001, 1002, 1003] }

  it('hardly listens to meaning when a word is excluded, but in vector mode', () => {
    expect(weightAfterText(long, { ...near, excludes: true })).toBe(0.1)
    expect(weightAfterText({ ...long, weight: 1 }, { ...near, excludes: true })).toBe(1)
  })

  it('is whole where the best by words are among the nearest', () => {
    expect(weightAfterText(short, near)).toBe(0.4)
    expect(weightAfterText(long, near)).toBe(0.5)
  })

  it('is next to nothing where a short query’s words bring other products than its meaning', () => {
    expect(weightAfterText(short, middling)).toBeLessThan(0.01)
    expect(weightAfterText(short, elsewhere)).toBeLessThan(0.01)
  })

  it('falls slower for a query that describes', () => {
    expect(weightAfterText(long, middling)).toBeGreaterThan(0.2)
    expect(weightAfterText(long, elsewhere)).toBeLessThan(0.01)
  })

  it('counts where the words find next to nothing of what is near: they are the wrong words', () => {
    expect(weightAfterText(short, { ...elsewhere, foundNear: 0.1 })).toBe(0.25)
  })

  it('stays nothing for a part number', () => {
    expect(weightAfterText({ ...short, weight: 0 }, { ...near, foundNear: 0 })).toBe(0)
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
    expect(joining.length).toBeLessThanOrEqual(60)
  })

  it('gives meaning all the weight in vector mode', () => {
    expect(semanticMix(hits, '006R90321', 'vector').weight).toBe(1)
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

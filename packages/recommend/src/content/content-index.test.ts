import { describe, expect, it } from 'vitest'
import { SparseAccumulator } from '../core/sparse-accumulator.ts'
import { CONTENT, ContentIndex, type ContentItem } from './content-index.ts'
import { FeatureLists } from './feature-lists.ts'

type Catalog = [number, ContentItem][]

const item = (price: number | null, ...features: string[]): ContentItem => ({ features, price })
/** Creates products without common features, so that the features under test are rare. */
const others = (from: number, count: number): Catalog =>
  Array.from({ length: count }, (_, i) => [from + i, item(null, `word:own${i}`)])

function scores(index: ContentIndex, anchors: readonly number[]): Map<number, number> {
  const accumulator = new SparseAccumulator()
  accumulator.reset(Math.max(index.size, 10_000))
  index.score(accumulator, anchors)
  return new Map(accumulator.top(10_000).map((one) => [one.item, one.score]))
}
const alike = (catalog: Catalog, anchor = 0) => [...scores(ContentIndex.fit(catalog), [anchor]).keys()]

describe('content similarity', () => {
  it('R1: is the cosine of features weighted by kind × log(1.2 + products / (products with the feature + 1))', () => {
    const catalog: Catalog = [
      [0, item(null, 'type:dress', 'tag:linen', 'vendor:a')],
      [1, item(null, 'type:dress', 'tag:linen', 'option:red')],
      [2, item(null, 'type:dress', 'collection:new', 'other:x')],
      ...others(3, 5),
    ]
    const rarity = (holders: number) => Math.log(1.2 + 8 / (holders + 1))
    const dress = 3 * rarity(3)
    const linen = 1.2 * rarity(2)
    const length = (...weights: number[]) => Math.sqrt(weights.reduce((sum, weight) => sum + weight, 0))
    const first = length(dress, linen, 0.8 * rarity(1))
    const second = length(dress, linen, 0.5 * rarity(1))
    const third = length(dress, 1.5 * rarity(1), rarity(1))
    const found = scores(ContentIndex.fit(catalog), [0])
    expect(found.get(1)).toBeCloseTo((dress + linen) / (first * second), 9)
    expect(found.get(2)).toBeCloseTo(dress / (first * third), 9)
    const index = ContentIndex.fit(catalog)
    scores(index, [0])
    expect(index.similarity(0, 1)).toBeCloseTo((dress + linen) / (first * second), 9)
  })

  it('R2: a product of the same type ranks above one that shares collection and vendor', () => {
    const catalog: Catalog = [
      [0, item(null, 'type:dress', 'collection:new', 'vendor:a')],
      [1, item(null, 'type:shoe', 'collection:new', 'vendor:a')],
      [2, item(null, 'type:dress', 'collection:old', 'vendor:b')],
      ...others(3, 6),
    ]
    expect(alike(catalog)).toEqual([2, 1])
  })

  it('R3: a shared rare feature ranks above a shared common one', () => {
    const catalog: Catalog = [
      [0, item(null, 'tag:rare', 'tag:common')],
      [1, item(null, 'tag:common', 'tag:x')],
      [2, item(null, 'tag:rare', 'tag:y')],
      ...Array.from({ length: 6 }, (_, i): [number, ContentItem] => [3 + i, item(null, 'tag:common', `tag:z${i}`)]),
    ]
    expect(alike(catalog)[0]).toBe(2)
  })

  it('R4: twice or half the price keeps 0.7 of the similarity, and any price at least 0.4', () => {
    const same = (price: number | null) => item(price, 'type:dress')
    const index = ContentIndex.fit([[0, same(80)], [1, same(80)], [2, same(160)], [3, same(40)], [4, same(8000)], [5, same(null)], [6, same(0)]]) // biome-ignore format: one line reads better
    const of = (other: number) => index.similarity(0, other) / index.similarity(0, 1)
    expect(of(2)).toBeCloseTo(0.7, 9)
    expect(of(3)).toBeCloseTo(0.7, 9)
    expect(of(4)).toBeCloseTo(0.4, 9)
    expect([of(5), of(6)]).toEqual([1, 1])
    expect(index.similarity(0, 1)).toBeCloseTo(1, 9)
  })

  it('R4: a price of 1 counts as known, a negative one does not', () => {
    const index = ContentIndex.fit([[0, item(1, 'type:a')], [1, item(2, 'type:a')], [2, item(-4, 'type:a')]]) // biome-ignore format: one line reads better
    expect([index.similarity(0, 1), index.similarity(0, 2)]).toEqual([expect.closeTo(0.7, 9), expect.closeTo(1, 9)])
  })

  it('R5: is 0 for unknown products and products without features, and a ranking leaves out the anchor', () => {
    const index = ContentIndex.fit([[0, item(1, 'type:a')], [1, item(1, 'type:a')], [3, item(1)]]) // biome-ignore format: one line reads better
    expect([index.similarity(0, 9), index.similarity(9, 0), index.similarity(0, 3)]).toEqual([0, 0, 0])
    expect([...scores(index, [0]).keys()]).toEqual([1])
    expect(scores(index, [9, 3]).size).toBe(0)
  })

  it('R5: the size of an index is one more than its highest product number', () => {
    expect(ContentIndex.fit([]).size).toBe(0)
    expect(ContentIndex.fit([[0, item(1, 'type:a')]]).size).toBe(1)
    expect(ContentIndex.fit([[4, item(1, 'type:a')], [2, item(1, 'type:a')]]).size).toBe(5) // biome-ignore format: one line reads better
  })

  it('R6: adds up the similarity to each of several anchors', () => {
    const index = ContentIndex.fit([[0, item(null, 'tag:a')], [1, item(null, 'tag:b')], [2, item(null, 'tag:a', 'tag:b')], ...others(3, 4)]) // biome-ignore format: one line reads better
    const [one, other, both] = [scores(index, [0]), scores(index, [1]), scores(index, [0, 1])]
    expect(both.get(2)).toBeCloseTo((one.get(2) as number) + (other.get(2) as number), 9)
  })

  it('R7: names the shared features of two products, heaviest first', () => {
    const index = ContentIndex.fit([
      [0, item(null, 'word:summer', 'type:dress', 'vendor:a')],
      [1, item(null, 'vendor:a', 'word:summer', 'type:dress', 'tag:x')],
      ...others(2, 5),
    ])
    expect(index.shared(0, 1)).toEqual(['type:dress', 'word:summer', 'vendor:a'])
  })

  it('R8: a feature of more than 4,000 products adds no candidates by itself', () => {
    const catalog: Catalog = Array.from({ length: 4001 }, (_, i) => [i, item(null, 'type:thing', `word:own${i}`)])
    catalog[0] = [0, item(null, 'type:thing', 'tag:rare')]
    catalog[1] = [1, item(null, 'type:thing', 'tag:rare')]
    expect(alike(catalog)).toEqual([1])
    // The product with the rare feature, and the best `enough` of those that share only the type.
    expect(alike(catalog.slice(0, 4000)).length).toBe(1 + CONTENT.enough)
  })

  it('R9: after 600 candidates, lighter features only change the scores of these', () => {
    const tagged = (from: number, count: number, ...features: string[]): Catalog =>
      Array.from({ length: count }, (_, i) => [from + i, item(null, ...features, `word:own${from + i}`)])
    const catalog: Catalog = [
      [0, item(null, 'type:dress', 'vendor:a')],
      ...tagged(1, 650, 'type:dress'),
      ...tagged(651, 5, 'type:dress', 'vendor:a'),
      ...tagged(656, 20, 'vendor:a'),
      ...others(676, 3000),
    ]
    const found = alike(catalog)
    expect(found.slice(0, 5).sort()).toEqual([651, 652, 653, 654, 655])
    expect(found.length).toBe(5 + CONTENT.enough)
    expect(found.some((one) => one >= 656)).toBe(false)
  })

  it('R9: searches by the heaviest feature first, in any order of the features', () => {
    const holders = (from: number, count: number, feature: string): Catalog =>
      Array.from({ length: count }, (_, i) => [from + i, item(null, feature, `word:own${from + i}`)])
    for (const features of [
      ['type:dress', 'vendor:a'],
      ['vendor:a', 'type:dress'],
    ]) {
      const vendor = holders(1, CONTENT.enough + 50, 'vendor:a')
      const dresses = holders(vendor.length + 1, 5, 'type:dress')
      const catalog = [[0, item(null, ...features)] as Catalog[number], ...vendor, ...dresses, ...others(1000, 3000)]
      const first = alike(catalog).slice(0, 5)
      expect(first.sort((x, y) => x - y)).toEqual(dresses.map(([number]) => number))
    }
  })

  it('R10: updates rarities when the number of products has changed by more than a tenth', () => {
    const index = ContentIndex.fit([[0, item(null, 'tag:a', 'vendor:x')], [1, item(null, 'tag:a', 'word:y')], ...others(2, 18)]) // biome-ignore format: one line reads better
    const first = scores(index, [0]).get(1) as number
    index.put(20, item(null, 'word:late'))
    expect(scores(index, [0]).get(1)).toBe(first)
    for (let i = 21; i < 60; i++) index.put(i, item(null, `word:late${i}`))
    const later = scores(index, [0]).get(1) as number
    expect(later).not.toBe(first)
    const fresh = ContentIndex.fit([[0, item(null, 'tag:a', 'vendor:x')], [1, item(null, 'tag:a', 'word:y')], ...others(2, 58)]) // biome-ignore format: one line reads better
    expect(later).toBeCloseTo(scores(fresh, [0]).get(1) as number, 9)
  })

  it('R11: keeps rarities when the number of products has changed by exactly a tenth', () => {
    const index = ContentIndex.fit([[0, item(null, 'tag:a', 'vendor:x')], [1, item(null, 'tag:a', 'word:y')], ...others(2, 16)]) // biome-ignore format: one line reads better
    const first = scores(index, [0]).get(1) as number
    for (const late of [18, 19]) index.put(late, item(null, `word:late${late}`))
    expect(scores(index, [0]).get(1)).toBe(first)
    index.put(20, item(null, 'word:late20'))
    expect(scores(index, [0]).get(1)).not.toBe(first)
  })
})

describe('feature lists', () => {
  const holders = (lists: FeatureLists, name: string, known: readonly number[] = []) => {
    const accumulator = new SparseAccumulator()
    accumulator.reset(100)
    for (const one of known) accumulator.add(one, 5)
    const feature = lists.featuresOf(0).find((one) => lists.nameOf(one) === name) as number
    if (known.length > 0) lists.addToKnown(accumulator, feature)
    else lists.addTo(accumulator, feature)
    return { accumulator, weight: lists.weightOf(feature) }
  }

  it('add a feature’s weight to all of its items, or only to known ones', () => {
    const lists = new FeatureLists({ kindWeights: { tag: 2 }, most: 10 })
    for (const one of [0, 3, 7]) lists.put(one, ['tag:a'])
    const { accumulator, weight } = holders(lists, 'tag:a')
    expect(weight).toBeCloseTo(2 * Math.log(1.2 + 3 / 4), 9)
    expect([0, 3, 7].map((one) => accumulator.scores[one])).toEqual([weight, weight, weight])
    const known = holders(lists, 'tag:a', [3, 5]).accumulator
    expect([0, 3, 5, 7].map((one) => known.scores[one])).toEqual([0, 5 + weight, 5, 0])
    expect(lists.sharedWeight(0, 3)).toBe(weight)
    expect(lists.sharedWeight(0, 4)).toBe(0)
  })

  it('sum the weights of the features that two items share, in any order', () => {
    const lists = new FeatureLists({ kindWeights: {}, most: 10 })
    lists.put(0, ['a', 'b', 'c', 'd'])
    lists.put(1, ['x', 'b', 'y', 'd'])
    lists.put(2, ['a'])
    lists.refreshWeights()
    const weight = (name: string) =>
      lists.weightOf(lists.featuresOf(0).find((one) => lists.nameOf(one) === name) as number)
    expect(lists.sharedWeight(0, 1)).toBeCloseTo(weight('b') + weight('d'), 12)
    expect(lists.sharedWeight(1, 0)).toBeCloseTo(weight('b') + weight('d'), 12)
    expect(lists.sharedWeight(0, 2)).toBeCloseTo(weight('a'), 12)
  })

  it('are restored with their weights, and can be changed', () => {
    const options = { kindWeights: { tag: 2 }, most: 10 }
    const lists = new FeatureLists(options)
    lists.put(0, ['tag:a', 'word:b'])
    lists.put(3, ['tag:a'])
    lists.put(4, ['word:b', 'tag:a'])
    lists.remove(3)
    const loaded = FeatureLists.loadArrays(options, lists.saveArrays())
    const weights = (of: FeatureLists) => [...of.featuresOf(4)].map((feature) => [of.nameOf(feature), of.countOf(feature), of.weightOf(feature)]) // biome-ignore format: one line reads better
    expect(weights(loaded)).toEqual(weights(lists))
    expect([loaded.size, loaded.live, loaded.has(3)]).toEqual([5, 2, false])
    for (const one of [lists, loaded]) one.put(3, ['word:b', 'word:new'])
    expect(loaded.sharedWeight(0, 3)).toBe(lists.sharedWeight(0, 3))
    expect(holders(loaded, 'word:b').accumulator.count).toBe(3)
  })

  it('stop listing the items of a feature above twice the limit, and list them again once the feature is rare', () => {
    const lists = new FeatureLists({ kindWeights: {}, most: 3 })
    for (let one = 0; one < 6; one++) lists.put(one, ['a'])
    expect(holders(lists, 'a').accumulator.count).toBe(6)
    lists.put(6, ['a'])
    expect(holders(lists, 'a').accumulator.count).toBe(0)
    lists.put(7, ['a'])
    for (const one of [7, 6, 5, 4]) lists.remove(one)
    expect(holders(lists, 'a').accumulator.count).toBe(0)
    lists.remove(3)
    expect(holders(lists, 'a').accumulator.count).toBe(3)
    lists.put(8, ['a'])
    expect(holders(lists, 'a').accumulator.count).toBe(4)
    expect([lists.live, lists.size, lists.has(8), lists.has(6)]).toEqual([4, 9, true, false])
  })
})

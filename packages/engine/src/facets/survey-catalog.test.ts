import { describe, expect, it } from 'vitest'
import type { EngineDoc } from '../columns/engine-doc.ts'
import { buildIndex, withChanges } from '../index/shop-index.ts'
import { smallDoc } from '../index/testing/small-shop.ts'
import { surveyCatalog } from './survey-catalog.ts'

const DAY_MS = 86_400_000
interface Parts extends Partial<EngineDoc> {
  price?: number
  was?: number
  stock?: boolean
  options?: Record<string, string>[]
}
function doc(id: number, { price = 10, was, stock = true, options = [{}], ...parts }: Parts = {}): EngineDoc {
  const variants = options.map((one) => ({ price, compareAt: was ?? null, available: stock, options: one }))
  return { ...smallDoc({ title: `Nr ${id}` }, id), variants, ...parts }
}
const survey = (docs: readonly EngineDoc[]) => surveyCatalog(buildIndex(docs, 'en'))
const tagged = (id: number, tags: string[], collection: string[] = []) => doc(id, { terms: { tag: tags, collection } })

describe('a survey of a catalog', () => {
  it('U1: counts all products, those in stock, discounted and rated', () => {
    const found = survey([
      doc(1, { stock: false }),
      doc(2, { was: 20 }),
      doc(3, { was: 10 }),
      doc(4, { rating: 0 }),
      doc(5, { rating: 4.5 }),
      doc(6, { was: 10.11 }),
    ])
    expect(found).toMatchObject({ docs: 6, inStock: 5, onSale: 2, rated: 2 })
  })

  it('U2: counts distinct prices, up to a thousand, and days on which products were created', () => {
    const docs = [1, 2, 3].map((id) => doc(id, { price: id === 3 ? 2 : id, createdMs: (id + 1) * 0.5 * DAY_MS }))
    expect(survey(docs)).toMatchObject({ prices: 2, createdDays: 2 })
    const many = Array.from({ length: 1100 }, (_, i) => doc(i + 1, { price: i + 1 }))
    expect(survey(many)).toMatchObject({ prices: 1000, docs: 1100 })
  })

  it('U3: counts products and values per attribute, the most common values first', () => {
    const docs = [tagged(1, ['a']), tagged(2, ['b', 'a']), tagged(3, []), tagged(4, ['c'])]
    expect(survey(docs).terms.get('tag')).toMatchObject({
      docs: 3,
      values: 3,
      common: [
        { value: 'a', docs: 2 },
        { value: 'b', docs: 1 },
        { value: 'c', docs: 1 },
      ],
    })
  })

  it('U4: counts a value once per product, even on several variants', () => {
    const options = [{ Size: 'S' }, { Size: 'M' }, { Size: 'M' }]
    const size = survey([doc(1, { options }), doc(2, { options: [{ Size: 'M' }] }), doc(3)]).options.get('size')
    expect(size).toMatchObject({
      docs: 2,
      values: 2,
      common: [
        { value: 'M', docs: 2 },
        { value: 'S', docs: 1 },
      ],
    })
  })

  it('U5: lists collections whose products differ in an attribute, and how many have it', () => {
    const docs = [
      tagged(1, ['a'], ['same', 'mixed']),
      tagged(2, ['a'], ['same', 'several']),
      tagged(3, ['b'], ['mixed']),
      tagged(4, [], ['mixed']),
      tagged(5, ['a', 'b'], ['several']),
    ]
    expect(survey(docs).terms.get('tag')?.byCollection).toEqual(
      new Map([
        ['mixed', 2],
        ['several', 2],
      ]),
    )
    expect(survey([doc(1, { terms: { tag: ['a'] } })]).terms.get('tag')?.byCollection).toEqual(new Map())
  })

  it('U6: leaves out deleted and replaced products, over all segments', () => {
    const first = buildIndex([tagged(1, ['a']), tagged(2, ['b']), tagged(3, ['gone'])], 'en')
    const found = surveyCatalog(withChanges(first, [tagged(2, ['a']), tagged(4, ['new'])], [3]))
    expect(found.docs).toBe(3)
    expect(found.terms.get('tag')).toMatchObject({
      docs: 3,
      values: 2,
      common: [
        { value: 'a', docs: 2 },
        { value: 'new', docs: 1 },
      ],
    })
  })

  it('U7: lists at most sixty values; an attribute with more than five thousand is a name', () => {
    const docs = (count: number) => Array.from({ length: count }, (_, i) => tagged(i + 1, [`tag ${i}x`]))
    expect(survey(docs(70)).terms.get('tag')).toMatchObject({ docs: 70, values: 70 })
    expect(survey(docs(70)).terms.get('tag')?.common).toHaveLength(60)
    expect(survey(docs(5001)).terms.get('tag')).toMatchObject({ docs: 0, values: 5001, common: [] })
    expect(survey(docs(5000)).terms.get('tag')?.docs).toBe(5000)
  })

  it('U8: examines every second of more than twenty thousand products', () => {
    const index = buildIndex(
      Array.from({ length: 20_001 }, (_, i) => doc(i + 1)),
      'en',
    )
    expect(surveyCatalog(index).docs).toBe(10_001)
    expect(surveyCatalog(withChanges(index, [], [1])).docs).toBe(20_000)
  })
})

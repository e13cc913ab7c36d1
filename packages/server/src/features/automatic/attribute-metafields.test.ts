import type { AttributeSurvey, CatalogSurvey } from '@vitrine/engine'
import { describe, expect, it } from 'vitest'
import { isAttributeMetafield, metafieldTitle } from './attribute-metafields.ts'
import { areUsefulTags } from './automatic-filters.ts'

const survey = (values: readonly string[], parts: Partial<AttributeSurvey> = {}) =>
  ({ common: values.map((value) => ({ value, docs: 10 })), values: values.length, ...parts }) as AttributeSurvey
const isAttribute = (values: readonly string[], id = 'custom.fabric', parts?: Partial<AttributeSurvey>) =>
  isAttributeMetafield(id, survey(values, parts))

describe('an attribute in a metafield', () => {
  it('A1: has one to 150 values', () => {
    expect([isAttribute([]), isAttribute(['Wool'])]).toEqual([false, true])
    expect(isAttribute(['Wool'], 'custom.fabric', { values: 150 })).toBe(true)
    expect(isAttribute(['Wool'], 'custom.fabric', { values: 151 })).toBe(false)
  })

  it('A2: has short values: 32 letters on average', () => {
    expect(isAttribute(['x'.repeat(32)])).toBe(true)
    expect(isAttribute(['x'.repeat(33)])).toBe(false)
    expect(isAttribute(['x'.repeat(60), 'xxxx'])).toBe(true)
    expect(isAttribute(['x'.repeat(62), 'xxxx'])).toBe(false)
  })

  it('A3: has no references, URLs, markup or paths among its values', () => {
    for (const value of ['gid://shopify/Product/1', 'https://a.example', '{"a":1}', '<p>x</p>', 'Home > Shirts'])
      expect([value, isAttribute(['Wool', value])]).toEqual([value, false])
    expect(isAttribute(['Wool', 'a>b'])).toBe(true)
  })

  it('A4: is not for search engines, review apps or the shop’s own use', () => {
    for (const id of ['seo.title', 'reviews.rating', 'custom.video_url', 'custom.related', 'custom.sku', 'app--1.x'])
      expect([id, isAttribute(['Wool'], id)]).toEqual([id, false])
    expect(isAttribute(['Wool'], 'custom.skulike')).toBe(true)
  })

  it('A10: describes products: at most three of ten values are offers, sentences or handles', () => {
    const facts = ['Wool', '100% cotton', 'Hand-made', 'Silk', 'Linen', 'Felt', 'Jute']
    for (const other of [
      'Free shipping!',
      'Ships in two days. No returns',
      'buy two of them and pay one',
      'ring-with-pearl',
    ])
      expect([other, isAttribute([...facts, other, other, other]), isAttribute([other, 'Wool'])]).toEqual([
        other,
        true,
        false,
      ])
  })

  it('A5: is titled by its key', () => {
    expect(['custom.sleeve_length', 'shopify.color-pattern', 'custom.fit'].map(metafieldTitle)).toEqual([
      'Sleeve length',
      'Color',
      'Fit',
    ])
  })
})

describe('tags that become a filter', () => {
  const useful = (tags: (string | [string, number])[]) => {
    const common = tags.map((tag) =>
      typeof tag === 'string' ? { value: tag, docs: 10 } : { value: tag[0], docs: tag[1] },
    )
    return areUsefulTags({ common } as unknown as AttributeSurvey, { docs: 100 } as CatalogSurvey)
  }

  it('A6: are at least three', () => {
    expect([useful(['linen', 'wool']), useful(['linen', 'wool', 'silk'])]).toEqual([false, true])
  })

  it('A7: are words for shoppers, at least three of four; codes, labels and phrases are not', () => {
    expect(useful(['linen', 'wool', 'silk', 'AW15'])).toBe(true)
    expect(useful(['linen', 'wool', 'AW15', 'SALE30_4'])).toBe(false)
    for (const mark of ['visible', 'New Arrivals', 'ab', 'a b c d', 'x'.repeat(26)])
      expect([mark, useful(['linen', 'wool', mark, mark])]).toEqual([mark, false])
    expect(useful(['linen', 'wool', 'abc', 'a bb c'])).toBe(true)
  })

  it('A8: exclude those that six of ten products have', () => {
    expect(useful(['linen', 'wool', ['silk', 60]])).toBe(true)
    expect(useful(['linen', 'wool', ['silk', 61]])).toBe(false)
  })

  it('A9: are judged by the tags that the filter would show first', () => {
    const words = 'aaa bbb ccc ddd eee fff ggg hhh iii jjj kkk lll'.split(' ')
    expect(useful([...words, ...Array(12).fill('AW15')])).toBe(true)
    expect(useful([...words.slice(0, 8), ...Array(4).fill('AW15')])).toBe(false)
  })
})

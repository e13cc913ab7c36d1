import { describe, expect, it } from 'vitest'
import { completeConfig, type FilterConfig, type ShopConfig } from '@vitrine/contract'
import { IN_STOCK, OTHERS, OUT_OF_STOCK } from '@vitrine/engine'
import { bucketLabel, filterTitle } from './facet-labels.ts'

const filter = (attribute: string, extra: Partial<FilterConfig> = {}) =>
  ({ attribute_type: attribute, title: 'Filter', ...extra }) as FilterConfig
const context = (locale: string) => ({ config: {} as ShopConfig, locale, currency: 'EUR' })

describe('a label of a facet value', () => {
  it("is in the shopper's language if the merchant wrote nothing", () => {
    expect(bucketLabel(filter('availability'), { value: IN_STOCK }, context('de-AT'))).toBe('Auf Lager')
    expect(bucketLabel(filter('discount'), { value: 'true' }, context('fr'))).toBe('En promotion')
    expect(bucketLabel(filter('vendor'), { value: OTHERS }, context('nb'))).toBe('Andre')
    const range = { from: 20, to: Number.POSITIVE_INFINITY }
    expect(bucketLabel(filter('weight', { unit: 'kg' }), { value: '20-', range }, context('ja'))).toBe('20kg以上')
  })

  it('is readable if the value is a handle of the platform', () => {
    const label = (value: string) => bucketLabel(filter('metafield'), { value }, context('en'))
    expect(['moisture-wicking', '12-18-months', 'size-5', 'Navy', '16-18', 'x-1'].map(label)).toEqual([
      'Moisture wicking',
      '12-18 months',
      'Size 5',
      'Navy',
      '16-18',
      'x-1',
    ])
  })

  it('is English for an unknown language, unless the merchant wrote a label', () => {
    expect(bucketLabel(filter('availability'), { value: IN_STOCK }, context('xx'))).toBe('In stock')
    expect(bucketLabel(filter('availability'), { value: IN_STOCK }, context('constructor'))).toBe('In stock')
    const translations = { de: { title: 'Bestand', [IN_STOCK]: 'Sofort da' } }
    expect(bucketLabel(filter('availability', { translations }), { value: IN_STOCK }, context('de'))).toBe('Sofort da')
  })

  it('has a text for both values of availability and discount, and leaves other values unchanged', () => {
    const label = (type: string, value: string) => bucketLabel(filter(type), { value }, context('en'))
    expect([IN_STOCK, OUT_OF_STOCK, 'odd'].map((value) => label('availability', value))).toEqual([
      'In stock',
      'Out of stock',
      'odd',
    ])
    expect(['true', 'false', 'odd'].map((value) => label('discount', value))).toEqual([
      'On sale',
      expect.stringMatching(/price/i),
      'odd',
    ])
  })

  it('is the title of a collection, in the language of the shopper', () => {
    const collections = [{ id: 5, handle: 'sale', title: 'Sale', translations: { de: { title: 'Angebote' } } }]
    const config = completeConfig({ collections } as Parameters<typeof completeConfig>[0])
    const label = (type: string, value: string, locale: string) =>
      bucketLabel(filter(type), { value }, { config, locale, currency: 'EUR' })
    expect([label('collection', 'sale', 'en'), label('collection', 'sale', 'de')]).toEqual(['Sale', 'Angebote'])
    expect(label('collection', 'unknown', 'en')).toBe('unknown')
    expect(label('vendor', 'sale', 'de')).toBe('sale')
  })

  it('is made readable only for metafields and options', () => {
    const label = (type: string) => bucketLabel(filter(type), { value: 'moisture-wicking' }, context('en'))
    expect(['metafield', 'option', 'vendor', 'tag'].map(label)).toEqual([
      'Moisture wicking',
      'Moisture wicking',
      'moisture-wicking',
      'moisture-wicking',
    ])
  })

  it('states the bounds of a range, or its only bound; prices are formatted as money', () => {
    const label = (type: string, from: number, to: number, extra = {}) =>
      bucketLabel(filter(type, extra), { value: 'r', range: { from, to } }, context('en'))
    expect(label('price', 10, 20)).toBe('€10 – €20')
    expect(label('weight', 1, 2, { unit: 'kg', suffix: ' kg' })).toBe('1 kg – 2 kg')
    expect(label('price', 20, Number.POSITIVE_INFINITY)).toMatch(/€20/)
    expect(label('price', Number.NEGATIVE_INFINITY, 20)).toMatch(/€20/)
    expect(label('price', 20, Number.POSITIVE_INFINITY)).not.toBe(label('price', Number.NEGATIVE_INFINITY, 20))
  })

  it("is the merchant's label of the value, and its translation if there is one", () => {
    const own = filter('vendor', {
      values: [{ value: 'a', label: 'Alpha' }],
      translations: { de: { a: 'Erster', title: 'Marke' } },
    } as Partial<FilterConfig>)
    expect([bucketLabel(own, { value: 'a' }, context('en')), bucketLabel(own, { value: 'a' }, context('de'))]).toEqual([
      'Alpha',
      'Erster',
    ])
    expect([filterTitle(own, 'en'), filterTitle(own, 'de')]).toEqual(['Filter', 'Marke'])
  })
})

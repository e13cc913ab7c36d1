import { describe, expect, it } from 'vitest'
import type { FilterConfig, ShopConfig } from '@vitrine/contract'
import { IN_STOCK, OTHERS } from '@vitrine/engine'
import { bucketLabel } from './facet-labels.ts'

const filter = (attribute: string, extra: Partial<FilterConfig> = {}) =>
  ({ attribute_type: attribute, title: 'Filter', ...extra }) as FilterConfig
const context = (locale: string) => ({ config: {} as ShopConfig, locale, currency: 'EUR' })

describe('a label of a facet value', () => {
  it("is in the shopper's language where the merchant wrote nothing", () => {
    expect(bucketLabel(filter('availability'), { value: IN_STOCK }, context('de-AT'))).toBe('Auf Lager')
    expect(bucketLabel(filter('discount'), { value: 'true' }, context('fr'))).toBe('En promotion')
    expect(bucketLabel(filter('vendor'), { value: OTHERS }, context('nb'))).toBe('Andre')
    const range = { from: 20, to: Number.POSITIVE_INFINITY }
    expect(bucketLabel(filter('weight', { unit: 'kg' }), { value: '20-', range }, context('ja'))).toBe('20kg以上')
  })

  it('is readable where the value is a handle of the platform', () => {
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

  it("is English in a language that is not known, and the merchant's own word before all", () => {
    expect(bucketLabel(filter('availability'), { value: IN_STOCK }, context('xx'))).toBe('In stock')
    expect(bucketLabel(filter('availability'), { value: IN_STOCK }, context('constructor'))).toBe('In stock')
    const translations = { de: { title: 'Bestand', [IN_STOCK]: 'Sofort da' } }
    expect(bucketLabel(filter('availability', { translations }), { value: IN_STOCK }, context('de'))).toBe('Sofort da')
  })
})

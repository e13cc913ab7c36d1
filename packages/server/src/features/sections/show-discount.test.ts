import type { SectionConfig } from '@vitrine/contract'
import { expect, it } from 'vitest'
import { showDiscount } from './show-discount.ts'

const section = (discount_config: SectionConfig['discount_config'], show_discount_label = true) =>
  ({
    id: 1,
    title: 'S',
    type: 'bestsellers',
    page_types: ['home'],
    discount_config,
    show_discount_label,
  }) as SectionConfig
const product = { display_price: 40, display_compare_at_price: 50, display_currency: 'EUR', currency_rate: 0.5 }

it('is the section’s percentage of the shown price', () => {
  expect(showDiscount(section({ type: 'percentage', value: 10 }), product)).toEqual({
    price: 36,
    amount: 4,
    percent: 10,
    label: '-10%',
  })
})

it('is the section’s amount in the shown currency, at most the price', () => {
  expect(showDiscount(section({ type: 'fixed_amount', value: 10 }), product)).toMatchObject({
    price: 35,
    amount: 5,
    percent: 13,
  })
  expect(showDiscount(section({ type: 'fixed_amount', value: 500 }), product)).toMatchObject({ price: 0, amount: 40 })
})

it('is the reduction from the compare-at price if the section has no offer', () => {
  for (const config of [null, {}, { type: 'buy_x_get_y', value: 1 }, { type: 'percentage', value: 0 }])
    expect(showDiscount(section(config), product)).toEqual({ price: 40, amount: 10, percent: 20, label: '-20%' })
})

it('is null if nothing is saved, and has no label if the section shows none', () => {
  expect(showDiscount(section(null), { ...product, display_compare_at_price: 40 })).toBeNull()
  expect(showDiscount(section(null), { ...product, display_price: null })).toBeNull()
  expect(showDiscount(section(null, false), product)?.label).toBeNull()
})

it('uses the merchant’s label', () => {
  const offer = { type: 'percentage', value: 25, label: 'Save {amount} ({percent} %)' }
  expect(showDiscount(section(offer), product)?.label).toBe('Save 10.00 (25 %)')
})

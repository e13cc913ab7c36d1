import { describe, expect, it } from 'vitest'
import { groupOf } from './product-group.ts'

const same = (one: string, other: string) =>
  groupOf({ title: one, vendor: 'Acme' }, 'en') === groupOf({ title: other, vendor: 'Acme' }, 'en')

describe('listings of one product', () => {
  it('have one title, or differ only in color or size', () => {
    expect(same('Oak Chair', 'OAK  chair!')).toBe(true)
    expect(same('Palm Swimsuit - Blue', 'Palm Swimsuit - Navy')).toBe(true)
    expect(same('Hair Oil 50ml', 'Hair Oil 100ml')).toBe(true)
    expect(same('Linen Robe Small', 'Linen Robe XL')).toBe(true)
    expect(same('Simple Scarf in Latte', 'Simple Scarf in Old Rose')).toBe(true)
    expect(same('Glass Bottle Pack of 2', 'Pack of 6 Glass Bottles')).toBe(true)
  })

  it('may differ in the number of pieces, even if one has a placeholder as vendor', () => {
    const group = (title: string, vendor: string) => groupOf({ title, vendor }, 'es')
    expect(group('Biberón de Comotomo Pack de 2', 'Acme')).toBe(group('Comotomo Pack de 4 biberones', 'My Store'))
  })

  it('have the same model, material and design, and titles with enough words to identify it', () => {
    expect(same('Lens 35', 'Lens 50')).toBe(false)
    expect(same('Hat in Latte', 'Hat in Slate')).toBe(false)
    expect(same('Blue Socks 3 Pack', 'Red Socks 5 Pack')).toBe(false)
    expect(same('Silicone Feeding Set', 'Set for Feeding, Silicone')).toBe(false)
    expect(same('Garden Path in Spring Light Print', 'Garden Path in Late Autumn Print')).toBe(false)
    expect(same('Cotton Summer Shirt', 'Linen Summer Shirt')).toBe(false)
    expect(same('Blue Shirt', 'Red Shirt')).toBe(false)
    expect(groupOf({ title: 'Oak Chair', vendor: 'A' }, 'en')).not.toBe(
      groupOf({ title: 'Oak Chair', vendor: 'B' }, 'en'),
    )
  })
})

import { completeConfig, type ShopConfigInput } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { priceViewOf } from '../platform/price-view.ts'
import { facetField } from './facet-definition.ts'
import { presentUnderstood } from './present-understood.ts'

const filters = [
  { id: 1, key: 'price', title: 'p', attribute_type: 'price' },
  { id: 2, key: 'brand', title: 'b', attribute_type: 'vendor' },
  { id: 3, key: 'tags', title: 't', attribute_type: 'tag' },
]
const shown = (constraint: object, { locale = 'en', currency = 'USD', own = filters } = {}) => {
  const config = completeConfig({ shop: { currency: 'USD' }, filters: own } as unknown as ShopConfigInput)
  const prices = { ...priceViewOf(config, {}), currency }
  const asked = { kind: 'price', text: 'x', label: 'Label', attributes: [], ...constraint }
  return presentUnderstood([{ asked: asked as never, held: 'filter' }], { config, locale, prices })[0]
}

describe('the chip for an understood part of a query', () => {
  it('U1: shows the bounds of a price, and has the matching selection', () => {
    expect(shown({ price: { min: null, max: 50 } })).toMatchObject({
      label: '≤ $50',
      filter: { key: 'price', value: [':50'] },
    })
    expect(shown({ price: { min: 20, max: null } })).toMatchObject({ label: '≥ $20', filter: { key: 'price', value: ['20:'] } }) // biome-ignore format: one line reads better
    expect(shown({ price: { min: 0, max: 19.5 } })).toMatchObject({
      label: '$0 – $19.50',
      filter: { value: ['0:19.5'] },
    })
    expect(shown({ price: { min: 1, max: null } }, { own: [] })?.filter).toBeNull()
    expect(shown({ price: { min: 1, max: null } }, { currency: 'not one' })?.label).toBe('≥ 1 not one')
  })

  it('U2: shows other parts by their label, exclusions with a minus', () => {
    expect(shown({ kind: 'color' })).toEqual({ kind: 'color', text: 'x', label: 'Label', filter: null, held: 'filter' })
    expect(shown({ kind: 'exclusion' })).toMatchObject({ kind: 'exclude', label: '− Label' })
    expect(shown({ kind: 'category' })).toMatchObject({ kind: 'product_type' })
  })

  it('U4: shows a price without an amount by its words; part numbers and filler have no chip', () => {
    expect(shown({ price: { min: null, max: null, share: [0, 0.3] }, label: 'cheap' })).toMatchObject({
      label: 'cheap',
      filter: null,
    })
    expect([shown({ kind: 'part_number' }), shown({ kind: 'filler' })]).toEqual([undefined, undefined])
  })

  it('U3: selects in the shop’s first facet that has such values', () => {
    const attributes = [
      { kind: 'text', name: 'no such', values: ['a'] },
      { ...fieldOf('vendor'), values: ['Acme'] },
      { ...fieldOf('tag'), values: ['b'] },
    ]
    expect(shown({ kind: 'vendor', attributes })?.filter).toEqual({ key: 'brand', value: ['Acme'] })
    expect(shown({ kind: 'vendor', attributes: attributes.slice(0, 1) })?.filter).toBeNull()
  })
})

function fieldOf(attribute_type: string) {
  return facetField({ id: 1, key: 'k', title: 't', attribute_type } as never)
}

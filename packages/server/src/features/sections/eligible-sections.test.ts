import { completeConfig, type SectionConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { Assignment } from '../experiments/assign-experiences.ts'
import { eligibleSections, isAskedFor } from './eligible-sections.ts'
import type { SectionPage } from './section-page.ts'
import { HOME_PAGE } from './testing/home-page.ts'

const collections = [{ id: 501, handle: 'sale', title: 'Sale' }]

function eligible(
  sections: Partial<SectionConfig>[],
  changes: Partial<SectionPage> = {},
  { preview = false, assignments = [] }: { preview?: boolean; assignments?: Assignment[] } = {},
): number[] {
  const all = sections.map((one, i) => ({ id: i + 1, title: 'S', type: 'bestsellers', page_types: ['home'], ...one }))
  const config = completeConfig({ collections, sections: all as SectionConfig[] })
  const shop = { id: 's', config } as unknown as Shop
  return eligibleSections({ shop, page: { ...HOME_PAGE, ...changes }, assignments, preview }).map(({ id }) => id)
}

describe('the sections of a page', () => {
  it('R1: are sorted by position, then by id', () => {
    expect(eligible([{ id: 5, position: 2 }, { id: 3 }, { id: 9, position: 1 }, { id: 2 }])).toEqual([2, 3, 9, 5])
  })

  it('R2: are of the page type, by either of its names', () => {
    expect(eligible([{}, { page_types: ['product'] }, { page_types: ['cart', 'home'] }])).toEqual([1, 3])
    expect(eligible([{ page_types: ['product_page'] }], { type: 'product' })).toEqual([1])
    expect(eligible([{ page_types: ['order_confirm'] }], { type: 'order_status' })).toEqual([1])
  })

  it('R3: include drafts and disabled ones only in a preview', () => {
    const sections: Partial<SectionConfig>[] = [{ status: 'draft' }, { status: 'disabled' }, { status: 'active' }]
    expect(eligible(sections)).toEqual([3])
    expect(eligible(sections, {}, { preview: true })).toEqual([1, 2, 3])
  })

  it('R4: are shown by variant to its visitors; a section with only an experience is shown to all', () => {
    const assigned = (key: string) =>
      [{ experience: { id: 9, name: 'E', variants: [] }, variant: { key, weight: 1 } }] as Assignment[]
    const sections = [{ experience_id: 9, variant: 'a' }, { experience_id: 9 }, { experience_id: 8, variant: 'a' }]
    expect(eligible(sections, {}, { assignments: assigned('a') })).toEqual([1, 2])
    expect(eligible(sections, {}, { assignments: assigned('b') })).toEqual([2])
    expect(eligible(sections)).toEqual([2])
  })

  it('R5: fail conditions on something that the page does not state', () => {
    const sections = [
      { eligibility: { markets: ['eu'] } },
      { eligibility: { collections: ['sale'] } },
      { eligibility: { tags: ['linen'] } },
      { eligibility: { zipcodes: ['10115'] } },
      { eligibility: { min_cart_value: 1 } },
      { eligibility: {} },
    ] as Partial<SectionConfig>[]
    expect(eligible(sections)).toEqual([6])
  })

  it('R6: match markets by handle, collections by handle or id, tags in any case', () => {
    const of = (eligibility: object, changes: Partial<SectionPage>) =>
      eligible([{ eligibility } as Partial<SectionConfig>], changes).length
    expect([of({ markets: ['us', 'eu'] }, { market: 'eu' }), of({ markets: ['us'] }, { market: 'eu' })]).toEqual([1, 0])
    expect(of({ collections: ['501'] }, { collection: 'sale' })).toBe(1)
    expect(of({ collections: ['other'] }, { collection: 'sale' })).toBe(0)
    expect(of({ tags: ['LINEN', 'x'] }, { tags: ['a', 'Linen'] })).toBe(1)
    expect(of({ tags: ['wool'] }, { tags: ['Linen'] })).toBe(0)
  })

  it('R7: match a postcode as a whole, or by its beginning before a star', () => {
    const of = (pattern: string, zipcode: string) =>
      eligible([{ eligibility: { zipcodes: [pattern] } } as Partial<SectionConfig>], { zipcode }).length
    expect([of('10 115', '10115'), of('101*', '10115'), of('ab*', 'AB12')]).toEqual([1, 1, 1])
    expect([of('101', '10115'), of('102*', '10115')]).toEqual([0, 0])
  })

  it('R8: include both ends of a range of cart values', () => {
    const of = (eligibility: object, cartValue: number) =>
      eligible([{ eligibility } as Partial<SectionConfig>], { cartValue }).length
    expect([49.99, 50, 100, 100.01].map((value) => of({ min_cart_value: 50, max_cart_value: 100 }, value))).toEqual([
      0, 1, 1, 0,
    ])
    expect([of({ max_cart_value: 10 }, 0), of({ min_cart_value: 0 }, 0)]).toEqual([1, 1])
  })

  it('R9: are the requested ones; without a list, all', () => {
    const section = { id: 7 } as SectionConfig
    expect([
      isAskedFor(section, undefined),
      isAskedFor(section, [7]),
      isAskedFor(section, ['7']),
      isAskedFor(section, [8]),
    ]).toEqual([true, true, true, false])
  })
})

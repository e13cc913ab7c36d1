import { completeConfig } from '@vitrine/contract'
import type { CatalogSurvey } from '@vitrine/engine'
import { describe, expect, it } from 'vitest'
import { automaticSections } from './automatic-sections.ts'

const chosen = (parts: Partial<CatalogSurvey> = {}) =>
  automaticSections({ docs: 10, createdDays: 5, ...parts } as CatalogSurvey, completeConfig({}))
const onPage = (page: string, parts?: Partial<CatalogSurvey>) =>
  chosen(parts).sections.filter(({ page_types }) => page_types?.includes(page as never))

describe('automatic sections', () => {
  it('C1: are none for a shop without products', () => {
    expect(chosen({ docs: 0 })).toEqual({ sections: [], reasons: [] })
    expect(chosen({ docs: 1 }).sections.length).toBeGreaterThan(0)
  })

  it('C2: include the newest only if products came on more than one day', () => {
    const types = (createdDays: number) => onPage('home', { createdDays }).map(({ type }) => type)
    expect(types(1)).not.toContain('recent_launch')
    expect(types(2)).toContain('recent_launch')
  })

  it('C3: are in the order of the page, each with a stable place and id', () => {
    const { sections, reasons } = chosen()
    expect(onPage('home').map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
    expect(onPage('home').map(({ id }) => id)).toEqual([101, 102, 103, 104, 105])
    expect(onPage('product').map(({ id }) => id)).toEqual([201, 202, 203, 204])
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
    expect(reasons.map(({ id }) => id)).toEqual(sections.map(({ id }) => id))
  })

  it('C4: have as many products as their place holds', () => {
    expect(onPage('home').map(({ type, max_products: most }) => [type, most])).toEqual([
      ['bestsellers', 8],
      ['personalized', 12],
      ['recent_launch', 12],
      ['trending', 12],
      ['recently_viewed', 12],
    ])
    expect(onPage('product').map(({ max_products: most }) => most)).toEqual([4, 12, 8, 12])
    expect(onPage('search').map(({ max_products: most }) => most)).toEqual([8, 12])
    expect(onPage('cart').map(({ max_products: most }) => most)).toEqual([8])
    expect(onPage('checkout').map(({ max_products: most }) => most)).toEqual([4])
    expect(onPage('returns').map(({ max_products: most }) => most)).toEqual([8])
    expect(onPage('404').map(({ max_products: most }) => most)).toEqual([8, 8])
  })

  it('C5: are all active and show discounts', () => {
    for (const section of chosen().sections)
      expect(section).toMatchObject({ status: 'active', show_discount_label: true })
  })
})

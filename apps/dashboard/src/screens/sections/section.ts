import type { ShopConfigInput } from '@vitrine/client/admin'

export type Section = NonNullable<ShopConfigInput['sections']>[number]
export type PageType = Section['page_types'][number]

export const PAGES: PageType[] = ['home', 'product', 'collection', 'cart', 'search', 'checkout', 'order_status', '404']
export const TYPES: Section['type'][] = [
  'personalized',
  'trending',
  'bestsellers',
  'similar_products',
  'bought_together',
  'cross_sell',
  'recently_viewed',
  'recent_launch',
  'collections',
  'purchases',
  'promoted',
  'custom',
]

/** Returns the pages that have sections, and always the home page. Common pages come first. */
export function pagesOf(sections: readonly Section[]): PageType[] {
  const used = new Set(sections.flatMap(({ page_types }) => page_types))
  const more = [...used].filter((page) => !PAGES.includes(page))
  return [...PAGES.filter((page) => used.has(page) || page === 'home'), ...more]
}

export function newSection(sections: readonly Section[], page: PageType): Section {
  const here = sections.filter(({ page_types }) => page_types.includes(page))
  return {
    id: Math.max(0, ...sections.map(({ id }) => id)) + 1,
    title: '',
    type: 'bestsellers',
    page_types: [page],
    location: 'main',
    position: Math.max(0, ...here.map(({ position = 0 }) => position)) + 1,
    max_products: 12,
    status: 'active',
  }
}

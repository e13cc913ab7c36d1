/** Chooses sections for a shop that configured none. Their titles hold even in a shop without sales. */
import type { PageType, RecommendationType, SectionConfig, ShopConfig } from '@vitrine/contract'
import type { CatalogSurvey } from '@vitrine/engine'
import { sectionTitles, type SectionTitle } from './section-titles.ts'

export interface AutomaticSections {
  sections: SectionConfig[]
  reasons: { id: number; reason: string }[]
}

interface Plan {
  type: RecommendationType
  pages: PageType[]
  title: SectionTitle
  layout: 'carousel' | 'grid' | 'bundle'
  reason: string
  most?: number
}

/** Bestsellers suit every shopper, so they come first: in a small catalog the first section takes most of the products. */
const HOME: Plan[] = [
  {
    type: 'bestsellers',
    pages: ['home'],
    title: 'favorites',
    layout: 'grid',
    most: 8,
    reason: 'what sells; without sales, the kinds the shop has most of',
  },
  {
    type: 'personalized',
    pages: ['home'],
    title: 'picked',
    layout: 'carousel',
    reason: 'by what the visitor looked at; a cross-section of the shop for newcomers',
  },
  {
    type: 'recent_launch',
    pages: ['home'],
    title: 'new',
    layout: 'carousel',
    reason: 'products were added on different days',
  },
  {
    type: 'trending',
    pages: ['home'],
    title: 'look',
    layout: 'carousel',
    reason: 'what is viewed more often than usual',
  },
  {
    type: 'recently_viewed',
    pages: ['home'],
    title: 'recent',
    layout: 'carousel',
    reason: 'lets visitors continue where they left off',
  },
]

const PRODUCT: Plan[] = [
  {
    type: 'bought_together',
    pages: ['product'],
    title: 'together',
    layout: 'bundle',
    most: 4,
    reason: 'what was ordered together; without orders, what matches its content',
  },
  {
    type: 'similar_products',
    pages: ['product'],
    title: 'alike',
    layout: 'carousel',
    reason: 'alternatives to the product on the page',
  },
  {
    type: 'cross_sell',
    pages: ['product'],
    title: 'goes_with',
    layout: 'carousel',
    most: 8,
    reason: 'products of other kinds that go with it',
  },
  {
    type: 'recently_viewed',
    pages: ['product'],
    title: 'recent',
    layout: 'carousel',
    reason: 'the way back to what was looked at',
  },
]

const OTHERS: Plan[] = [
  {
    type: 'personalized',
    pages: ['collection', 'search'],
    title: 'picked',
    layout: 'carousel',
    most: 8,
    reason: 'below a list, by what the visitor looked at',
  },
  {
    type: 'recently_viewed',
    pages: ['collection', 'search'],
    title: 'recent',
    layout: 'carousel',
    reason: 'the way back to what was looked at',
  },
  {
    type: 'cross_sell',
    pages: ['cart', 'ajax_cart'],
    title: 'with_cart',
    layout: 'carousel',
    most: 8,
    reason: 'what goes with the cart',
  },
  {
    type: 'cross_sell',
    pages: ['checkout'],
    title: 'with_cart',
    layout: 'grid',
    most: 4,
    reason: 'small things that go with the order',
  },
  {
    type: 'cross_sell',
    pages: ['order_status'],
    title: 'next_time',
    layout: 'carousel',
    reason: 'what goes with the order, for the next one',
  },
  {
    type: 'personalized',
    pages: ['returns'],
    title: 'picked',
    layout: 'grid',
    most: 8,
    reason: 'replacements for what is being returned',
  },
  {
    type: 'bestsellers',
    pages: ['404', 'other', 'blog'],
    title: 'favorites',
    layout: 'grid',
    most: 8,
    reason: 'a way on from a page without products',
  },
  {
    type: 'recent_launch',
    pages: ['404', 'other', 'blog'],
    title: 'new',
    layout: 'carousel',
    most: 8,
    reason: 'products were added on different days',
  },
]

export function automaticSections(survey: CatalogSurvey, config: ShopConfig): AutomaticSections {
  if (survey.docs === 0) return { sections: [], reasons: [] }
  const plans = [HOME, PRODUCT, OTHERS].map((group) =>
    group.filter(({ type }) => type !== 'recent_launch' || survey.createdDays > 1),
  )
  const sections = plans.flatMap((group, g) => group.map((plan, i) => sectionOf(plan, (g + 1) * 100 + i + 1, config)))
  return { sections, reasons: plans.flat().map(({ reason }, i) => ({ id: sections[i]!.id, reason })) }
}

function sectionOf({ type, pages, title, layout, most }: Plan, id: number, config: ShopConfig): SectionConfig {
  const { text, translations } = sectionTitles(title, config.shop.primary_locale)
  return {
    id,
    title: text,
    type,
    page_types: pages,
    location: 'main',
    position: id % 100,
    layout,
    max_products: most ?? 12,
    status: 'active',
    show_discount_label: true,
    translations,
  }
}

import type { SectionPage } from '../section-page.ts'

export const HOME_PAGE: SectionPage = {
  type: 'home',
  productId: undefined,
  cart: undefined,
  collection: undefined,
  tags: [],
  market: undefined,
  zipcode: undefined,
  cartValue: undefined,
}

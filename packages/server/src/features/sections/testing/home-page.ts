import type { SectionPage } from '../section-page.ts'

/** A page about which nothing is known but its kind. */
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

import {
  automaticRoute,
  filterAggregationsRoute,
  filtersRoute,
  imageSearchRoute,
  initRoute,
  instantSearchRoute,
  legacyRecommendationsRoute,
  productsRoute,
  recommendationsRoute,
  searchConfigRoute,
  searchInitRoute,
  searchRoute,
  sectionsRoute,
  topRoute,
} from '@vitrine/contract'
import { aggregateFilters } from '../../features/facets/aggregate-filters.ts'
import { listFilters } from '../../features/facets/filter-definitions.ts'
import { type ImageSearchDeps, searchByImage } from '../../features/image-search/image-search.ts'
import { lookUpProducts } from '../../features/look-up/look-up-products.ts'
import { recommendAutomatic } from '../../features/recommend/recommend-automatic.ts'
import { recommendQueries, recommendSimilar } from '../../features/recommend/recommend-queries.ts'
import { recommendTop, type TopDeps } from '../../features/recommend/recommend-top.ts'
import { type InstantSearchDeps, instantSearch } from '../../features/search/instant-search.ts'
import { readSearchConfig, type SearchConfigDeps } from '../../features/search/read-search-config.ts'
import { type SearchDeps, searchProducts } from '../../features/search/search-products.ts'
import { type SectionDeps, serveSections } from '../../features/sections/serve-sections.ts'
import { type SessionDeps, startSearchVisit, startVisit } from '../../features/session/start-visit.ts'
import type { App } from '../app.ts'

export interface StorefrontDeps {
  sessions: SessionDeps
  recommend: SectionDeps & TopDeps
  definitions: SearchConfigDeps
  search: SearchDeps & InstantSearchDeps
  images: ImageSearchDeps
}

export function storefrontRoutes(app: App, { sessions, recommend, definitions, search, images }: StorefrontDeps): void {
  app.storefront(initRoute, (call) => startVisit(sessions, call))
  app.storefront(searchInitRoute, (call) => startSearchVisit(sessions, call))
  app.storefront(sectionsRoute, (call) => serveSections(recommend, call))
  app.storefront(recommendationsRoute, (call) => recommendQueries(recommend, call))
  app.storefront(legacyRecommendationsRoute, (call) => recommendSimilar(recommend, call))
  app.storefront(automaticRoute, (call) => recommendAutomatic(recommend, call))
  app.storefront(topRoute, (call) => recommendTop(recommend, call))
  app.storefront(searchConfigRoute, (call) => readSearchConfig(definitions, call))
  app.storefront(filtersRoute, (call) => listFilters(definitions, call))
  app.storefront(filterAggregationsRoute, (call) => aggregateFilters(search, call))
  app.storefront(searchRoute, (call) => searchProducts(search, call))
  app.storefront(instantSearchRoute, (call) => instantSearch(search, call))
  app.storefront(productsRoute, (call) => lookUpProducts(recommend, call))
  app.storefront(imageSearchRoute, (call) => searchByImage(images, call))
}

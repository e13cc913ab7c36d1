import type { ShopConfigInput } from '@vitrine/contract'
import type { CatalogItem } from '../catalog/create-catalog.ts'
import { MARKET_IDS, PUBLICATION_IDS, TRADE_CATALOG } from '../catalog/sales-channels.ts'
import { demoCollections } from './collections.ts'
import { demoArticles, demoPages } from './content.ts'
import { demoFilters, demoFilterTrees } from './filters.ts'
import { demoSearch } from './search-settings.ts'
import { demoExperiences, demoSections } from './sections.ts'

/** A customer with a business account: log in with this id to see business prices. */
export const TRADE_CUSTOMER_ID = '7700000000001'

export function demoConfig(catalog: readonly CatalogItem[], nowMs: number): ShopConfigInput {
  const collections = demoCollections(catalog)
  return {
    shop: {
      name: 'Vitrine Living',
      currency: 'USD',
      money_format: '${{amount}}',
      primary_locale: 'en',
      timezone: 'America/New_York',
    },
    search: demoSearch(catalog),
    filters: demoFilters(),
    filter_trees: demoFilterTrees(collections),
    sections: demoSections(catalog),
    experiences: demoExperiences(),
    collections,
    pages: demoPages(),
    articles: demoArticles(nowMs),
    publications: [
      { id: PUBLICATION_IDS.online, name: 'Online Store', is_online_store: true },
      { id: PUBLICATION_IDS.mobile, name: 'Mobile App', is_online_store: false },
    ],
    markets: [
      { id: MARKET_IDS.us, handle: 'us', name: 'United States', currency: 'USD', locales: ['en'] },
      { id: MARKET_IDS.eu, handle: 'eu', name: 'European Union', currency: 'EUR', locales: ['en', 'de', 'fr'] },
      { id: MARKET_IDS.uk, handle: 'uk', name: 'United Kingdom', currency: 'GBP', locales: ['en'] },
    ],
    currency_rates: { EUR: 0.92, GBP: 0.79 },
    business_accounts: [
      {
        id: 'trade',
        name: 'Trade customers',
        customer_ids: [TRADE_CUSTOMER_ID],
        catalog_ids: [TRADE_CATALOG],
        discount_percent: 15,
      },
    ],
    edge: { enabled: true, regions: ['eu-west', 'us-east'] },
    translations: demoTranslations(),
  }
}

function demoTranslations(): Record<string, Record<string, string>> {
  return {
    en: {
      'search.placeholder': 'What are you looking for?',
      'search.no_results': 'Nothing found for “{query}”',
      'cart.title': 'Your cart',
      'product.add_to_cart': 'Add to cart',
      'product.sold_out': 'Sold out',
      'filter.clear': 'Clear all',
    },
    de: {
      'search.placeholder': 'Wonach suchst du?',
      'search.no_results': 'Nichts gefunden zu „{query}“',
      'cart.title': 'Dein Warenkorb',
      'product.add_to_cart': 'In den Warenkorb',
      'product.sold_out': 'Ausverkauft',
      'filter.clear': 'Alle löschen',
    },
    fr: {
      'search.placeholder': 'Que cherchez-vous ?',
      'search.no_results': 'Aucun résultat pour « {query} »',
      'cart.title': 'Votre panier',
      'product.add_to_cart': 'Ajouter au panier',
      'product.sold_out': 'Épuisé',
      'filter.clear': 'Tout effacer',
    },
  }
}

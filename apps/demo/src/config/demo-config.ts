import type { ShopConfigInput, SearchRuleConfig, SynonymConfig } from '@vitrine/contract'
import type { CatalogItem } from '../catalog/create-catalog.ts'
import { MARKET_IDS, PUBLICATION_IDS, TRADE_CATALOG } from '../catalog/sales-channels.ts'
import { demoCollections } from './collections.ts'
import { demoArticles, demoPages } from './content.ts'
import { demoFilters, demoFilterTrees } from './filters.ts'
import { demoExperiences, demoSections } from './sections.ts'

/** Business customer: shoppers with this customer id see business prices. */
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

const SYNONYMS: SynonymConfig[] = [
  ['sofa', 'couch', 'settee'],
  ['sneakers', 'trainers'],
  ['sweater', 'jumper', 'pullover'],
  ['trousers', 'pants'],
  ['backpack', 'rucksack', 'daypack'],
  ['casserole', 'dutch oven'],
  ['cushion', 'throw pillow'],
  ['color', 'colour'],
  ['grey', 'gray'],
  ['planter', 'plant pot', 'flower pot'],
  { from: 'shoes', to: 'sneakers' },
  { from: 'shades', to: 'sunglasses' },
  { from: 'thermos', to: 'insulated bottle' },
  { from: 'coat', to: ['jacket', 'wool coat'] },
  { from: 'lights', to: ['lamp', 'pendant light'] },
  { from: 'sheets', to: 'bedding' },
]

function demoSearch(catalog: readonly CatalogItem[]): NonNullable<ShopConfigInput['search']> {
  return {
    instant_search_objects: ['product', 'collection', 'page', 'article', 'auto_suggestion'],
    default_search_result_page_size: 24,
    move_out_of_stock_at_end: true,
    image_search_pages: ['search', 'home'],
    synonyms: SYNONYMS,
    rules: demoRules(catalog),
  }
}

function demoRules(catalog: readonly CatalogItem[]): SearchRuleConfig[] {
  const gift = best(catalog, 'candle')
  const kettle = best(catalog, 'kettle')
  return [
    {
      id: 'gift-ideas',
      when: { query: 'gift', match: 'contains' },
      pin: [
        { product_id: gift, position: 1 },
        { product_id: kettle, position: 2 },
      ],
      boost: [{ tag: 'gift', weight: 4 }],
    },
    { id: 'own-brand-lamps', when: { query: 'lamp', match: 'contains' }, boost: [{ vendor: 'Lumenhaus', weight: 2 }] },
    { id: 'sale-first', when: { collection: 'living-room' }, boost: [{ tag: 'sale', weight: 2 }] },
    { id: 'returns', when: { query: 'returns', match: 'exact' }, redirect: '/pages/shipping-and-returns' },
    { id: 'size-guide', when: { query: 'size guide', match: 'exact' }, redirect: '/pages/size-guide' },
  ]
}

function best(catalog: readonly CatalogItem[], kind: string): number {
  const shown = catalog.filter((item) => item.draft.kind.key === kind && item.product.status === 'active')
  return shown.reduce((a, b) => (b.draft.appeal > a.draft.appeal ? b : a)).product.id
}

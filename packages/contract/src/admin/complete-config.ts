import {
  AUTOMATIC_PARTS,
  type AutomaticPart,
  DEFAULT_EVENT_QUOTA,
  type ShopConfig,
  type ShopConfigInput,
} from './shop-config.ts'

/** Adds defaults for missing parts. The result shares no objects with the defaults. */
export function completeConfig(input: ShopConfigInput): ShopConfig {
  const given = withoutUndefined(input)
  return {
    storefront_token: null,
    webhook_secret: null,
    integrations_enabled: true,
    product_review_app: '',
    skip_parent_product: true,
    storefront_graphql_version: '2026-01',
    automatic: true,
    filters: [],
    filter_trees: [],
    sections: [],
    experiences: [],
    collections: [],
    pages: [],
    articles: [],
    publications: [{ id: '1', name: 'Online Store', is_online_store: true }],
    markets: [],
    currency_rates: {},
    business_accounts: [],
    translations: {},
    settings: {},
    ...given,
    shop: { ...defaultShop(given.shop?.currency), ...given.shop },
    analytics: { enabled: true, tracking_id: null, ...given.analytics },
    attribution: { click_window_days: 7, view_window_hours: 24, ...given.attribution },
    event_quota: { ...DEFAULT_EVENT_QUOTA, ...given.event_quota },
    edge: { enabled: false, regions: [], ...given.edge },
    identity_verification: { enabled: false, secret: null, previous_secret: null, ...given.identity_verification },
    search: { ...defaultSearch(), ...given.search },
    absent: AUTOMATIC_PARTS.filter((part) => given[part] === undefined),
  }
}

const DEFAULTS = completeConfig({})

/** Settings that did not exist when the document was stored get their defaults. */
export function readStoredConfig(text: string): ShopConfig {
  const stored: ShopConfig & Record<string, unknown> = JSON.parse(text)
  const parts = Object.entries(DEFAULTS).map(([part, known]) => {
    const isGroup = typeof known === 'object' && known !== null && !Array.isArray(known)
    return [part, isGroup ? { ...known, ...(stored[part] as object) } : (stored[part] ?? known)]
  })
  return { ...stored, ...Object.fromEntries(parts), absent: stored.absent ?? [] }
}

export function absentParts({ absent }: ShopConfig): readonly AutomaticPart[] {
  return absent ?? []
}

/** Returns the document as it was sent, so that sending it back changes nothing. */
export function configDocument({ absent, ...config }: ShopConfig): ConfigDocument {
  const left = Object.entries(config).filter(([part]) => !absent?.includes(part as AutomaticPart))
  return Object.fromEntries(left) as ConfigDocument
}

export type ConfigDocument = Omit<ShopConfig, AutomaticPart | 'absent'> & Partial<Pick<ShopConfig, AutomaticPart>>

function defaultShop(currency = 'USD'): ShopConfig['shop'] {
  return { name: 'Shop', currency, money_format: moneyFormat(currency), primary_locale: 'en', timezone: 'UTC' }
}

/** Returns `€{{amount}}`, or a code and a space for currencies without a symbol. */
function moneyFormat(currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
  return sign === currency ? `${currency} {{amount}}` : `${sign}{{amount}}`
}

function defaultSearch(): ShopConfig['search'] {
  return {
    instant_search_enabled: true,
    search_result_page_enabled: true,
    image_search_enabled: true,
    personalization_enabled: true,
    personalization_config: null,
    auto_spell_correct_enabled: true,
    instant_search_objects: ['product', 'collection', 'page', 'auto_suggestion'],
    exclude_out_of_stock: false,
    move_out_of_stock_at_end: true,
    site_wide_search: {},
    search_result_count: 6,
    default_ordering: 'relevance',
    minimum_type_ahead_input_count: 1,
    default_search_result_page_size: 20,
    search_page_autocomplete_enabled: true,
    search_page_handle: 'search',
    image_search_pages: null,
    settings: {},
    synonyms: [],
    stop_words: [],
    segments: [],
    rules: [],
    ranking: {},
    golden_queries: [],
  }
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T
}

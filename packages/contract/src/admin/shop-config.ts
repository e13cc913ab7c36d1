/** The declarative document of a shop, stored as sent. Readers get its defaults from `completeConfig`. */
import type { Static } from 'typebox'
import { PlatformId } from '../platform-id.ts'
import {
  Closed,
  DateTime,
  Dictionary,
  FreeObject,
  Line,
  List,
  Name,
  NonEmpty,
  Nullable,
  OneOf,
  Optional,
  Prose,
  Translations,
  Url,
} from '../schema.ts'
import { AlertSettings } from './alerts.ts'
import { FilterSchema, FilterTreeSchema, MAX_FILTERS } from './filter-config.ts'
import { RecommendationSettings } from './recommendation-types.ts'
import { SearchSettings } from './search-config.ts'
import { ExperienceSchema, SectionSchema } from './section-config.ts'
import { Type } from '../type.ts'
import { Currency, CURRENCY_NAMES } from '../currencies.ts'
import { Id, MAX_RATE } from '../numbers.ts'

const shopSettings = {
  name: Optional(NonEmpty({ maxLength: 200 })),
  currency: Optional(Currency()),
  money_format: Optional(NonEmpty({ maxLength: 100 })),
  primary_locale: Optional(NonEmpty({ maxLength: 35 })),
  timezone: Optional(NonEmpty({ maxLength: 60 })),
}

/** Requests ignore unknown fields; the document rejects them. */
export const ShopSettings = Type.Object(shopSettings)
const DocumentShop = Closed(shopSettings)

/** A rule of an automatic collection, with the platform's names of columns and relations. */
export const CollectionRule = Closed({
  column: OneOf([
    'title',
    'type',
    'vendor',
    'tag',
    'variant_price',
    'variant_compare_at_price',
    'variant_inventory',
    'variant_title',
  ]),
  relation: OneOf([
    'equals',
    'not_equals',
    'greater_than',
    'less_than',
    'starts_with',
    'ends_with',
    'contains',
    'not_contains',
  ]),
  condition: Name(),
})

export const CollectionSchema = Closed({
  id: PlatformId,
  handle: NonEmpty({ maxLength: 255 }),
  title: NonEmpty({ maxLength: 255 }),
  description: Optional(Prose()),
  image: Optional(Nullable(Url())),
  product_ids: Optional(List(PlatformId, 250_000)),
  rules: Optional(List(CollectionRule, 60)),
  /** true: one rule is enough; false: all must hold. */
  disjunctive: Optional(Type.Boolean()),
  translations: Optional(Translations()),
})

export const ContentSchema = Closed({
  id: Id(),
  handle: NonEmpty({ maxLength: 255 }),
  title: NonEmpty({ maxLength: 255 }),
  body: Optional(Prose()),
  url: Optional(Url()),
  image: Optional(Nullable(Url())),
  /** null: not published; absent: published. */
  published_at: Optional(Nullable(DateTime())),
  translations: Optional(Translations()),
})

export const PublicationSchema = Closed({
  id: Name({ pattern: '^[0-9]{1,50}$' }),
  name: NonEmpty(),
  is_online_store: Optional(Type.Boolean()),
})

export const MarketSchema = Closed({
  id: Id(),
  handle: NonEmpty(),
  name: NonEmpty(),
  currency: Currency(),
  /** Added to every price of the market before conversion: 10 raises, -5 lowers prices. */
  price_adjustment_percent: Optional(Type.Number({ minimum: -99, maximum: 1000 })),
  locales: Optional(List(NonEmpty({ maxLength: 35 }), 200)),
})

export const BusinessAccountSchema = Closed({
  id: Type.Union([Id(), NonEmpty()]),
  name: Optional(Line()),
  customer_ids: List(NonEmpty(), 10_000),
  catalog_ids: Optional(List(NonEmpty(), 1000)),
  discount_percent: Optional(Type.Number({ minimum: 0, maximum: 100 })),
})

const IdentitySecret = () => Optional(Nullable(Name({ minLength: 32 })))

/** Requires proof of a `customer_id`: a `server` key, or `x-customer-signature`, its HMAC-SHA-256 in hex. */
export const IdentityVerification = Closed({
  enabled: Optional(Type.Boolean()),
  /** Never returned. */
  secret: IdentitySecret(),
  /** The previous secret, until every server signs with the new one. Never returned. */
  previous_secret: IdentitySecret(),
})

export const ShopConfigInput = Closed({
  shop: Optional(DocumentShop),
  /** The platform's public storefront token, returned by config and init instead of Vitrine's. */
  storefront_token: Optional(Nullable(Line())),
  /** The shop's webhook secret on the platform. Never returned. */
  webhook_secret: Optional(Nullable(Line())),
  identity_verification: Optional(IdentityVerification),
  integrations_enabled: Optional(Type.Boolean()),
  product_review_app: Optional(Name()),
  analytics: Optional(
    Closed({
      enabled: Optional(Type.Boolean()),
      tracking_id: Optional(Nullable(Name())),
      /** Events of the shop's staff do not count. Never returned to storefronts. */
      staff: Optional(
        Closed({
          /** Addresses, or networks such as `203.0.113.0/24`. */
          networks: Optional(
            Type.Array(Type.String({ maxLength: 49, pattern: '^[0-9A-Fa-f.:]{2,45}(/\\d{1,3})?$' }), { maxItems: 100 }),
          ),
          customer_ids: Optional(Type.Array(Line(), { maxItems: 1000 })),
        }),
      ),
    }),
  ),
  skip_parent_product: Optional(Type.Boolean()),
  /** Regions in which tracking needs consent: countries (`BR`), `EEA` (European Economic Area), `*` (everywhere). */
  consent_required_in: Optional(List(Name({ pattern: '^([A-Z]{2}|EEA|[*])$' }), 300)),
  storefront_graphql_version: Optional(Name()),
  attribution: Optional(
    Closed({
      click_window_days: Optional(Type.Number({ minimum: 0, maximum: 90 })),
      view_window_hours: Optional(Type.Number({ minimum: 0, maximum: 720 })),
    }),
  ),
  /** Stored events per day (UTC); further ones get a 429. Answers for attribution have limits of the same size. */
  event_quota: Optional(
    Closed({
      events_per_day: Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
      bytes_per_day: Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 })),
    }),
  ),
  search: Optional(SearchSettings),
  recommendations: Optional(RecommendationSettings),
  alerts: Optional(AlertSettings),
  /** false: a shop without `filters` or `sections` has none, instead of those derived from its catalog. */
  automatic: Optional(Type.Boolean()),
  /** Absent: derived from the catalog. `[]`: none. */
  filters: Optional(List(FilterSchema, MAX_FILTERS)),
  filter_trees: Optional(List(FilterTreeSchema, 1000)),
  /** Absent: sections for every page. `[]`: none. */
  sections: Optional(List(SectionSchema, 1000)),
  experiences: Optional(List(ExperienceSchema, 200)),
  collections: Optional(List(CollectionSchema, 20_000)),
  pages: Optional(List(ContentSchema, 20_000)),
  articles: Optional(List(ContentSchema, 20_000)),
  publications: Optional(List(PublicationSchema, 250)),
  markets: Optional(List(MarketSchema, 250)),
  currency_rates: Optional(
    Dictionary(Type.Number({ exclusiveMinimum: 0, maximum: MAX_RATE }), {
      maxProperties: 200,
      propertyNames: CURRENCY_NAMES,
    }),
  ),
  business_accounts: Optional(List(BusinessAccountSchema, 10_000)),
  edge: Optional(Closed({ enabled: Optional(Type.Boolean()), regions: Optional(List(NonEmpty(), 100)) })),
  translations: Optional(Translations()),
  settings: Optional(FreeObject()),
})

export type ShopConfigInput = Static<typeof ShopConfigInput>
export type CollectionConfig = Static<typeof CollectionSchema>
export type ContentConfig = Static<typeof ContentSchema>
export type PublicationConfig = Static<typeof PublicationSchema>
export type MarketConfig = Static<typeof MarketSchema>
export type BusinessAccountConfig = Static<typeof BusinessAccountSchema>

/** Ten million events of a kilobyte: ten times as many as most shops have. */
export const DEFAULT_EVENT_QUOTA = { events_per_day: 10_000_000, bytes_per_day: 10_000_000_000 }
export type EventQuotaLimits = typeof DEFAULT_EVENT_QUOTA

export type ShopConfig = Required<
  Omit<
    ShopConfigInput,
    | 'alerts'
    | 'recommendations'
    | 'consent_required_in'
    | 'shop'
    | 'search'
    | 'analytics'
    | 'attribution'
    | 'event_quota'
    | 'edge'
    | 'identity_verification'
  >
> & {
  alerts?: AlertSettings
  /** Absent: the defaults of `recommendationSettings`. */
  recommendations?: RecommendationSettings
  consent_required_in?: string[]
  shop: Required<Static<typeof ShopSettings>>
  search: Required<Static<typeof SearchSettings>>
  analytics: {
    enabled: boolean
    tracking_id: string | null
    staff?: { networks?: string[]; customer_ids?: string[] }
  }
  attribution: { click_window_days: number; view_window_hours: number }
  event_quota: EventQuotaLimits
  edge: { enabled: boolean; regions: string[] }
  identity_verification: { enabled: boolean; secret: string | null; previous_secret: string | null }
  /** Parts to derive from the catalog. Empty in documents of earlier versions. */
  absent?: readonly AutomaticPart[]
}

export const AUTOMATIC_PARTS = ['filters', 'sections'] as const
export type AutomaticPart = (typeof AUTOMATIC_PARTS)[number]

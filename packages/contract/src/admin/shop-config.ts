/**
 * The declarative document of a shop: what `PUT /config`, `vitrine apply` and the dashboard write, and what every feature reads.
 * It is stored as it reads on the wire; `completeConfig` fills the defaults once, so that readers never guess.
 */
import { type Static, Type } from 'typebox'
import { AnyObject, DateTime, NonEmpty, Nullable, OneOf, Optional, Text } from '../schema.ts'
import { FilterSchema, FilterTreeSchema } from './filter-config.ts'
import { SearchSettings } from './search-config.ts'
import { ExperienceSchema, SectionSchema } from './section-config.ts'

const Id = Type.Integer({ minimum: 1 })
const Translations = Type.Record(Type.String(), Type.Record(Type.String(), Type.String()))

export const ShopSettings = Type.Object({
  name: Optional(NonEmpty({ maxLength: 200 })),
  currency: Optional(Text({ pattern: '^[A-Z]{3}$' })),
  money_format: Optional(NonEmpty({ maxLength: 100 })),
  primary_locale: Optional(NonEmpty({ maxLength: 35 })),
  timezone: Optional(NonEmpty({ maxLength: 60 })),
})

/** A rule of a smart collection; the columns and relations of the platform. */
export const CollectionRule = Type.Object({
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
  condition: Text(),
})

export const CollectionSchema = Type.Object({
  id: Id,
  handle: NonEmpty({ maxLength: 255 }),
  title: NonEmpty({ maxLength: 255 }),
  description: Optional(Text()),
  image: Optional(Nullable(Text())),
  product_ids: Optional(Type.Array(Id)),
  rules: Optional(Type.Array(CollectionRule)),
  /** true: any rule is enough; false: all must hold. */
  disjunctive: Optional(Type.Boolean()),
  translations: Optional(Translations),
})

export const ContentSchema = Type.Object({
  id: Id,
  handle: NonEmpty({ maxLength: 255 }),
  title: NonEmpty({ maxLength: 255 }),
  body: Optional(Text()),
  url: Optional(Text()),
  image: Optional(Nullable(Text())),
  /** null: not published; absent: published. */
  published_at: Optional(Nullable(DateTime())),
  translations: Optional(Translations),
})

export const PublicationSchema = Type.Object({
  id: Text({ pattern: '^[0-9]{1,50}$' }),
  name: NonEmpty(),
  is_online_store: Optional(Type.Boolean()),
})

export const MarketSchema = Type.Object({
  id: Id,
  handle: NonEmpty(),
  name: NonEmpty(),
  currency: Text({ pattern: '^[A-Z]{3}$' }),
  locales: Optional(Type.Array(NonEmpty())),
})

export const BusinessAccountSchema = Type.Object({
  id: Type.Union([Id, NonEmpty()]),
  name: Optional(Text()),
  customer_ids: Type.Array(NonEmpty()),
  catalog_ids: Optional(Type.Array(NonEmpty())),
  discount_percent: Optional(Type.Number({ minimum: 0, maximum: 100 })),
})

/** What may be sent: every part on its own. */
export const ShopConfigInput = Type.Object({
  shop: Optional(ShopSettings),
  /** The platform's own public storefront token; returned by config and init in place of ours. */
  storefront_token: Optional(Nullable(Text())),
  /** The platform's webhook secret of this shop; never returned. */
  webhook_secret: Optional(Nullable(Text())),
  integrations_enabled: Optional(Type.Boolean()),
  product_review_app: Optional(Text()),
  analytics: Optional(Type.Object({ enabled: Optional(Type.Boolean()), tracking_id: Optional(Nullable(Text())) })),
  skip_parent_product: Optional(Type.Boolean()),
  storefront_graphql_version: Optional(Text()),
  attribution: Optional(
    Type.Object({
      click_window_days: Optional(Type.Number({ minimum: 0, maximum: 90 })),
      view_window_hours: Optional(Type.Number({ minimum: 0, maximum: 720 })),
    }),
  ),
  search: Optional(SearchSettings),
  filters: Optional(Type.Array(FilterSchema)),
  filter_trees: Optional(Type.Array(FilterTreeSchema)),
  sections: Optional(Type.Array(SectionSchema)),
  experiences: Optional(Type.Array(ExperienceSchema)),
  collections: Optional(Type.Array(CollectionSchema)),
  pages: Optional(Type.Array(ContentSchema)),
  articles: Optional(Type.Array(ContentSchema)),
  publications: Optional(Type.Array(PublicationSchema)),
  markets: Optional(Type.Array(MarketSchema)),
  currency_rates: Optional(
    Type.Record(Type.String(), Type.Number({ exclusiveMinimum: 0 }), { propertyNames: { pattern: '^[A-Z]{3}$' } }),
  ),
  business_accounts: Optional(Type.Array(BusinessAccountSchema)),
  edge: Optional(Type.Object({ enabled: Optional(Type.Boolean()), regions: Optional(Type.Array(NonEmpty())) })),
  translations: Optional(Translations),
  settings: Optional(AnyObject()),
})

export type ShopConfigInput = Static<typeof ShopConfigInput>
export type CollectionConfig = Static<typeof CollectionSchema>
export type ContentConfig = Static<typeof ContentSchema>
export type PublicationConfig = Static<typeof PublicationSchema>
export type MarketConfig = Static<typeof MarketSchema>
export type BusinessAccountConfig = Static<typeof BusinessAccountSchema>

/** The document with every default filled in. */
export type ShopConfig = Required<Omit<ShopConfigInput, 'shop' | 'search' | 'analytics' | 'attribution' | 'edge'>> & {
  shop: Required<Static<typeof ShopSettings>>
  search: Required<Static<typeof SearchSettings>>
  analytics: { enabled: boolean; tracking_id: string | null }
  attribution: { click_window_days: number; view_window_hours: number }
  edge: { enabled: boolean; regions: string[] }
}

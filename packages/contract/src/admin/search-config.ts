import type { Static } from 'typebox'
import { PlatformId } from '../platform-id.ts'
import { RECOMMENDATION_TYPES } from './recommendation-types.ts'
import { Closed, DateTime, FreeObject, Line, List, Name, NonEmpty, Nullable, OneOf, Optional, Url } from '../schema.ts'
import { Type } from '../type.ts'
import { Amount, Bound, Whole } from '../numbers.ts'

export const SORT_ORDERS = [
  'relevance',
  'price_asc',
  'price_desc',
  'newest',
  'best_selling',
  'title_asc',
  'title_desc',
  'discount_desc',
  'collection_order',
] as const

export const INSTANT_SEARCH_OBJECTS = ['product', 'collection', 'page', 'article', 'auto_suggestion'] as const

/** Limited because each word of a group adds a lookup to queries for the others. */
export const MAX_SYNONYMS = 50

const GoldenQuerySchema = Closed(
  {
    query: NonEmpty(),
    product_id: Optional(Whole('This product must be among the first results.')),
    product_type: Optional(NonEmpty('A product of this type must be among the first results.')),
    shows: Optional(OneOf(['nothing'], 'The search must find nothing.')),
    within: Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'How many results count as the first; 10 by default.' }),
    ),
  },
  'What a merchant expects of a query; checked in every replay and every search health report.',
)

/** `[a, b, …]`: each also finds the others. `{from, to}`: `from` also finds `to`, but not vice versa. */
export const SynonymSchema = Type.Union([
  List(NonEmpty(), MAX_SYNONYMS, { minItems: 2 }),
  Closed({ from: NonEmpty(), to: Type.Union([NonEmpty(), List(NonEmpty(), MAX_SYNONYMS, { minItems: 1 })]) }),
])

/** A product must meet all conditions that are set. */
const conditions = {
  product_ids: Optional(List(PlatformId, 1000)),
  vendor: Optional(Name()),
  product_type: Optional(Name()),
  tag: Optional(Name()),
  collection: Optional(Name()),
  /** `namespace.key` and one of its values. */
  metafield: Optional(Closed({ key: NonEmpty(), value: NonEmpty() })),
  /** Bounds of the lowest variant price, in the shop's currency. */
  price: Optional(Closed({ min: Optional(Bound()), max: Optional(Bound()) })),
  in_stock: Optional(Type.Boolean()),
  newer_than_days: Optional(Type.Number({ exclusiveMinimum: 0, maximum: 3650 })),
}
const HideTarget = Closed(conditions)
/** Pins the best matches that meet the conditions, from `position` on. */
const PinTarget = Closed({
  ...conditions,
  position: Type.Integer({ minimum: 1, maximum: 1000 }),
  /** Number of products; default 1. */
  limit: Optional(Type.Integer({ minimum: 1, maximum: 50 })),
})

/** Includes both ends. */
const Between = () => Optional(Closed({ min: Optional(Amount()), max: Optional(Amount()) }))

const Target = Closed({
  ...conditions,
  weight: Optional(Type.Number({ minimum: 1, maximum: 10 })),
})

export const RuleContent = Closed({
  slot: NonEmpty(),
  title: Optional(Line()),
  text: Optional(Line()),
  image_url: Optional(Url()),
  url: Optional(Url()),
})

const shopperConditions = {
  logged_in: Optional(Type.Boolean()),
  business_account: Optional(Type.Boolean()),
  visits: Between(),
  orders: Between(),
  /** In the shop's currency, minus refunds. */
  spent: Between(),
  bought_type: Optional(Name()),
}

const SegmentSchema = Closed({ id: NonEmpty(), name: Line({ maxLength: 200 }), ...shopperConditions })

export const SearchRuleSchema = Closed({
  id: Type.Union([NonEmpty(), Whole()]),
  /** Shown in lists, history and conflicts. */
  name: Optional(Line({ maxLength: 200 })),
  when: Closed({
    query: Optional(Name()),
    /** exact (default): the same words. contains: these among others. similar: any form, with typos in longer words. */
    match: Optional(OneOf(['exact', 'contains', 'similar'])),
    collection: Optional(Type.Union([Name(), Whole()])),
    market: Optional(Type.Union([Name(), Whole()])),
    /** `de` also covers `de-AT`. */
    locale: Optional(Name({ maxLength: 35 })),
    device: Optional(OneOf(['desktop', 'mobile', 'tablet'])),
    /** The shopper has selected this filter and, if set, this value. */
    filter: Optional(Closed({ key: NonEmpty(), value: Optional(Name()) })),
    segment: Optional(Closed({ id: Optional(NonEmpty()), ...shopperConditions })),
    experience: Optional(Closed({ id: Type.Union([Whole(), NonEmpty()]), variant: NonEmpty() })),
  }),
  pin: Optional(List(Closed({ product_id: PlatformId, position: Type.Integer({ minimum: 1, maximum: 1000 }) }), 200)),
  pin_where: Optional(List(PinTarget, 10)),
  hide: Optional(List(PlatformId, 1000)),
  hide_where: Optional(List(HideTarget, 20)),
  boost: Optional(List(Target, 50)),
  bury: Optional(List(Target, 50)),
  redirect: Optional(Nullable(Url())),
  content: Optional(List(RuleContent, 10)),
  /** Facets shown if the request names none: instead of the page's own (`replace`), or before them (`add`). */
  filters: Optional(Closed({ replace: Optional(List(NonEmpty(), 50)), add: Optional(List(NonEmpty(), 50)) })),
  /** Applies pins, boosts and buries to recommendations too: all (true) or these types. Hiding always applies. */
  recommendations: Optional(Type.Union([Type.Boolean(), List(OneOf(RECOMMENDATION_TYPES), 50, { minItems: 1 })])),
  starts_at: Optional(Nullable(DateTime())),
  ends_at: Optional(Nullable(DateTime())),
})

/** Weight of each field, relative to the engine's own: 1 is unchanged, 0 is not searched. */
export const RankingWeights = Closed({
  title: Optional(Type.Number({ minimum: 0, maximum: 10 })),
  product_type: Optional(Type.Number({ minimum: 0, maximum: 10 })),
  vendor: Optional(Type.Number({ minimum: 0, maximum: 10 })),
  tags: Optional(Type.Number({ minimum: 0, maximum: 10 })),
  options: Optional(Type.Number({ minimum: 0, maximum: 10 })),
  sku: Optional(Type.Number({ minimum: 0, maximum: 10 })),
  collections: Optional(Type.Number({ minimum: 0, maximum: 10 })),
  metafields: Optional(Type.Number({ minimum: 0, maximum: 10 })),
  description: Optional(Type.Number({ minimum: 0, maximum: 10 })),
  popularity: Optional(Type.Number({ minimum: 0, maximum: 10 })),
})

export const SearchSettings = Closed({
  instant_search_enabled: Optional(Type.Boolean()),
  search_result_page_enabled: Optional(Type.Boolean()),
  image_search_enabled: Optional(Type.Boolean()),
  personalization_enabled: Optional(Type.Boolean()),
  personalization_config: Optional(Nullable(FreeObject())),
  auto_spell_correct_enabled: Optional(Type.Boolean()),
  instant_search_objects: Optional(List(OneOf(INSTANT_SEARCH_OBJECTS), 20)),
  exclude_out_of_stock: Optional(Type.Boolean()),
  move_out_of_stock_at_end: Optional(Type.Boolean()),
  site_wide_search: Optional(FreeObject()),
  search_result_count: Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  default_ordering: Optional(OneOf(SORT_ORDERS)),
  minimum_type_ahead_input_count: Optional(Type.Integer({ minimum: 0, maximum: 10 })),
  default_search_result_page_size: Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  search_page_autocomplete_enabled: Optional(Type.Boolean()),
  search_page_handle: Optional(Name()),
  image_search_pages: Optional(Nullable(List(Name(), 100))),
  settings: Optional(FreeObject()),
  synonyms: Optional(List(SynonymSchema, 2000)),
  stop_words: Optional(List(NonEmpty(), 2000)),
  segments: Optional(List(SegmentSchema, 100)),
  rules: Optional(List(SearchRuleSchema, 2000)),
  ranking: Optional(RankingWeights),
  golden_queries: Optional(List(GoldenQuerySchema, 500)),
})

export type GoldenQuery = Static<typeof GoldenQuerySchema>
export type SearchRuleConfig = Static<typeof SearchRuleSchema>
export type SynonymConfig = Static<typeof SynonymSchema>
export type SortOrder = (typeof SORT_ORDERS)[number]

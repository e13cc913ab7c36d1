import { type Static, Type } from 'typebox'
import { AnyObject, DateTime, NonEmpty, Nullable, OneOf, Optional, Text } from '../schema.ts'

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

/** `[a, b, …]`: each means the others. `{from, to}`: a query for `from` also finds `to`, not the other way. */
export const SynonymSchema = Type.Union([
  Type.Array(NonEmpty(), { minItems: 2 }),
  Type.Object({ from: NonEmpty(), to: Type.Union([NonEmpty(), Type.Array(NonEmpty(), { minItems: 1 })]) }),
])

const Target = Type.Object({
  product_ids: Optional(Type.Array(Type.Integer())),
  /** Attribute conditions: vendor, product_type, tag. */
  vendor: Optional(Text()),
  product_type: Optional(Text()),
  tag: Optional(Text()),
  /** How strongly, 1 to 10. */
  weight: Optional(Type.Number({ minimum: 1, maximum: 10 })),
})

export const SearchRuleSchema = Type.Object({
  id: Type.Union([NonEmpty(), Type.Integer()]),
  when: Type.Object({
    query: Optional(Text()),
    match: Optional(OneOf(['exact', 'contains'])),
    collection: Optional(Type.Union([Text(), Type.Integer()])),
  }),
  pin: Optional(
    Type.Array(
      Type.Object({ product_id: Type.Integer({ minimum: 1 }), position: Type.Integer({ minimum: 1, maximum: 1000 }) }),
    ),
  ),
  hide: Optional(Type.Array(Type.Integer({ minimum: 1 }))),
  boost: Optional(Type.Array(Target)),
  bury: Optional(Type.Array(Target)),
  redirect: Optional(Nullable(Text())),
  starts_at: Optional(Nullable(DateTime())),
  ends_at: Optional(Nullable(DateTime())),
})

/** How much each field counts in ranking, relative to the engine's own weights (1 = unchanged, 0 = not searched). */
export const RankingWeights = Type.Object({
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

export const SearchSettings = Type.Object({
  instant_search_enabled: Optional(Type.Boolean()),
  search_result_page_enabled: Optional(Type.Boolean()),
  image_search_enabled: Optional(Type.Boolean()),
  personalization_enabled: Optional(Type.Boolean()),
  personalization_config: Optional(Nullable(AnyObject())),
  auto_spell_correct_enabled: Optional(Type.Boolean()),
  instant_search_objects: Optional(Type.Array(OneOf(INSTANT_SEARCH_OBJECTS))),
  exclude_out_of_stock: Optional(Type.Boolean()),
  move_out_of_stock_at_end: Optional(Type.Boolean()),
  site_wide_search: Optional(AnyObject()),
  search_result_count: Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  default_ordering: Optional(OneOf(SORT_ORDERS)),
  minimum_type_ahead_input_count: Optional(Type.Integer({ minimum: 0, maximum: 10 })),
  default_search_result_page_size: Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  search_page_autocomplete_enabled: Optional(Type.Boolean()),
  search_page_handle: Optional(Text()),
  image_search_pages: Optional(Nullable(Type.Array(Text()))),
  settings: Optional(AnyObject()),
  synonyms: Optional(Type.Array(SynonymSchema)),
  stop_words: Optional(Type.Array(NonEmpty())),
  rules: Optional(Type.Array(SearchRuleSchema)),
  ranking: Optional(RankingWeights),
})

export type SearchRuleConfig = Static<typeof SearchRuleSchema>
export type SynonymConfig = Static<typeof SynonymSchema>
export type SortOrder = (typeof SORT_ORDERS)[number]

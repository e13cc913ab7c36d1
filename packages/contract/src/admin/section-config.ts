import type { Static, TOptional, TSchema } from 'typebox'
import { RECOMMENDATION_TYPES } from './recommendation-types.ts'
import { RankingWeights, SORT_ORDERS, SynonymSchema } from './search-config.ts'
import { PlatformId } from '../platform-id.ts'
import {
  Closed,
  DateTime,
  FreeObject,
  Line,
  List,
  Name,
  NonEmpty,
  Nullable,
  OneOf,
  Optional,
  Translations,
} from '../schema.ts'
import { Type } from '../type.ts'
import { Amount, Id, Measure, Position, Whole } from '../numbers.ts'

/** Models that fill recommendation lists. Each type has its own chain of models, which a variant may replace. */
export const RECOMMENDATION_STEPS = [
  'related',
  'complementary',
  'goes_with',
  'featured',
  'spotlight',
  'assorted',
  'co_view',
  'co_view_across_types',
  'visit_next',
  'history_next',
  'orders',
  'orders_with_cart',
  'orders_of_alike',
  'carts',
  'type_pairs',
  'content',
  'complement',
  'type_bestsellers',
  'viewed_types',
  'bestsellers',
  'most_viewed',
  'trending',
  'popular_now',
  'launch',
  'newest',
  'anchor_collections',
  'shop_collections',
  'history',
  'purchases',
  'abandoned',
  'back_in_stock',
  'price_drops',
  'merchant',
] as const

/** `product_page` means `product`, and `order_confirm` means `order_status`. */
export const PAGE_TYPES = [
  'home',
  'product',
  'collection',
  'cart',
  'checkout',
  'order_status',
  'search',
  'other',
  'product_page',
  'order_confirm',
  'blog',
  'ajax_cart',
  '404',
  'returns',
] as const

/** Conditions for showing a section, besides the page type. Absent ones do not restrict. */
export const SectionEligibility = Closed({
  markets: Optional(List(NonEmpty(), 250)),
  collections: Optional(List(Type.Union([NonEmpty(), Whole()]), 1000)),
  tags: Optional(List(NonEmpty(), 1000)),
  /** Whole zip codes, or prefixes with `*`. */
  zipcodes: Optional(List(NonEmpty({ maxLength: 20 }), 5000)),
  min_cart_value: Optional(Amount()),
  max_cart_value: Optional(Amount()),
})

export const SectionSchema = Closed({
  id: Id(),
  title: Line(),
  type: OneOf(RECOMMENDATION_TYPES),
  page_types: List(OneOf(PAGE_TYPES), 50, { minItems: 1 }),
  location: Optional(Name()),
  position: Optional(Position()),
  layout: Optional(Name()),
  max_products: Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  min_products: Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  status: Optional(OneOf(['active', 'draft', 'disabled'])),
  experience_id: Optional(Nullable(Type.Union([Whole(), NonEmpty()]))),
  variant: Optional(Nullable(NonEmpty())),
  product_ids: Optional(List(PlatformId, 1000)),
  collection: Optional(Nullable(Type.Union([Name(), Whole()]))),
  eligibility: Optional(SectionEligibility),
  extra: Optional(FreeObject()),
  discount_config: Optional(Nullable(FreeObject())),
  show_discount_label: Optional(Type.Boolean()),
  translations: Optional(Nullable(Translations())),
})

const byType = <T extends TSchema>(value: T) =>
  Optional(Closed(Object.fromEntries(RECOMMENDATION_TYPES.map((type) => [type, Optional(value)])) as ByType<T>))
type ByType<T extends TSchema> = Record<(typeof RECOMMENDATION_TYPES)[number], TOptional<T>>

/** Settings of a variant that replace those of the shop, for comparing two models. */
export const VariantRecommend = Closed({
  replace: byType(OneOf(RECOMMENDATION_TYPES)),
  /** The models that fill a type's lists, best first. */
  steps: byType(List(OneOf(RECOMMENDATION_STEPS), 50, { minItems: 1 })),
  /** 0: by score alone. 1: as different as possible. Absent: the type's own setting. */
  diversity: Optional(Type.Number({ minimum: 0, maximum: 1 })),
})

export const VariantSearch = Closed({
  ranking: Optional(RankingWeights),
  personalization_enabled: Optional(Type.Boolean()),
  auto_spell_correct_enabled: Optional(Type.Boolean()),
  move_out_of_stock_at_end: Optional(Type.Boolean()),
  default_ordering: Optional(OneOf(SORT_ORDERS)),
  /** Added to the shop's own synonyms. */
  synonyms: Optional(List(SynonymSchema, 200)),
})

export const ExperienceSchema = Closed({
  id: Type.Union([Whole(), NonEmpty()]),
  name: NonEmpty(),
  status: Optional(OneOf(['active', 'paused'])),
  /** Plan of the experiment. Without a plan, no variant is declared better. */
  plan: Optional(
    Closed({
      hypothesis: Optional(Line()),
      metric: Optional(OneOf(['conversion_rate', 'revenue_per_visitor'])),
      /** The verdict counts this many first visitors of each variant. */
      visitors_per_variant: Type.Integer({ minimum: 10, maximum: 100_000_000 }),
      /** Earlier visitors do not count. */
      started_at: Optional(Nullable(DateTime())),
    }),
  ),
  variants: List(
    Closed({
      key: NonEmpty({ pattern: '^[A-Za-z0-9_-]+$' }),
      weight: Measure(),
      search: Optional(VariantSearch),
      recommend: Optional(VariantRecommend),
      /** The tested draft: a JSON Merge Patch of `search`, and `sections`. */
      patch: Optional(
        Closed({
          search: Optional(FreeObject({ maxProperties: 100, 'x-max-nodes': 100_000 })),
          sections: Optional(List(SectionSchema, 1000)),
          base_version: Optional(Whole('The version that the draft is based on.')),
        }),
      ),
    }),
    50,
    { minItems: 1 },
  ),
})

export type SectionConfig = Static<typeof SectionSchema>
export type ExperienceConfig = Static<typeof ExperienceSchema>
export type PageType = (typeof PAGE_TYPES)[number]
export type RecommendationStep = (typeof RECOMMENDATION_STEPS)[number]
export type VariantRecommend = Static<typeof VariantRecommend>
export type VariantSearch = Static<typeof VariantSearch>

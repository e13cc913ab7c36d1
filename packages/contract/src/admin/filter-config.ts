import type { Static } from 'typebox'
import { PlatformId } from '../platform-id.ts'
import {
  Closed,
  FreeObject,
  Line,
  List,
  Name,
  NonEmpty,
  Nullable,
  OneOf,
  Optional,
  Translations,
  Url,
} from '../schema.ts'
import { Type } from '../type.ts'
import { Bound, Id, MAX_AMOUNT, Position, Whole } from '../numbers.ts'

export const FILTER_ATTRIBUTE_TYPES = [
  'option',
  'price',
  'vendor',
  'product_type',
  'tag',
  'availability',
  'discount',
  'collection',
  'metafield',
  'rating',
] as const

export const FILTER_DISPLAY_TYPES = ['list', 'checkbox', 'color', 'image', 'range', 'rating', 'boolean'] as const

/** Limited because requests without `facets` count all filters of their page. */
export const MAX_FILTERS = 250

/** A value edited by the merchant: label, position, swatch, or hidden. Other values come from the catalog. */
export const FilterValueSchema = Closed({
  value: Line(),
  label: Optional(Line()),
  position: Optional(Position()),
  hex: Optional(Nullable(Name())),
  image: Optional(Nullable(Url())),
  order: Optional(Nullable(Position())),
  enabled: Optional(Type.Boolean()),
})

export const FilterSettingsSchema = Closed({
  multi_select: Optional(Type.Boolean()),
  show_count: Optional(Type.Boolean()),
  collapsible: Optional(Type.Boolean()),
  searchable: Optional(Type.Boolean()),
  show_more: Optional(Type.Boolean()),
  max_display: Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  /** Default order of values. `value` sorts sizes from small to large. */
  sort_by: Optional(OneOf(['count', 'value', 'position'])),
  /** Values beyond the limit become one bucket. */
  group_others: Optional(Type.Boolean()),
})

export const FilterSchema = Closed({
  id: Id(),
  key: NonEmpty({ maxLength: 100 }),
  title: NonEmpty({ maxLength: 200 }),
  type: Optional(OneOf(FILTER_DISPLAY_TYPES)),
  attribute_type: OneOf(FILTER_ATTRIBUTE_TYPES),
  /** The option's name, or `namespace.key` of a metafield. */
  attribute: Optional(Nullable(Line())),
  operator: Optional(OneOf(['or', 'and'])),
  position: Optional(Position()),
  expanded: Optional(Type.Boolean()),
  visible: Optional(Type.Boolean()),
  settings: Optional(FilterSettingsSchema),
  values: Optional(List(FilterValueSchema, 5000)),
  min: Optional(Nullable(Bound())),
  max: Optional(Nullable(Bound())),
  step: Optional(Nullable(Type.Number({ exclusiveMinimum: 0, maximum: MAX_AMOUNT }))),
  unit: Optional(Nullable(Name())),
  suffix: Optional(Nullable(Name())),
  translations: Optional(Translations()),
})

export const FilterTreeSchema = Closed({
  id: Id(),
  title: NonEmpty(),
  target_page: OneOf(['search', 'collection']),
  target_ids: Optional(List(PlatformId, 20_000)),
  is_default: Optional(Type.Boolean()),
  /** Filter ids, in the order of the page. */
  filters: List(Whole(), MAX_FILTERS),
  settings: Optional(FreeObject()),
  translations: Optional(FreeObject()),
})

export type FilterConfig = Static<typeof FilterSchema>
export type FilterTreeConfig = Static<typeof FilterTreeSchema>
export type FilterValueConfig = Static<typeof FilterValueSchema>

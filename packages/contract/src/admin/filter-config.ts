import { type Static, Type } from 'typebox'
import { AnyObject, NonEmpty, Nullable, OneOf, Optional, Text } from '../schema.ts'

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

/** A value the merchant authored: its label, place, swatch, or that it is switched off. Others are found in the catalog. */
export const FilterValueSchema = Type.Object({
  value: Text(),
  label: Optional(Text()),
  position: Optional(Type.Integer()),
  hex: Optional(Nullable(Text())),
  image: Optional(Nullable(Text())),
  order: Optional(Nullable(Type.Integer())),
  enabled: Optional(Type.Boolean()),
})

export const FilterSettingsSchema = Type.Object({
  multi_select: Optional(Type.Boolean()),
  show_count: Optional(Type.Boolean()),
  collapsible: Optional(Type.Boolean()),
  searchable: Optional(Type.Boolean()),
  show_more: Optional(Type.Boolean()),
  max_display: Optional(Type.Integer({ minimum: 1 })),
  /** Values past the limit become one bucket. */
  group_others: Optional(Type.Boolean()),
})

export const FilterSchema = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  key: NonEmpty({ maxLength: 100 }),
  title: NonEmpty({ maxLength: 200 }),
  type: Optional(OneOf(FILTER_DISPLAY_TYPES)),
  attribute_type: OneOf(FILTER_ATTRIBUTE_TYPES),
  /** The option's name, or `namespace.key` of a metafield. */
  attribute: Optional(Nullable(Text())),
  operator: Optional(OneOf(['or', 'and'])),
  position: Optional(Type.Integer()),
  expanded: Optional(Type.Boolean()),
  visible: Optional(Type.Boolean()),
  settings: Optional(FilterSettingsSchema),
  values: Optional(Type.Array(FilterValueSchema)),
  min: Optional(Nullable(Type.Number())),
  max: Optional(Nullable(Type.Number())),
  step: Optional(Nullable(Type.Number({ exclusiveMinimum: 0 }))),
  unit: Optional(Nullable(Text())),
  suffix: Optional(Nullable(Text())),
  translations: Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.String()))),
})

export const FilterTreeSchema = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  title: NonEmpty(),
  target_page: OneOf(['search', 'collection']),
  target_ids: Optional(Type.Array(Type.Integer())),
  is_default: Optional(Type.Boolean()),
  /** Filter ids, in the order of the page. */
  filters: Type.Array(Type.Integer()),
  settings: Optional(AnyObject()),
  translations: Optional(AnyObject()),
})

export type FilterConfig = Static<typeof FilterSchema>
export type FilterTreeConfig = Static<typeof FilterTreeSchema>
export type FilterValueConfig = Static<typeof FilterValueSchema>

import type { Static } from 'typebox'
import { FILTER_ATTRIBUTE_TYPES, FILTER_DISPLAY_TYPES, FilterSettingsSchema } from '../admin/filter-config.ts'
import { PlatformId } from '../platform-id.ts'
import { storefrontRoute } from '../route.ts'
import { AnyObject, Nullable, OneOf, Optional, Text } from '../schema.ts'
import { searchScope } from './scope.ts'
import { Type } from '../type.ts'
import { Whole } from '../numbers.ts'
import { AskedCurrency } from '../currencies.ts'

export const SearchConfigRequest = Type.Object({
  ...searchScope,
  theme: Optional(Nullable(Whole('Accepted, not used.'))),
  target_page: Optional(Nullable(OneOf(['search', 'collection']))),
  target_id: Optional(Nullable(PlatformId)),
  skip_cache: Optional(Nullable(Type.Boolean())),
  currency: Optional(
    Nullable(
      AskedCurrency({ description: 'Currency of price bounds; by default, that of the market or else of the shop.' }),
    ),
  ),
})

const NullableNumber = Nullable(Type.Number())
const NullableText = Nullable(Text())

export const FilterDefinition = Type.Object({
  id: Type.Integer(),
  key: Text(),
  title: Text(),
  type: OneOf(FILTER_DISPLAY_TYPES),
  attribute_type: OneOf(FILTER_ATTRIBUTE_TYPES),
  position: Type.Integer(),
  expanded: Type.Boolean(),
  visible: Type.Boolean(),
  operator: OneOf(['or', 'and']),
  settings: FilterSettingsSchema,
  min: NullableNumber,
  max: NullableNumber,
  step: NullableNumber,
  unit: NullableText,
  suffix: NullableText,
  values: Type.Array(
    Type.Object({
      value: Text(),
      label: Text(),
      count: Nullable(Type.Integer()),
      position: Type.Integer(),
      hex: NullableText,
      image: NullableText,
      order: Nullable(Type.Integer()),
    }),
  ),
})

export const FilterTree = Type.Object({
  id: Type.Integer(),
  target_page: Text(),
  target_ids: Type.Array(Type.Integer()),
  is_default: Type.Boolean(),
  title: Text(),
  settings: AnyObject(),
  data: Type.Array(AnyObject()),
  translations: AnyObject(),
})

export const SearchFeatures = Type.Object({
  instant_search_enabled: Type.Boolean(),
  search_result_page_enabled: Type.Boolean(),
  image_search_enabled: Type.Boolean(),
  personalization_enabled: Type.Boolean(),
  personalization_config: Nullable(AnyObject()),
  auto_spell_correct_enabled: Type.Boolean(),
  instant_search_objects: Type.Array(Text()),
  exclude_out_of_stock: Type.Boolean(),
  move_out_of_stock_at_end: Type.Boolean(),
  site_wide_search: AnyObject(),
  search_result_count: Type.Integer(),
  default_ordering: Text(),
  minimum_type_ahead_input_count: Type.Integer(),
  default_search_result_page_size: Type.Integer(),
  search_page_autocomplete_enabled: Type.Boolean(),
  search_page_handle: Text(),
  image_search_pages: Nullable(Type.Array(Text())),
  settings: AnyObject(),
})

const SearchMetadata = Type.Object({ region: Text(), locale: Text(), market: Nullable(Type.Integer()) })

export const SearchConfigResponse = Type.Object({
  config: SearchFeatures,
  filters: Type.Array(FilterDefinition),
  filter_tree: Nullable(FilterTree),
  shop: Type.Object({ currency_format: Text(), primary_locale: Text(), currency: Text() }),
  analytics: Type.Object({ enabled: Type.Boolean(), tracking_id: NullableText }),
  translations: AnyObject(),
  token: Text(),
  session_token: Text('Vitrine’s own session token, whatever `token` contains: send it as `x-session-token`.'),
  metadata: SearchMetadata,
})

export const FiltersResponse = Type.Object({
  filters: Type.Array(FilterDefinition),
  filter_tree: Nullable(FilterTree),
  metadata: SearchMetadata,
})

const exampleRequest = { locale: 'en', target_page: 'search' }
const exampleFilter = {
  id: 1,
  key: 'color',
  title: 'Colour',
  type: 'color',
  attribute_type: 'option',
  position: 1,
  expanded: true,
  visible: true,
  operator: 'or',
  settings: {
    multi_select: true,
    show_count: true,
    collapsible: true,
    searchable: false,
    show_more: true,
    max_display: 10,
  },
  min: null,
  max: null,
  step: null,
  unit: null,
  suffix: null,
  values: [{ value: 'Sage', label: 'Sage', count: null, position: 1, hex: '#9caf88', image: null, order: 1 }],
}

export const searchConfigRoute = storefrontRoute({
  path: '/api/storefront/v1/headless/config',
  group: 'Search',
  summary: 'Search configuration and filter definitions',
  side: 'search',
  errorShape: 'ok-items',
  request: SearchConfigRequest,
  response: SearchConfigResponse,
  example: {
    request: exampleRequest,
    response: {
      config: {
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
        search_result_count: 20,
        default_ordering: 'relevance',
        minimum_type_ahead_input_count: 1,
        default_search_result_page_size: 24,
        search_page_autocomplete_enabled: true,
        search_page_handle: 'search',
        image_search_pages: null,
        settings: {},
      },
      filters: [exampleFilter],
      filter_tree: {
        id: 1,
        target_page: 'search',
        target_ids: [],
        is_default: true,
        title: 'Search',
        settings: {},
        data: [{ filter_id: 1, key: 'color', position: 1 }],
        translations: {},
      },
      shop: { currency_format: '${{amount}}', primary_locale: 'en', currency: 'USD' },
      analytics: { enabled: true, tracking_id: null },
      translations: { 'cart.title': 'Your cart' },
      token: 'eyJhbGciOiJIUzI1NiJ9.e30.signature',
      session_token: 'eyJhbGciOiJIUzI1NiJ9.e30.signature',
      metadata: { region: 'default', locale: 'en', market: null },
    },
  },
})

export const filtersRoute = storefrontRoute({
  path: '/api/storefront/v1/headless/filters',
  group: 'Search',
  summary: 'Filter definitions without live counts',
  side: 'search',
  errorShape: 'ok-items',
  request: SearchConfigRequest,
  response: FiltersResponse,
  example: {
    request: exampleRequest,
    response: {
      filters: [exampleFilter],
      filter_tree: null,
      metadata: { region: 'default', locale: 'en', market: null },
    },
  },
})

export type SearchConfigRequest = Static<typeof SearchConfigRequest>
export type SearchConfigResponse = Static<typeof SearchConfigResponse>
export type FiltersResponse = Static<typeof FiltersResponse>
export type FilterDefinition = Static<typeof FilterDefinition>
export type FilterTree = Static<typeof FilterTree>

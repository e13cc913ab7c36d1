import type { Static } from 'typebox'
import { List, Name, NonEmpty, Nullable, OneOf, Optional, Text } from './schema.ts'
import { Type } from './type.ts'

const shopperId = (meaning: string) => Optional(Nullable(Text({ maxLength: 255, description: meaning })))

/** Ids in search-side requests. null counts as absent, so that clients may send back received values. */
export const identityTriple = {
  visitor_id: shopperId('Anonymous persistent device or browser id.'),
  client_id: shopperId('Per-session or per-device id.'),
  customer_id: shopperId('Platform customer id, only when logged in.'),
}

/** Ids in session, sections and recommendations, which call the visitor `user_id`. */
export const userIdentity = {
  user_id: shopperId('Visitor id issued by init, replayed on return.'),
  client_id: shopperId('Per-session or per-device id.'),
  customer_id: shopperId('Platform customer id, only when logged in.'),
}

const PublicationId = Text({ pattern: '^[0-9]+$', maxLength: 50 })

/** A single id may be sent without the array. */
export const PublicationIds = Type.Union([Type.Array(PublicationId, { maxItems: 100 }), PublicationId])

export const View = OneOf(['product_details', 'product_ids'])

export const AppliedFilter = Type.Object({
  key: NonEmpty(),
  value: Optional(Nullable(List(Text({ maxLength: 10_000 }), 1000))),
  operator: Optional(Nullable(Name())),
})

export const FacetRequest = Type.Object({ key: NonEmpty() })

export const AggregationOptions = Type.Object({
  include_zero_counts: Optional(Nullable(Type.Boolean())),
  include_disabled: Optional(Nullable(Type.Boolean())),
  sort_by: Optional(Nullable(OneOf(['count', 'value', 'position']))),
  limit: Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1000 }))),
})

export type AppliedFilter = Static<typeof AppliedFilter>
export type AggregationOptions = Static<typeof AggregationOptions>
export type View = Static<typeof View>

export const PagePagination = Type.Object({
  total: Type.Integer(),
  page: Type.Integer(),
  limit: Type.Integer(),
  total_pages: Type.Integer(),
  has_next_page: Type.Boolean(),
  has_prev_page: Type.Boolean(),
})
export type PagePagination = Static<typeof PagePagination>

export const Metadata = Type.Object({
  region: Text('Region of the node that answered.'),
  locale: Optional(Nullable(Text())),
  market: Optional(Nullable(Type.Integer())),
})

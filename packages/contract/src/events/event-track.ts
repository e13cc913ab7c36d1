import { type Static, Type } from 'typebox'
import { Nullable, OneOf, Optional, Text } from '../schema.ts'

/**
 * Tracks of the service's own events, for the API document and the SDK. Ingestion itself only asks that `track` is an object:
 * an event whose track it cannot read is kept and counted, not lost.
 */
const ProductId = Type.Union([Type.Integer(), Type.String()])

export const TrackedProduct = Type.Object({
  product_id: ProductId,
  variant_id: Optional(ProductId),
  quantity: Optional(Type.Integer({ minimum: 0 })),
})

export const SearchTrack = Type.Object({
  request_id: Optional(Text({ description: 'From the search answer; always send it when known.' })),
  search_term: Optional(Text()),
  search_type: Optional(OneOf(['text', 'image'])),
  source: Optional(Text({ description: 'For example instant, search_page.' })),
  page_type: Optional(Text()),
  products: Optional(Type.Array(TrackedProduct)),
  filters: Optional(Type.Array(Type.Object({ key: Text(), value: Nullable(Type.Array(Text())) }))),
  checkout_token: Optional(Text()),
  campaign: Optional(Text()),
})

/** `svc:section:*`; snake_case keys are understood as well. */
export const SectionTrack = Type.Object({
  section: Optional(Text({ description: 'Section id.' })),
  sectionServeId: Optional(Text({ description: '`section_serve_id` of the section.' })),
  requestId: Optional(Text({ description: '`request_id` of the sections answer.' })),
  page: Optional(Text()),
  parent: Optional(Type.Object({ productId: Optional(ProductId), variantId: Optional(ProductId) })),
  products: Optional(
    Type.Array(
      Type.Object({
        productId: ProductId,
        variantId: Optional(ProductId),
        quantity: Optional(Type.Integer({ minimum: 0 })),
      }),
    ),
  ),
})

export type SearchTrack = Static<typeof SearchTrack>
export type SectionTrack = Static<typeof SectionTrack>

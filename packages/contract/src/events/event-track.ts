import { type Static, Type } from 'typebox'
import { Line, List, Name, Nullable, OneOf, Optional } from '../schema.ts'

/**
 * Tracks of the service's own events, for the API document and the SDK. Ingestion itself only asks that `track` is an object:
 * an event whose track it cannot read is kept and counted, not lost.
 */
const ProductId = Type.Union([Type.Integer(), Name()])

export const TrackedProduct = Type.Object({
  product_id: ProductId,
  variant_id: Optional(ProductId),
  quantity: Optional(Type.Integer({ minimum: 0 })),
})

export const SearchTrack = Type.Object({
  request_id: Optional(Line({ description: 'From the search answer; always send it when known.' })),
  search_term: Optional(Line()),
  search_type: Optional(OneOf(['text', 'image'])),
  source: Optional(Line({ description: 'For example instant, search_page.' })),
  page_type: Optional(Line()),
  products: Optional(List(TrackedProduct, 1000)),
  filters: Optional(List(Type.Object({ key: Line(), value: Nullable(List(Line(), 1000)) }), 1000)),
  checkout_token: Optional(Line()),
  campaign: Optional(Line()),
})

/** `svc:section:*`; snake_case keys are understood as well. */
export const SectionTrack = Type.Object({
  section: Optional(Line({ description: 'Section id.' })),
  sectionServeId: Optional(Line({ description: '`section_serve_id` of the section.' })),
  requestId: Optional(Line({ description: '`request_id` of the sections answer.' })),
  page: Optional(Line()),
  parent: Optional(Type.Object({ productId: Optional(ProductId), variantId: Optional(ProductId) })),
  products: Optional(
    List(
      Type.Object({
        productId: ProductId,
        variantId: Optional(ProductId),
        quantity: Optional(Type.Integer({ minimum: 0 })),
      }),
      1000,
    ),
  ),
})

export type SearchTrack = Static<typeof SearchTrack>
export type SectionTrack = Static<typeof SectionTrack>

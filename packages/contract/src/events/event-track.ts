import type { Static, TSchema } from 'typebox'
import { PlatformId } from '../platform-id.ts'
import { Line, List, Name, Nullable, OneOf, Optional } from '../schema.ts'
import { Type } from '../type.ts'
import { MAX_PIECES, Pieces, Whole } from '../numbers.ts'

/** `SearchTrack` and `SectionTrack` document the tracks of Vitrine's events; ingestion checks `AnyTrack`. */
/** 0 and '' mean no id. */
const SentId = Type.Union([Whole(), Name()])

export const TrackedProduct = Type.Object({
  product_id: PlatformId,
  variant_id: Optional(PlatformId),
  quantity: Optional(Pieces()),
})

export const SearchTrack = Type.Object({
  request_id: Optional(Line('From the search answer; always send it when known.')),
  search_term: Optional(Line()),
  search_type: Optional(OneOf(['text', 'image'])),
  source: Optional(Line('For example instant, search_page.')),
  page_type: Optional(Line()),
  products: Optional(List(TrackedProduct, 1000)),
  filters: Optional(List(Type.Object({ key: Line(), value: Nullable(List(Line(), 1000)) }), 1000)),
  checkout_token: Optional(Line()),
  campaign: Optional(Line()),
})

/** `svc:section:*`. Keys in snake_case are accepted too. */
export const SectionTrack = Type.Object({
  section: Optional(Line('Section id.')),
  sectionServeId: Optional(Line('`section_serve_id` of the section.')),
  requestId: Optional(Line('`request_id` of the sections answer.')),
  page: Optional(Line()),
  parent: Optional(Type.Object({ productId: Optional(PlatformId), variantId: Optional(PlatformId) })),
  products: Optional(
    List(
      Type.Object({
        productId: PlatformId,
        variantId: Optional(PlatformId),
        quantity: Optional(Pieces()),
      }),
      1000,
    ),
  ),
})

const Maybe = <T extends TSchema>(schema: T) => Optional(Nullable(schema))
const Quantity = Maybe(
  Type.Union([
    Type.Number({ minimum: 0, maximum: MAX_PIECES }),
    Type.String({ pattern: '^\\d+$', maxLength: 20, format: 'pieces' }),
  ]),
)
const productFields = {
  product_id: Maybe(SentId),
  productId: Maybe(SentId),
  variant_id: Maybe(SentId),
  variantId: Maybe(SentId),
}

/** All used fields of tracks, in both spellings. Other fields are stored as sent. */
export const AnyTrack = Type.Object({
  request_id: Maybe(Line()),
  requestId: Maybe(Line()),
  section_serve_id: Maybe(Line()),
  sectionServeId: Maybe(Line()),
  serve_id: Maybe(Line()),
  serveId: Maybe(Line()),
  recommendation_serve_id: Maybe(Line()),
  recommendationServeId: Maybe(Line()),
  search_term: Maybe(Line()),
  searchTerm: Maybe(Line()),
  query: Maybe(Line()),
  search_type: Maybe(OneOf(['text', 'image'])),
  searchType: Maybe(OneOf(['text', 'image'])),
  source: Maybe(Line()),
  page_type: Maybe(Line()),
  page: Maybe(Line()),
  section: Maybe(SentId),
  section_id: Maybe(SentId),
  sectionId: Maybe(SentId),
  checkout_token: Maybe(Line()),
  checkoutToken: Maybe(Line()),
  campaign: Maybe(Line()),
  parent: Maybe(Type.Object(productFields)),
  products: Maybe(List(Type.Object({ ...productFields, quantity: Quantity }), 1000)),
  filters: Maybe(List(Type.Object({ key: Line(), value: Maybe(List(Line(), 1000)) }), 1000)),
})

export type SearchTrack = Static<typeof SearchTrack>
export type SectionTrack = Static<typeof SectionTrack>

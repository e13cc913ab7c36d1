import type { Static } from 'typebox'
import { AppliedFilter, PagePagination, View } from './common.ts'
import { FoundReference, SearchProduct } from './product.ts'
import { searchProductExample } from './product-examples.ts'
import { storefrontRoute } from './route.ts'
import { AnyObject, FreeObject, List, Nullable, Optional, Text } from './schema.ts'
import { searchScope } from './search/scope.ts'
import { Type } from './type.ts'
import { Id } from './numbers.ts'
import { AskedCurrency } from './currencies.ts'

/** Enough for a picture of 5 MB in base64. */
export const IMAGE_BODY_LIMIT_BYTES = 8 * 1024 * 1024

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })

/** In fractions of width and height, after rotating the picture upright. */
export const PictureCrop = Type.Object({
  x: share('Left edge, 0 to 1.'),
  y: share('Upper edge, 0 to 1.'),
  width: share('At least 0.02; x + width is at most 1.'),
  height: share('At least 0.02; y + height is at most 1.'),
})

export const ImageSearchRequest = Type.Object({
  image: Optional(
    Nullable(
      Text({
        maxLength: IMAGE_BODY_LIMIT_BYTES,
        description: 'Raw base64 or a data: URL; or a multipart file part of this name.',
      }),
    ),
  ),
  image_url: Optional(
    Nullable(Text({ maxLength: IMAGE_BODY_LIMIT_BYTES, description: 'http(s) URL, or a data: URL.' })),
  ),
  query: Optional(
    Nullable(
      Text({
        maxLength: 1000,
        description: 'Words in addition to the picture: they narrow the results by meaning and color.',
      }),
    ),
  ),
  crop: Optional(
    Nullable(
      Type.Object(PictureCrop.properties, {
        description:
          'The part of the picture that shows the product, as fractions of width and height. If absent, the service detects it.',
      }),
    ),
  ),
  facets: Optional(Nullable(Type.Union([List(AppliedFilter, 1000), FreeObject()]))),
  view: Optional(Nullable(View)),
  pagination: Optional(
    Nullable(
      Type.Object({
        page: Optional(Nullable(Id())),
        limit: Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100 }))),
      }),
    ),
  ),
  currency: Optional(Nullable(AskedCurrency())),
  ...searchScope,
})

const matchedImage = {
  matched_image: Optional(
    Nullable(
      Type.Object(
        { id: Type.Integer(), url: Text() },
        {
          description: 'The product picture most similar to the one sent; its variant is `matched_variant_id`.',
        },
      ),
    ),
  ),
}

export const ImageSearchResponse = Type.Object({
  status: Type.Literal('ok'),
  request_id: Text(),
  products: Type.Array(
    Type.Union([
      Type.Object({ ...SearchProduct.properties, ...matchedImage }),
      Type.Object({ ...FoundReference.properties, ...matchedImage }),
    ]),
  ),
  pagination: PagePagination,
  search_metadata: Type.Object({
    processing_time: Type.Integer('Milliseconds.'),
    search_type: Text(),
    image_analysis: Nullable(AnyObject()),
    image_caption: Text(),
    search_text: Text(),
    has_embedding: Type.Boolean(),
    errors: Type.Array(Text()),
    dominant_colors: Type.Array(Text('As #rrggbb, most prominent first.')),
  }),
})

export const imageSearchRoute = storefrontRoute({
  path: '/api/storefront/v1/headless/image-search',
  group: 'Search',
  summary: 'Find products that look like a picture',
  description: 'Exactly one of `image` and `image_url`. jpeg, png or webp; 1 KB to 5 MB; 100×100 to 4096×4096 pixels.',
  side: 'search',
  errorShape: 'string',
  request: ImageSearchRequest,
  response: ImageSearchResponse,
  body: 'json-or-multipart',
  bodyLimitBytes: IMAGE_BODY_LIMIT_BYTES,
  example: {
    request: { image_url: 'https://cdn.shop.example/photo.jpg', pagination: { page: 1, limit: 20 } },
    response: {
      status: 'ok',
      request_id: '0198c0df-0000-7000-8000-000000000009',
      products: [searchProductExample],
      pagination: { total: 1, page: 1, limit: 20, total_pages: 1, has_next_page: false, has_prev_page: false },
      search_metadata: {
        processing_time: 120,
        search_type: 'image_vector',
        image_analysis: {
          format: 'jpeg',
          width: 800,
          height: 1000,
          crop: { x: 0.2, y: 0.1, width: 0.6, height: 0.8 },
          cropped_by: 'service',
        },
        image_caption: '',
        search_text: '',
        has_embedding: true,
        errors: [],
        dominant_colors: ['#9caf88', '#f4f3ef'],
      },
    },
  },
})

export type ImageSearchRequest = Static<typeof ImageSearchRequest>
export type ImageSearchResponse = Static<typeof ImageSearchResponse>

import type { Static, TSchema } from 'typebox'
import { adminRoute, EDITORS, EVERY_ROLE } from '../route.ts'
import { AnyObject, Line, Name, Nullable, OneOf, Optional, Text } from '../schema.ts'
import { AdminProductInput, AdminProductSchema } from './admin-product.ts'
import { Type } from '../type.ts'
import { Whole } from '../numbers.ts'

const NO_SHOP = { 404: 'There is no such shop.' }
const NO_PRODUCT = { 404: 'There is no such shop or product.' }
const wait = {
  wait: Optional(Type.Boolean('true: answer only when the change is visible in search.')),
}

const example = {
  id: 632910392,
  title: 'Linen shirt',
  handle: 'linen-shirt',
  body_html: '<p>Light and cool.</p>',
  vendor: 'Acme',
  product_type: 'Shirts',
  tags: 'linen, summer',
  published_at: '2026-03-01T12:00:00Z',
  status: 'active',
  options: [{ name: 'Size', values: ['S'] }],
  variants: [
    {
      id: 808950810,
      title: 'S',
      sku: 'LS-S',
      price: '59.00',
      compare_at_price: '79.00',
      option1: 'S',
      inventory_quantity: 12,
      inventory_policy: 'deny',
      image_id: 850703190,
    },
  ],
  images: [
    { id: 850703190, src: 'https://cdn.example.com/linen-shirt.jpg', alt: 'Linen shirt', width: 1000, height: 1200 },
  ],
  collections: ['summer'],
}

const shown = {
  ...example,
  created_at: null,
  updated_at: null,
  published_at: '2026-03-01T12:00:00.000Z',
  options: example.options.map((option) => ({ id: 4764705013785553, position: 1, ...option })),
  variants: example.variants.map((variant) => ({
    ...variant,
    position: 1,
    barcode: '',
    option2: null,
    option3: null,
    inventory_management: 'shopify',
  })),
  images: example.images.map((image) => ({ ...image, position: 1 })),
  publication_ids: null,
  market_ids: null,
  catalog_ids: null,
  metafields: [],
  rating: null,
  translations: {},
}

export const BulkAnswer = Type.Object({
  accepted: Type.Integer('Lines whose products are now on disk, changed or not.'),
  rejected: Type.Array(Type.Object({ line: Type.Integer({ minimum: 1 }), error: Text() })),
})
export type BulkAnswer = Static<typeof BulkAnswer>

export const bulkProductsRoute = adminRoute('POST /shops/:shop/products/bulk', EDITORS, {
  summary: 'Create or replace many products',
  description:
    'NDJSON, one product per line, read as a stream: any number of lines, each at most 8 MiB. Valid lines are stored even if others are rejected. ' +
    'The result of a bulk operation, with children that name their product by `__parentId`, is also accepted.',
  body: 'ndjson',
  query: wait,
  request: AdminProductInput as TSchema,
  response: BulkAnswer,
  otherStatuses: NO_SHOP,
  example: { request: example, response: { accepted: 1, rejected: [{ line: 2, error: 'title is missing' }] } },
})

export const fileName = Optional(Name('Name of the file, shown in the list of imports.'))

export const sourceQuery = {
  from: Optional(Name('A preset: `shopify-csv`, `woocommerce-csv`, `google-xml`, `plain` …; detected if absent.')),
  map: Optional(
    Text({ description: 'A mapping of your own, as JSON or YAML, at most 12,000 characters.', maxLength: 12_000 }),
  ),
}

const feedQuery = {
  feed: Optional(
    Name(
      'The file is the complete feed of this name: products that an earlier file of the feed contained and this one does not are deleted.',
    ),
  ),
  max_deleted_share: Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      default: 0.2,
      description: 'If more than this share of its products is missing, nothing is deleted.',
    }),
  ),
}

const Detected = Type.Object({
  file: Text('Name of the file in an archive; empty if there is only one.'),
  format: OneOf(['csv', 'json', 'xml']),
  name: Text(),
  title: Text(),
})
const Unmapped = Type.Object({
  field: Text(),
  metafield: Nullable(Text('The metafield it is stored as; null if it is not stored.')),
  type: Text('The detected type of its values; if it is not stored, the reason.'),
})
const detectedExample = {
  file: '',
  format: 'csv' as const,
  name: 'shopify-csv',
  title: 'Shopify product CSV, old and new columns',
}

const Listed = Type.Array(Type.Object({ line: Type.Integer({ minimum: 1 }), error: Text() }))

export const ImportAnswer = Type.Object({
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  rejected: Type.Integer('How many rows, lines or products were rejected.'),
  deleted: Type.Integer('Products that were deleted because the feed no longer contains them.'),
  faults: Type.Unsafe<Static<typeof Listed>>({
    ...Listed,
    description: 'The first 1,000 rejections, with their reasons.',
  }),
  notes: Type.Array(Type.Object({ line: Type.Integer({ minimum: 1 }), text: Text() })),
  detected: Type.Array(Detected),
  unmapped: Type.Array(Unmapped),
})
export type ImportAnswer = Static<typeof ImportAnswer>

export const ImportCheck = Type.Object({
  detected: Type.Array(Detected),
  products: Type.Integer(),
  variants: Type.Integer(),
  rejected: Type.Integer(),
  first: Nullable(
    Type.Object({
      line: Type.Integer(),
      source: Type.Array(AnyObject('The first records of the product, as they are in the file.')),
      product: AnyObject('The resulting product. Long texts are shortened.'),
    }),
  ),
  unmapped: Type.Array(Unmapped),
  faults: Type.Unsafe<Static<typeof Listed>>({
    ...Listed,
    description: 'The first 1,000 records that would be rejected, with their reasons.',
  }),
  notes: Type.Array(Type.Object({ line: Type.Integer({ minimum: 1 }), text: Text() })),
})
export type ImportCheck = Static<typeof ImportCheck>

export const importProductsRoute = adminRoute('POST /shops/:shop/products/import', EDITORS, {
  summary: 'Import a product file',
  description:
    'CSV or TSV, JSON, JSON lines or XML, optionally packed with ZIP or gzip, from Shopify, WooCommerce, Google Merchant, Medusa, Vendure, Magento, ' +
    'BigCommerce, PrestaShop, a search engine, or any file whose field names can be recognized. The format is detected from the content, whatever the content type. ' +
    'Fields that no mapping names become metafields `source.<name>`. Read as a stream of any length. Importing the same file again changes nothing.',
  body: 'ndjson',
  query: { name: fileName, ...wait, ...sourceQuery, ...feedQuery },
  request: Text({ description: 'The file.', 'x-streamed': true }) as TSchema,
  response: ImportAnswer,
  otherStatuses: NO_SHOP,
  example: {
    request: 'Handle,Title,Variant Price\nlinen-shirt,Linen shirt,59.00\nno-price,No price,\n',
    response: {
      created: 1,
      updated: 0,
      unchanged: 0,
      rejected: 1,
      deleted: 0,
      faults: [{ line: 3, error: 'variants is empty; a product needs at least one' }],
      notes: [],
      detected: [detectedExample],
      unmapped: [],
    },
  },
})

export const checkImportRoute = adminRoute('POST /shops/:shop/imports/check', EDITORS, {
  summary: 'Check what importing a product file would do',
  description:
    'Reads the file as `products/import` would and changes nothing: it returns the detected format, the first product next to the records it comes ' +
    'from, the fields that no mapping names, and every error with its line.',
  body: 'ndjson',
  query: sourceQuery,
  request: Text({ description: 'The file.', 'x-streamed': true }) as TSchema,
  response: ImportCheck,
  otherStatuses: NO_SHOP,
  example: {
    request: 'Handle,Title,Variant Price,Moon phase\nlinen-shirt,Linen shirt,59.00,full\n',
    response: {
      detected: [detectedExample],
      products: 1,
      variants: 1,
      rejected: 0,
      first: {
        line: 2,
        source: [{ Handle: 'linen-shirt', Title: 'Linen shirt', 'Variant Price': '59.00', 'Moon phase': 'full' }],
        product: { title: 'Linen shirt', handle: 'linen-shirt' },
      },
      unmapped: [{ field: 'Moon phase', metafield: 'source.moon_phase', type: 'single_line_text_field' }],
      faults: [],
      notes: [],
    },
  },
})

export const listProductsRoute = adminRoute('GET /shops/:shop/products', EVERY_ROLE, {
  summary: 'List or search products',
  description:
    'Lists all products by id, paged with `after_id`. With any of `query`, `status`, `filter` and `sort`, lists the matching products, paged with `page`.',
  query: {
    after_id: Optional(Whole({ minimum: 0, description: 'Continues after this id; take it from `next_after_id`.' })),
    limit: Optional(Type.Integer({ minimum: 1, maximum: 250, default: 50 })),
    handle: Optional(Name('Only the product with this handle.')),
    ids: Optional(
      Line({ maxLength: 5000, description: 'Only the products with these ids, separated by commas; at most 250.' }),
    ),
    query: Optional(
      Line('Words, matched as in search; drafts and archived products are matched by title, handle, vendor or SKU.'),
    ),
    status: Optional(OneOf(['active', 'draft', 'archived'])),
    filter: Optional(
      Line(
        '`name:value;name:value`, all of which must hold: vendor, product_type, tag, collection, stock (in, out), price (`10:50`, open ends `10:`).',
      ),
    ),
    sort: Optional(OneOf(['id', 'title_asc', 'title_desc', 'price_asc', 'price_desc', 'newest'])),
    page: Optional(
      Type.Integer({ minimum: 1, maximum: 10_000, description: 'The page number, with a filter or a sort order.' }),
    ),
  },
  response: Type.Object({
    products: Type.Array(AdminProductSchema),
    next_after_id: Nullable(Type.Integer()),
    total: Type.Integer('Number of products on all pages; at most 1,000 when `query` is given.'),
  }),
  otherStatuses: NO_SHOP,
  example: { response: { products: [shown], next_after_id: null, total: 1 } },
})

export const productValuesRoute = adminRoute('GET /shops/:shop/product-values', EVERY_ROLE, {
  summary: 'List the values of an attribute',
  description:
    'Values that differ only in case count as one, in the most common spelling. The most frequent values come first; at most 500.',
  query: { attribute: OneOf(['tag', 'vendor', 'product_type']) },
  response: Type.Object({ values: Type.Array(Type.Object({ value: Text(), products: Type.Integer() })) }),
  otherStatuses: NO_SHOP,
  example: { response: { values: [{ value: 'Shirts', products: 31 }] } },
})

export const getProductRoute = adminRoute('GET /shops/:shop/products/:id', EVERY_ROLE, {
  summary: 'Show a product',
  response: AdminProductSchema,
  otherStatuses: NO_PRODUCT,
  example: { response: shown },
})

export const putProductRoute = adminRoute('PUT /shops/:shop/products/:id', EDITORS, {
  summary: 'Create or replace a product',
  query: wait,
  request: AdminProductInput as TSchema,
  validatedBy: 'handler',
  response: AdminProductSchema,
  otherStatuses: { ...NO_SHOP, 201: 'The product was created.' },
  example: { request: example, response: shown },
})

export const deleteProductRoute = adminRoute('DELETE /shops/:shop/products/:id', EDITORS, {
  summary: 'Delete a product',
  query: wait,
  response: Type.Null(),
  successStatus: 204,
  otherStatuses: NO_PRODUCT,
})

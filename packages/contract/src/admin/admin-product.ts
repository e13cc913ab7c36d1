/** A product as the admin API takes and shows it: the platform's Admin REST shape and our additions. Unknown fields are ignored. */
import { Type } from 'typebox'
import { AnyObject, DateTime, Nullable, OneOf, Optional, Text } from '../schema.ts'

const GivenId = Type.Union([Type.Integer({ minimum: 1 }), Text()], {
  description: 'A number, its digits, or gid://…/number.',
})
const GivenMoney = Type.Union([Type.Number({ minimum: 0 }), Text()], { description: 'Decimal, as text or number.' })
const anyOrNull = (description: string) => Optional(Type.Unsafe<unknown>({ description }))

const VariantInput = Type.Object({
  id: Optional(GivenId),
  title: Optional(Nullable(Text())),
  position: Optional(Type.Integer()),
  sku: Optional(Nullable(Text())),
  barcode: Optional(Nullable(Text())),
  price: GivenMoney,
  compare_at_price: Optional(Nullable(GivenMoney)),
  option1: Optional(Nullable(Text())),
  option2: Optional(Nullable(Text())),
  option3: Optional(Nullable(Text())),
  inventory_quantity: Optional(Nullable(Type.Integer())),
  inventory_policy: Optional(Nullable(OneOf(['deny', 'continue']))),
  inventory_management: Optional(Nullable(Text({ description: 'null: not counted, always in stock.' }))),
  image_id: Optional(Nullable(GivenId)),
})

const ImageInput = Type.Object({
  id: Optional(GivenId),
  src: Text(),
  alt: Optional(Nullable(Text())),
  width: Optional(Nullable(Type.Integer())),
  height: Optional(Nullable(Type.Integer())),
  position: Optional(Type.Integer()),
})

/** Documents what may be sent; `normalizeProduct` of the server decides what is taken, and words the faults. */
export const AdminProductInput = Type.Object({
  id: Optional(GivenId),
  title: Text(),
  handle: Optional(Text({ description: 'Derived from the title where absent.' })),
  body_html: Optional(Nullable(Text())),
  vendor: Optional(Nullable(Text())),
  product_type: Optional(Nullable(Text())),
  tags: anyOrNull('One text with commas, or a list.'),
  status: Optional(OneOf(['active', 'draft', 'archived'])),
  created_at: Optional(Nullable(DateTime())),
  updated_at: Optional(Nullable(DateTime())),
  published_at: Optional(Nullable(DateTime({ description: 'null: not published; absent: published.' }))),
  options: Optional(Type.Array(Type.Object({ name: Text(), values: Optional(Type.Array(Text())) }))),
  variants: Type.Array(VariantInput, { minItems: 1 }),
  images: Optional(Type.Array(ImageInput)),
  collections: anyOrNull('Handles or ids of manual collections.'),
  publication_ids: anyOrNull('null or absent: the online store alone.'),
  market_ids: anyOrNull('null or absent: every market.'),
  catalog_ids: anyOrNull('Business catalogs; null or absent: sold to everybody.'),
  metafields: anyOrNull('A list of {namespace, key, value}, or an object {"namespace.key": value}.'),
  rating: anyOrNull('{value, count}.'),
  translations: Optional(AnyObject({ description: 'locale → field → text.' })),
})

const Money = Text({ examples: ['59.00'] })

export const AdminProductSchema = Type.Object({
  id: Type.Integer(),
  title: Text(),
  handle: Text(),
  body_html: Text(),
  vendor: Text(),
  product_type: Text(),
  tags: Text(),
  status: OneOf(['active', 'draft', 'archived']),
  created_at: Nullable(DateTime()),
  updated_at: Nullable(DateTime()),
  published_at: Nullable(DateTime()),
  options: Type.Array(
    Type.Object({ id: Type.Integer(), name: Text(), position: Type.Integer(), values: Type.Array(Text()) }),
  ),
  variants: Type.Array(
    Type.Object({
      id: Type.Integer(),
      title: Text(),
      position: Type.Integer(),
      sku: Text(),
      barcode: Text(),
      price: Money,
      compare_at_price: Nullable(Money),
      option1: Nullable(Text()),
      option2: Nullable(Text()),
      option3: Nullable(Text()),
      inventory_quantity: Type.Integer(),
      inventory_policy: OneOf(['deny', 'continue']),
      inventory_management: Nullable(Text()),
      image_id: Nullable(Type.Integer()),
    }),
  ),
  images: Type.Array(
    Type.Object({
      id: Type.Integer(),
      src: Text(),
      alt: Nullable(Text()),
      width: Nullable(Type.Integer()),
      height: Nullable(Type.Integer()),
      position: Type.Integer(),
    }),
  ),
  collections: Type.Array(Text()),
  publication_ids: Nullable(Type.Array(Text())),
  market_ids: Nullable(Type.Array(Type.Integer())),
  catalog_ids: Nullable(Type.Array(Text())),
  metafields: Type.Array(Type.Object({ namespace: Text(), key: Text(), value: Text(), type: Optional(Text()) })),
  rating: Nullable(Type.Object({ value: Type.Number(), count: Type.Integer() })),
  translations: Type.Record(Text(), Type.Record(Text(), Text())),
})

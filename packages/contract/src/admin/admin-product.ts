/** A product in the admin API: the platform's Admin REST shape with further fields. Unknown fields are ignored. */
import type { Static } from 'typebox'
import { externalId, PlatformId } from '../platform-id.ts'
import {
  DateTime,
  Dictionary,
  FreeObject,
  Line,
  List,
  Name,
  Nullable,
  OneOf,
  Optional,
  Prose,
  Text,
  Url,
} from '../schema.ts'
import { Type } from '../type.ts'
import { Amount, Measure, Position } from '../numbers.ts'

/** Limits of a product, mostly above the platform's own. Products beyond them are rejected with the field's name. */
export const PRODUCT_LIMITS = {
  variants: 2048,
  options: 10,
  optionValues: 2048,
  images: 1000,
  tags: 1000,
  metafields: 1000,
  collections: 5000,
  publications: 1000,
  markets: 1000,
  catalogs: 5000,
  translations: 200,
  translatedFields: 100,
  textLength: 1000,
  proseLength: 512 * 1024,
} as const

const GivenMoney = Type.Union([Amount(), Name({ maxLength: 50, format: 'amount' })], {
  description: 'Decimal, as a string or a number.',
})
const anyOrNull = (description: string) => Optional(Type.Unsafe<unknown>({ description, 'x-max-nodes': 20_000 }))

const VariantInput = Type.Object({
  id: Optional(PlatformId),
  title: Optional(Nullable(Line())),
  position: Optional(Position()),
  sku: Optional(Nullable(Line())),
  barcode: Optional(Nullable(Line())),
  price: GivenMoney,
  compare_at_price: Optional(Nullable(GivenMoney)),
  option1: Optional(Nullable(Line())),
  option2: Optional(Nullable(Line())),
  option3: Optional(Nullable(Line())),
  inventory_quantity: Optional(Nullable(Position())),
  inventory_policy: Optional(Nullable(OneOf(['deny', 'continue']))),
  inventory_management: Optional(Nullable(Line('null: stock is not tracked, and the variant is always in stock.'))),
  image_id: Optional(Nullable(PlatformId)),
  grams: Optional(Nullable(Measure('Alternatively, `weight` and `weight_unit`.'))),
  metafields: anyOrNull('Same form as on the product.'),
})

const ImageInput = Type.Object({
  id: Optional(PlatformId),
  src: Url({ maxLength: 512 * 1024, description: 'An address of at most 8,192 characters, or a `data:` URL.' }),
  alt: Optional(Nullable(Line())),
  width: Optional(Nullable(Position())),
  height: Optional(Nullable(Position())),
  position: Optional(Position()),
})

/** Documents the fields. The server's `normalizeProduct` validates them and writes the errors. */
export const AdminProductInput = Type.Object({
  id: Optional(PlatformId),
  title: Line(),
  handle: Optional(Name('Derived from the title if absent.')),
  body_html: Optional(Nullable(Prose())),
  vendor: Optional(Nullable(Line())),
  product_type: Optional(Nullable(Line())),
  tags: anyOrNull('A list, or one string separated by commas.'),
  status: Optional(OneOf(['active', 'draft', 'archived'])),
  created_at: Optional(Nullable(DateTime())),
  updated_at: Optional(Nullable(DateTime())),
  published_at: Optional(Nullable(DateTime('null: not published; absent: published.'))),
  options: Optional(
    List(
      Type.Object({ name: Name(), values: Optional(List(Line(), PRODUCT_LIMITS.optionValues)) }),
      PRODUCT_LIMITS.options,
    ),
  ),
  variants: List(VariantInput, PRODUCT_LIMITS.variants, { minItems: 1 }),
  images: Optional(List(ImageInput, PRODUCT_LIMITS.images)),
  collections: anyOrNull('Handles or ids of manual collections.'),
  publication_ids: anyOrNull('null or absent: the online store only.'),
  market_ids: anyOrNull('null or absent: every market.'),
  catalog_ids: anyOrNull('Ids of business catalogs; null or absent: sold to everyone.'),
  metafields: anyOrNull('A list of {namespace, key, value}, or an object {"namespace.key": value}.'),
  rating: anyOrNull('{value, count}.'),
  translations: Optional(
    FreeObject({ maxProperties: PRODUCT_LIMITS.translations, description: 'locale → field → text.' }),
  ),
})
export type AdminProductInput = Static<typeof AdminProductInput>

const Money = Text({ examples: ['59.00'] })

export const AdminProductSchema = Type.Object({
  id: Type.Integer(),
  ...externalId,
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
      ...externalId,
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
      grams: Optional(Type.Number()),
      metafields: Optional(
        Type.Array(Type.Object({ namespace: Text(), key: Text(), value: Text(), type: Optional(Text()) })),
      ),
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
  member_of: Optional(
    Type.Array(Type.Object({ handle: Text(), title: Text() }), {
      description:
        'Only when a single product is shown: every collection it belongs to, whether listed there, named by the product, or matched by a rule.',
    }),
  ),
  publication_ids: Nullable(Type.Array(Text())),
  market_ids: Nullable(Type.Array(Type.Integer())),
  catalog_ids: Nullable(Type.Array(Text())),
  metafields: Type.Array(Type.Object({ namespace: Text(), key: Text(), value: Text(), type: Optional(Text()) })),
  rating: Nullable(Type.Object({ value: Type.Number(), count: Type.Integer() })),
  translations: Dictionary(Dictionary(Text())),
})
export type AdminProductSchema = Static<typeof AdminProductSchema>

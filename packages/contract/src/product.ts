/** Products in answers. Search has `alt_text` and a list of tags; recommendations have `altText` and one string. */
import type { Static } from 'typebox'
import { externalId } from './platform-id.ts'
import { AnyObject, Nullable, Optional, Text } from './schema.ts'
import { Type } from './type.ts'

const imageFields = {
  id: Nullable(Type.Integer()),
  url: Text(),
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
}

export const SearchVariantImage = Type.Object({ ...imageFields, alt_text: Nullable(Text()) })
export const RecommendationVariantImage = Type.Object({ ...imageFields, altText: Nullable(Text()) })

/** Present even without a picture, so that themes need not check. */
const url = Nullable(Text('null: the product has no picture.'))
export const SearchProductImage = Type.Object({ ...imageFields, url, alt_text: Nullable(Text()) })
export const RecommendationProductImage = Type.Object({ ...imageFields, url, altText: Nullable(Text()) })

export const ProductOption = Type.Object({
  id: Type.Integer(),
  name: Text(),
  values: Type.Array(Text()),
  position: Type.Integer(),
})

const variantFields = {
  variant_id: Type.Integer(),
  ...externalId,
  title: Text(),
  display_name: Text(),
  position: Type.Integer(),
  sku: Text(),
  selected_options: Type.Array(Type.Object({ name: Text(), value: Text() })),
  sellable_online_quantity: Type.Integer(),
  is_in_stock: Type.Boolean(),
  available_for_sale: Type.Boolean(),
}

const Price = Nullable(Type.Number())
const numberPrices = { price: Price, compare_at_price: Price }
const stringPrices = { price: Text('Decimal text.'), compare_at_price: Nullable(Text()) }

export const Metafield = Type.Object({ namespace: Text(), key: Text(), value: Text() })

const productFields = {
  product_id: Type.Integer(),
  ...externalId,
  title: Text(),
  handle: Text(),
  vendor: Text(),
  product_type: Text(),
  price: Nullable(Type.Number('Lowest variant price.')),
  compare_at_price: Price,
  options: Type.Array(ProductOption),
  metafields: Type.Array(Metafield),
  display_price: Price,
  display_compare_at_price: Type.Number('The presentation of `compare_at_price`, or `display_price` if there is none.'),
  display_currency: Text(),
  original_currency: Text(),
  currency_rate: Type.Number(),
  available_for_sale: Type.Boolean(),
  is_in_stock: Type.Boolean(),
  total_inventory: Type.Integer(),
  featured_media: Nullable(AnyObject()),
  media: Type.Array(AnyObject()),
}

/** Only with `explain: true`. */
const explanation = { explanation: Optional(AnyObject()) }

/** Escaped HTML with the query's words in `<mark>`, only with `highlight: true`. */
export const Highlights = Type.Object({ title: Text(), vendor: Text(), product_type: Text() })

/** The variant that satisfies query and filters; of several, the product's first. */
const matchedVariant = { matched_variant_id: Nullable(Type.Integer()) }

export const SearchVariant = Type.Object({ ...variantFields, ...numberPrices, image: Nullable(SearchVariantImage) })
export const RecommendedVariant = Type.Object({
  ...variantFields,
  ...numberPrices,
  image: Nullable(RecommendationVariantImage),
})
export const SectionVariant = Type.Object({
  ...variantFields,
  ...stringPrices,
  image: Nullable(RecommendationVariantImage),
})

/** For recommendations with a filter or query. */
const filteredVariant = {
  matched_variant_id: Optional(Nullable(Type.Integer('With a `filter` or `query`: the variant that satisfies it.'))),
}

export const SearchProduct = Type.Object({
  ...productFields,
  ...matchedVariant,
  tags: Type.Array(Text()),
  image: SearchProductImage,
  variants: Type.Array(SearchVariant),
  highlights: Optional(Highlights),
  ...explanation,
})

export const RecommendedProduct = Type.Object({
  ...productFields,
  ...filteredVariant,
  tags: Text('Comma-separated.'),
  image: RecommendationProductImage,
  variants: Type.Array(RecommendedVariant),
  ...explanation,
})

/** For sections, whose variant prices are strings. */
export const SectionProduct = Type.Object({
  ...productFields,
  tags: Text('Comma-separated.'),
  image: RecommendationProductImage,
  variants: Type.Array(SectionVariant),
  ...explanation,
})

export const pageTexts = {
  description: Text('Plain text in the shopper’s language; a blank line between paragraphs.'),
  rating: Nullable(Type.Object({ value: Type.Number(), count: Type.Integer() })),
}

export const PageProduct = Type.Object({
  ...SectionProduct.properties,
  ...pageTexts,
})

/** Returned instead of a product for `view: product_ids`. */
export const ProductReference = Type.Object({
  product_id: Type.Integer(),
  ...externalId,
  ...filteredVariant,
  ...explanation,
})

export const FoundReference = Type.Object({
  product_id: Type.Integer(),
  ...externalId,
  ...matchedVariant,
  ...explanation,
})

export type SearchProduct = Static<typeof SearchProduct>
export type RecommendedProduct = Static<typeof RecommendedProduct>
export type SectionProduct = Static<typeof SectionProduct>
export type PageProduct = Static<typeof PageProduct>
export type ProductReference = Static<typeof ProductReference>
export type FoundReference = Static<typeof FoundReference>

import type { ColorFamily } from '../../colors/color-families.ts'
import type { EngineDoc, EngineVariant } from '../../columns/engine-doc.ts'
import { searchIndex } from '../../index/search-index.ts'
import { buildIndex, type ShopIndex } from '../../index/shop-index.ts'
import { shopRequest } from '../../index/testing/small-shop.ts'
import { sampleDoc } from '../../text/testing/sample-docs.ts'
import type { TextDoc } from '../../text/text-doc.ts'

export interface ProductSpec extends Partial<TextDoc> {
  variants?: { options?: Record<string, string>; price?: number; pictureColor?: ColorFamily | undefined }[]
}

/** Product ids count from 1. The id of a variant is ten times the product's, plus its index. */
export function shopOf(products: readonly ProductSpec[], locale = 'en'): ShopIndex {
  return buildIndex(
    products.map((product, i) => docOf(product, i + 1)),
    locale,
  )
}

function docOf({ variants = [{}], ...fields }: ProductSpec, id: number): EngineDoc {
  const options = [...new Set(variants.flatMap((variant) => Object.values(variant.options ?? {})))]
  const text = sampleDoc({ options, ...fields })
  return {
    id,
    title: text.title,
    text,
    terms: {
      vendor: text.vendor ? [text.vendor] : [],
      product_type: text.productType ? [text.productType] : [],
    },
    variants: variants.map(
      ({ options: own = {}, price = 10, pictureColor }, v): EngineVariant => ({
        id: id * 10 + v,
        price,
        compareAt: null,
        available: true,
        options: own,
        pictureColor,
      }),
    ),
    collectionPlaces: {},
    rating: null,
    createdMs: 0,
    visibleFromMs: 0,
    popularity: 0,
  }
}

/** Returns the ids of products and, with each, of the variant that its hit shows. */
export function find(index: ShopIndex, text: string, locale = 'en'): [number, number | null][] {
  const { hits } = searchIndex(index, shopRequest(index, text, { locale }))
  return hits.map(({ id, variantId }): [number, number | null] => [id, variantId]).sort(([a], [b]) => a - b)
}

export const ids = (index: ShopIndex, text: string, locale = 'en') => find(index, text, locale).map(([id]) => id)

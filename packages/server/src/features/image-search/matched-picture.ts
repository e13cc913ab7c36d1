import type { Product } from '../../ports/record-store/product.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'

/** The address of each product's picture that is nearest to the vector; nothing for products without a picture that was embedded. */
export type MatchedPictures = (
  shop: ShopId,
  vector: Float32Array,
  products: readonly Product[],
) => Promise<ReadonlyMap<number, string>>

export interface PictureMatch {
  matched_variant_id: number | null
  matched_image: { id: number; url: string } | null
}

/** Which picture of the product matched, and which of its variants that picture shows. */
export function pictureMatch(
  product: Product,
  src: string | undefined,
  passing: number | null | undefined,
  isFiltered: boolean,
): PictureMatch {
  const image = product.images.find((one) => one.src === src)
  const shown = image && product.variants.find(({ imageId }) => imageId === image.id)
  const variant = isFiltered ? passing : (shown?.id ?? passing)
  return {
    matched_variant_id: variant ?? null,
    matched_image: image ? { id: image.id, url: image.src } : null,
  }
}

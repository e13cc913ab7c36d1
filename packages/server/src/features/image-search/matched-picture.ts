import type { Product, Variant } from '../../ports/record-store/product.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'

/** Products without an embedded picture are left out. */
export type MatchedPictures = (
  shop: ShopId,
  vector: Float32Array,
  products: readonly Product[],
) => Promise<ReadonlyMap<number, string>>

export interface PictureMatch {
  matched_variant_id: number | null
  matched_image: { id: number; url: string } | null
}

interface FoundInProduct {
  src: string | undefined
  /** The first variant that passes the filters. */
  passing: number | null | undefined
  isFiltered: boolean
  inColor: readonly Variant[]
}

/** For "in green", chooses a green variant and its picture. */
export function pictureMatch(product: Product, { src, passing, isFiltered, inColor }: FoundInProduct): PictureMatch {
  const nearest = product.images.find((one) => one.src === src)
  const shown = nearest && product.variants.find(({ imageId }) => imageId === nearest.id)
  const wanted = inColor.find(({ imageId }) => imageId === nearest?.id) ?? inColor[0]
  const variant = isFiltered ? passing : ((wanted ?? shown)?.id ?? passing)
  const image = product.images.find(({ id }) => id === wanted?.imageId) ?? nearest
  return {
    matched_variant_id: variant ?? null,
    matched_image: image ? { id: image.id, url: image.src } : null,
  }
}

import type { Metafield, Product, ProductImage, ProductOption, Variant } from '../../ports/record-store/product.ts'

/** Returns the product as sent, with the stored one's ids, times, publications, markets and translations. */
export function adoptIdentity(sent: Product, stored: Product): Product {
  const images = sent.images.map((image) => adoptImage(image, stored.images))
  const imageIds = new Map(sent.images.map((image, index) => [image.id, images[index]!.id]))
  return {
    ...sent,
    id: stored.id,
    ...(stored.externalId === undefined ? {} : { externalId: stored.externalId }),
    createdAt: sent.createdAt ?? stored.createdAt,
    updatedAt: sent.updatedAt ?? stored.updatedAt,
    // The sender decides whether the product is published, but only the stored product has the time.
    publishedAt: sent.publishedAt === null ? null : (stored.publishedAt ?? sent.publishedAt),
    options: sent.options.map((option) => adoptOption(option, stored.options)),
    variants: adoptVariants(sent.variants, stored.variants).map((variant) => ({
      ...variant,
      imageId: variant.imageId === null ? null : (imageIds.get(variant.imageId) ?? null),
    })),
    images,
    collections: sent.collections.length > 0 ? sent.collections : stored.collections,
    publicationIds: sent.publicationIds ?? stored.publicationIds,
    marketIds: sent.marketIds ?? stored.marketIds,
    catalogIds: sent.catalogIds ?? stored.catalogIds,
    metafields: [...sent.metafields, ...stored.metafields.filter((field) => !names(sent.metafields, field))],
    rating: sent.rating ?? stored.rating,
    translations: Object.keys(sent.translations).length > 0 ? sent.translations : stored.translations,
  }
}

function adoptOption(option: ProductOption, stored: readonly ProductOption[]): ProductOption {
  return { ...option, id: stored.find((one) => one.name === option.name)?.id ?? option.id }
}

/** The SKU decides if options were renamed. No id is used twice. */
function adoptVariants(sent: readonly Variant[], stored: readonly Variant[]): Variant[] {
  const free = new Set(stored)
  const take = (isTwin: (one: Variant) => boolean) => {
    const twin = [...free].find(isTwin)
    if (twin) free.delete(twin)
    return twin
  }
  return sent.map((variant) => {
    const values = JSON.stringify(variant.optionValues)
    const twin =
      take((one) => JSON.stringify(one.optionValues) === values) ??
      take((one) => variant.sku !== '' && one.sku === variant.sku)
    // A CSV has no inventory item id, and stock webhooks identify a variant by nothing else.
    const item = variant.inventoryItemId ?? twin?.inventoryItemId
    const { id, externalId } = twin ?? variant
    return {
      ...variant,
      id,
      ...(externalId === undefined ? {} : { externalId }),
      ...(item === undefined ? {} : { inventoryItemId: item }),
    }
  })
}

function adoptImage(image: ProductImage, stored: readonly ProductImage[]): ProductImage {
  const twin = stored.find((one) => sourceOf(one) === sourceOf(image))
  if (!twin) return image
  return {
    ...image,
    id: twin.id,
    alt: image.alt ?? twin.alt,
    width: image.width ?? twin.width,
    height: image.height ?? twin.height,
  }
}

/** Drops the version (`?v=…`), which differs between the platform's exports. */
function sourceOf(image: ProductImage): string {
  return image.src.split('?', 1)[0]!
}

function names(fields: readonly Metafield[], { namespace, key }: Metafield): boolean {
  return fields.some((field) => field.namespace === namespace && field.key === key)
}

/** Plain text, without HTML. */
export interface TextDoc {
  title: string
  productType: string
  vendor: string
  tags: readonly string[]
  options: readonly string[]
  skus: readonly string[]
  collections: readonly string[]
  metafields: readonly string[]
  description: string
}

/** In the bit order of a posting's field mask. */
export const TEXT_FIELDS = [
  'title',
  'productType',
  'vendor',
  'tags',
  'options',
  'skus',
  'collections',
  'metafields',
  'description',
] as const

export type TextField = (typeof TEXT_FIELDS)[number]

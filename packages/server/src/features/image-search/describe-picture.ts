import type { Product } from '../../ports/record-store/product.ts'
import type { PictureColor } from './picture-colors.ts'

export interface PictureWords {
  productType: string | null
  /** "navy and white sneakers"; null when nobody can tell what it is. */
  caption: string | null
}

/** Neighbours that are asked. */
export const NEIGHBOURS = 10
/** The share of them that must agree before a type is named. */
const LEAST_AGREEMENT = 0.5
/** A second color is worth a word from this share on. */
const SECOND_COLOR = 0.25

/** What the picture shows, in words: the type most of the products that look like it have, and the picture's own colors. */
export function describePicture(alike: readonly Product[], colors: readonly PictureColor[]): PictureWords {
  const productType = agreedType(alike)
  if (productType === null) return { productType, caption: null }
  const named = colors.filter(({ share }, i) => i === 0 || share >= SECOND_COLOR).map(({ name }) => name)
  const shades = [...new Set(named)].slice(0, 2).join(' and ')
  return { productType, caption: `${shades} ${productType.toLowerCase()}`.trim() }
}

function agreedType(alike: readonly Product[]): string | null {
  const votes = new Map<string, number>()
  for (const { productType } of alike) {
    if (productType !== '') votes.set(productType, (votes.get(productType) ?? 0) + 1)
  }
  const [first] = [...votes].sort((a, b) => b[1] - a[1])
  return first && first[1] >= LEAST_AGREEMENT * alike.length ? first[0] : null
}

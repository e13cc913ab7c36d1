import { analyzerFor, isThing } from '@vitrine/engine'
import type { Product } from '../../ports/record-store/product.ts'
import { translated } from '../catalog/present-product.ts'
import type { PictureColor } from './picture-colors.ts'

export interface PictureWords {
  productType: string | null
  /** For example "navy and white sneakers"; null if the type is unclear. */
  caption: string | null
}

export const NEIGHBOURS = 10
const MIN_AGREEMENT = 0.5
const SECOND_COLOR = 0.25

const AND: Readonly<Record<string, string>> = { de: ' und ', es: ' y ', fr: ' et ', ja: '×' }

/** In languages where colors must agree with the noun, they follow it after a comma. */
export function describePicture(
  alike: readonly Product[],
  colors: readonly PictureColor[],
  locale: string,
): PictureWords {
  const productType = agreedType(alike, locale)
  if (productType === null) return { productType, caption: null }
  const named = colors.filter(({ share }, i) => i === 0 || share >= SECOND_COLOR).map(({ name }) => name)
  const and = AND[analyzerFor(locale).language]
  const shades = [...new Set(named)].slice(0, 2).join(and ?? ' and ')
  const caption = and ? `${productType}, ${shades}` : `${shades} ${productType.toLowerCase()}`
  return { productType, caption }
}

function agreedType(alike: readonly Product[], locale: string): string | null {
  const votes = new Map<string, number>()
  for (const { productType } of alike) {
    if (isThing(productType)) votes.set(productType, (votes.get(productType) ?? 0) + 1)
  }
  const [first] = [...votes].sort((a, b) => b[1] - a[1])
  if (first === undefined || first[1] < MIN_AGREEMENT * alike.length) return null
  const one = alike.find(({ productType }) => productType === first[0])!
  return translated(one, 'product_type', first[0], locale)
}

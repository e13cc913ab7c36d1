/** Which listings are one thing to a shopper: the same title twice, or the colors and sizes of one design. */
import { analyzerFor, colorMeant, fold } from '@vitrine/engine'
import type { Product } from '../../../ports/record-store/product.ts'

/** Sizes that tell listings of one design apart. Plain numbers are models: a lens 50 is not a lens 35. */
const SIZE = /^(?:x{0,3}[sl]|small|medium|large|\d+(?:[.,]\d+)?(?:mm|cm|inch|ml|g|kg|oz|pcs?))$/
/** A title with fewer words beside color and size names no design: a blue shirt and a red shirt may be two designs. */
const MIN_DESIGN_WORDS = 2

/** Vendor and title without the words that only say which color or size it is. */
export function groupOf({ title, vendor }: Pick<Product, 'title' | 'vendor'>, locale: string): string {
  const { words, shades } = readTitle(title, locale)
  const design = words.filter((word) => !shades.includes(word))
  return `${fold(vendor)} ${(design.length >= MIN_DESIGN_WORDS ? design : words).join(' ')}`
}

/** The words of a title that say which color or size it is. */
export function shadesOf(title: string, locale: string): string[] {
  return readTitle(title, locale).shades
}

function readTitle(title: string, locale: string): { words: string[]; shades: string[] } {
  const language = analyzerFor(locale)
  const words: string[] = fold(title).match(/[\p{L}\p{N}]+/gu) ?? []
  return { words, shades: words.filter((word) => SIZE.test(word) || colorMeant(word, language) !== undefined) }
}

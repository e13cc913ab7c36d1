/** Decides which listings are the same thing to a shopper: the same title twice, or the colors and sizes of one design. */
import { analyzerFor, colorMeant, fold } from '@vitrine/engine'
import type { Product } from '../../../ports/record-store/product.ts'

/** Sizes that distinguish listings of one design. Plain numbers are models: a 50 lens is not a 35 lens. */
const SIZE = /^(?:x{0,3}[sl]|small|medium|large|\d+(?:[.,]\d+)?(?:mm|cm|inch|ml|g|kg|oz|pcs?))$/
/** A title with fewer words besides color and size does not identify a design: a blue shirt and a red shirt may be two designs. */
const MIN_DESIGN_WORDS = 2

/** Vendor and title without the words for color and size. */
export function groupOf({ title, vendor }: Pick<Product, 'title' | 'vendor'>, locale: string): string {
  const { words, shades } = readTitle(title, locale)
  const design = words.filter((word) => !shades.includes(word))
  return `${fold(vendor)} ${(design.length >= MIN_DESIGN_WORDS ? design : words).join(' ')}`
}

/** The words of a title for color and size. */
export function shadesOf(title: string, locale: string): string[] {
  return readTitle(title, locale).shades
}

function readTitle(title: string, locale: string): { words: string[]; shades: string[] } {
  const language = analyzerFor(locale)
  const words: string[] = fold(title).match(/[\p{L}\p{N}]+/gu) ?? []
  return { words, shades: words.filter((word) => SIZE.test(word) || colorMeant(word, language) !== undefined) }
}

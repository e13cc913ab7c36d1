/** Finds listings of one product: the same title or SKU, or one design in several colors, sizes or packs. */
import { analyzerFor, COLLECTIVE_WORDS_OF, colorMeant, fold, isPartNumber } from '@vitrine/engine'
import type { Product } from '../../../ports/record-store/product.ts'

/** A plain number is a model, not a size: a 50 lens is not a 35 lens. */
const SIZE = /^(?:x{0,3}[sl]|small|medium|large|\d+(?:[.,]\d+)?(?:mm|cm|inch|ml|g|kg|oz|pcs?))$/
/** Fewer words do not identify a design: a blue shirt and a red shirt may be two designs. */
const MIN_DESIGN_WORDS = 2
/** Words of a shade after "in", such as "in Old Rose". */
const MAX_SHADE_WORDS = 2

/** Title without color and size, and vendor. For packs, order and vendor do not matter. */
export function groupOf({ title, vendor }: Pick<Product, 'title' | 'vendor'>, locale: string): string {
  const { words, shades, isCounted } = readTitle(title, locale)
  const design = words.filter((word) => !shades.includes(word))
  const bag = bagOf(design, locale)
  if (bag.length < MIN_DESIGN_WORDS) return `${words.join(' ')}\t${fold(vendor)}`
  return isCounted ? `${bag.join(' ')}\tpacks` : `${design.join(' ')}\t${fold(vendor)}`
}

function bagOf(words: readonly string[], locale: string): string[] {
  const { language, isStopWord, stem } = analyzerFor(locale)
  const collective = COLLECTIVE_WORDS_OF(language)
  const named = words.filter((word) => !collective.has(word) && !isStopWord(word))
  return named.map((word) => stem(word)).sort()
}

/** Returns 0 if the first variant's SKU identifies nothing, such as "1" or "default". */
export function skuNumber({ variants: [first] }: Pick<Product, 'variants'>): number {
  if (first === undefined || !isPartNumber(fold(first.sku))) return 0
  let hash = 0x811c9dc5
  for (const char of first.sku) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193)
  return hash >>> 0
}

export function shadesOf(title: string, locale: string): string[] {
  return readTitle(title, locale).shades
}

function readTitle(title: string, locale: string) {
  const analyzer = analyzerFor(locale)
  const words: string[] = fold(title).match(/[\p{L}\p{N}]+/gu) ?? []
  const collective = COLLECTIVE_WORDS_OF(analyzer.language)
  const isCount = (at: number) =>
    /^\d+$/.test(words[at]!) && [at - 2, at - 1, at + 1].some((near) => collective.has(words[near] ?? ''))
  const shadeAt = analyzer.language === 'en' ? words.lastIndexOf('in') : -1
  const isShade = (at: number) => shadeAt > 0 && at >= shadeAt && words.length - shadeAt <= 1 + MAX_SHADE_WORDS
  const shades = words.filter(
    (word, at) => SIZE.test(word) || isCount(at) || isShade(at) || colorMeant(word, analyzer) !== undefined,
  )
  return { words, shades, isCounted: words.some((_, at) => isCount(at)) }
}

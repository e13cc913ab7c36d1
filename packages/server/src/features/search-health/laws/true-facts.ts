import type { LawCatalog, LawProduct } from './law-catalog.ts'
import { wordsOf } from './words-of.ts'

export interface Fact {
  kind: 'price' | 'option' | 'vendor' | 'type'
  text: string
}

/** Nobody types longer values. */
const MAX_WORDS = 4

export function factsOf({ product }: LawProduct, catalog: LawCatalog): Fact[] {
  const facts: Fact[] = []
  const bound = priceBound(Math.min(...product.variants.map(({ price }) => price)), catalog)
  if (bound !== undefined) facts.push({ kind: 'price', text: bound })
  const values = product.options.flatMap((option) => (option.name === 'Title' ? [] : option.values.slice(0, 3)))
  for (const value of values) {
    for (const part of new Set([value, ...value.split(/\s*[|/,]\s*/)]))
      facts.push({ kind: 'option', text: part.trim() })
  }
  facts.push({ kind: 'vendor', text: product.vendor }, { kind: 'type', text: product.productType })
  return facts.filter(({ kind, text }) => {
    const { length } = wordsOf(text, catalog.language)
    return length > 0 && (kind === 'price' || length <= MAX_WORDS)
  })
}

export function priceBound(price: number, { phrases }: LawCatalog): string | undefined {
  return phrases?.priceBelow.replace('{}', String(Math.ceil(price) + 1))
}

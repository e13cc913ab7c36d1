import type { ShopUnderTest, Law, LawCase } from './law.ts'
import type { LawCatalog } from './law-catalog.ts'
import { wordKey, wordsOf } from './words-of.ts'

const TYPED = 3

export const suggestions: Law = {
  number: 15,
  says: 'Every suggestion continues what was typed, keeps the words before the last, and finds something.',
  needs: 'suggestions',
  cases(catalog) {
    const typed = typedBeginnings(catalog)
    const cases = typed.map(
      (one): LawCase => ({ query: one.query, fault: (shop) => suggestionFault(shop, catalog, one) }),
    )
    return { cases, sortedOut: catalog.sample.length - cases.length }
  },
}

interface Typed {
  query: string
  before: readonly string[]
  last: string
}

/** Returns up to two words of a title and the first letters of the next, unless that word is too short to be cut. */
export function typedBeginnings({ sample }: LawCatalog): Typed[] {
  return sample.flatMap(({ titleWords }, i) => {
    const at = i % Math.min(3, titleWords.length)
    const before = titleWords.slice(0, at)
    const last = titleWords[at]!.slice(0, TYPED)
    return last === titleWords[at] ? [] : [{ query: [...before, last].join(' '), before, last }]
  })
}

async function suggestionFault(
  shop: ShopUnderTest,
  { language }: LawCatalog,
  { query, before, last }: Typed,
): Promise<string | undefined> {
  for (const { text } of await shop.suggest!(query)) {
    const words = wordsOf(text, language)
    const keys = words.map(wordKey)
    const lost = before.find((word) => !keys.includes(wordKey(word)))
    if (lost !== undefined) return `"${text}" lacks "${lost}"`
    if (!words.some((word) => word.startsWith(last))) return `"${text}" does not continue "${last}"`
    const { total } = await shop.search({ query: text, limit: 1 })
    if (total === 0) return `"${text}" finds nothing`
  }
  return undefined
}

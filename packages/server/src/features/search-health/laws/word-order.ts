import type { ShopUnderTest, Law } from './law.ts'
import { setDifference } from './found-sets.ts'
import { wordsOf } from './words-of.ts'

export const wordOrder: Law = {
  number: 6,
  says: 'Word order may change the order, never the set.',
  cases({ sample, language, phrases }) {
    const negations = new Set(phrases?.negations)
    const isFair = (title: string) =>
      !/["“”„]|(?:^|\s)[-–]/.test(title) && !wordsOf(title, language).some((word) => negations.has(word))
    const worded = sample.map(({ title }) => ({ title, parts: partsOf(title) })).filter(({ parts }) => parts.length > 1)
    const fair = worded.filter(({ title }) => isFair(title))
    const cases = fair.map(({ title, parts }) => {
      const query = parts.toReversed().join(' ')
      return { query, fault: (shop: ShopUnderTest) => setDifference(shop, title, query) }
    })
    return { cases, sortedOut: worded.length - fair.length }
  },
}

/** A number stays with the word after it, because it may be a measure. */
function partsOf(title: string): string[] {
  return title.match(/(?:[\d.,/]+ )+\S+|\S+/g) ?? []
}

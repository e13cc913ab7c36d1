import { wordKey, wordsOf } from './words-of.ts'
import type { ShopUnderTest, Law } from './law.ts'
import type { LanguagePhrases } from './language-phrases.ts'
import { type LawCatalog, type LawProduct, textsOf } from './law-catalog.ts'
import { setDifference } from './found-sets.ts'
import { shuffled } from './seeded-random.ts'

const SHORTEST = 4
/** A word at the end of fewer titles may be a name without a plural. */
const TITLES = 2

export const wordForms: Law = {
  number: 5,
  says: 'Forms of the same word (singular and plural, joined and split) find the same set.',
  cases(catalog) {
    const { phrases, language, products, sample } = catalog
    if (!phrases) return { cases: [], sortedOut: 0 }
    const pairs = [...pluralPairs(catalog, phrases), ...spellingPairs(catalog, phrases)]
    const types = new Set(products.map(({ product }) => product.productType))
    const typeWords = [...types].map((type) => new Set(wordsOf(type, language)))
    const usesApart = ([one, other]: Pair) => {
      const only = (word: string, not: string) => typeWords.some((words) => words.has(word) && !words.has(not))
      return only(one, other) && only(other, one)
    }
    const fair = pairs.filter((pair) => !usesApart(pair))
    const chosen = shuffled(fair, catalog.random(5)).slice(0, sample.length)
    const cases = chosen.map(([one, other]) => ({
      query: other,
      fault: (shop: ShopUnderTest) => setDifference(shop, one, other),
    }))
    return { cases, sortedOut: pairs.length - fair.length }
  },
}

type Pair = readonly [string, string]

/** Takes words of product types, and words at the end of several titles. */
function pluralPairs({ products, language, vocabulary }: LawCatalog, phrases: LanguagePhrases): Pair[] {
  const lastOfTitles = new Map<string, number>()
  for (const { titleWords } of products) {
    const last = titleWords.at(-1)!
    lastOfTitles.set(last, (lastOfTitles.get(last) ?? 0) + 1)
  }
  const ends = [...lastOfTitles].filter(([, count]) => count >= TITLES).map(([word]) => word)
  const types = new Set(products.map(({ product }) => product.productType))
  const nouns = new Set([...[...types].flatMap((type) => wordsOf(type, language)), ...ends])
  return [...nouns].flatMap((noun): Pair[] => {
    if (noun.length < SHORTEST || !/^\p{L}+$/u.test(noun)) return []
    const singular = singularOf(noun, phrases, vocabulary)
    if (singular !== undefined) return [[singular, noun]]
    const plural = noun.endsWith('s') ? undefined : pluralOf(noun, phrases)
    return plural === undefined ? [] : [[noun, plural]]
  })
}

function pluralOf(word: string, { plurals }: LanguagePhrases): string | undefined {
  const rule = plurals.find(([pattern]) => new RegExp(`^${pattern}`, 'u').test(word))
  return rule && word.replace(new RegExp(`^${rule[0]}`, 'u'), rule[1])
}

/** Returns undefined if the shop's texts do not contain the singular. */
function singularOf(word: string, phrases: LanguagePhrases, vocabulary: ReadonlySet<string>): string | undefined {
  for (let length = word.length - 1; length >= Math.max(SHORTEST, word.length - 3); length--) {
    for (const ending of ['', 'y', 'z']) {
      const stem = word.slice(0, length) + ending
      if (vocabulary.has(stem) && pluralOf(stem, phrases) === word) return stem
    }
  }
  return undefined
}

/** Two words count as a spelling only side by side: sweat and shirt far apart in a text are no sweatshirt. */
function spellingPairs({ holding, language }: LawCatalog, { spellings }: LanguagePhrases): Pair[] {
  const says = ({ product }: LawProduct, words: readonly string[]) =>
    textsOf(product).some((text) =>
      ` ${wordsOf(text, language).map(wordKey).join(' ')} `.includes(` ${words.map(wordKey).join(' ')} `),
    )
  return spellings.flatMap((forms) => {
    const used = forms
      .map((form) => form.split(/[\s-]/))
      .filter((words) => holding(words).some((one) => says(one, words)))
    return used.length === 0 ? [] : forms.slice(1).map((form): Pair => [forms[0]!, form])
  })
}

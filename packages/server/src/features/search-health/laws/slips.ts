import { analyzerFor, isOrdinaryWord } from '@vitrine/engine'
import type { ShopUnderTest, Law } from './law.ts'
import { plainText } from '../../../ports/search-index/plain-text.ts'
import type { LawCatalog, LawProduct } from './law-catalog.ts'
import { wordsOf } from './words-of.ts'
import { placeFault } from './found-sets.ts'
import { pick } from './seeded-random.ts'

const SHORTEST = 5
const WITHIN = 3

export const slips: Law = {
  number: 9,
  says: 'One typing error anywhere in a word of five or more letters keeps the product among the first 3.',
  cases(catalog) {
    const random = catalog.random(9)
    const made = catalog.sample.flatMap((one) =>
      [ofTitle(one, random), ofDescription(one, catalog, random)].flatMap((slip) =>
        slip ? [{ ...slip, id: one.id }] : [],
      ),
    )
    const analyzer = analyzerFor(catalog.language)
    const isWord = (slipped: string) => catalog.vocabulary.has(slipped) || isOrdinaryWord(slipped, analyzer)
    const fair = made.filter(({ slipped, words }) => !isWord(slipped) && catalog.holding(words).length <= WITHIN)
    const cases = fair.map(({ query, id }) => ({
      query,
      fault: (shop: ShopUnderTest) => placeFault(shop, query, { isIt: (found) => found === id, within: WITHIN }),
    }))
    return { cases, sortedOut: made.length - fair.length }
  },
}

interface Slipped {
  query: string
  slipped: string
  /** The words without the slip. */
  words: readonly string[]
}

function ofTitle({ titleWords }: LawProduct, random: () => number): Slipped | undefined {
  return withSlip(titleWords, titleWords, random)
}

/** Combines title words with a misspelled word of the description. */
function ofDescription(
  { titleWords, product }: LawProduct,
  { language }: LawCatalog,
  random: () => number,
): Slipped | undefined {
  const own = [...new Set(wordsOf(plainText(product.bodyHtml), language))].filter((word) => !titleWords.includes(word))
  const word = pick(own.filter(isLong), random)
  const context = titleWords.filter((one) => one.length >= SHORTEST - 1).slice(-2)
  return word === undefined ? undefined : withSlip([...context, word], [word], random)
}

function withSlip(words: readonly string[], among: readonly string[], random: () => number): Slipped | undefined {
  const word = pick(among.filter(isLong), random)
  if (word === undefined) return undefined
  const slipped = oneSlip(word, random)
  return { query: words.map((one) => (one === word ? slipped : one)).join(' '), slipped, words }
}

const isLong = (word: string) => word.length >= SHORTEST && /^\p{Script=Latin}+$/u.test(word)

/** Drops, doubles, replaces or swaps a letter, but never the first, which people rarely mistype. */
export function oneSlip(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2))
  const before = word.slice(0, at)
  const kind = Math.floor(random() * 4)
  if (kind === 0) return before + word.slice(at + 1)
  if (kind === 1) return before + word[at] + word.slice(at)
  if (kind === 2) return before + String.fromCharCode(97 + Math.floor(random() * 26)) + word.slice(at + 1)
  return before + word[at + 1] + word[at] + word.slice(at + 2)
}

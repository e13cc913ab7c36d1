import type { ShopUnderTest, Law } from './law.ts'
import type { LawCatalog } from './law-catalog.ts'

/** Operators, decimal points and measures have a meaning, so only letters and spaces are allowed. */
const PLAIN = /^[\p{L}\p{M} ]+$/u

export const unchangedSpelling: Law = {
  number: 3,
  says: 'Case, accents that the language folds, emoji, double spaces and punctuation change nothing.',
  cases(catalog) {
    const titles = catalog.sample.map(({ title }) => title)
    const fair = titles.filter((title) => PLAIN.test(title))
    const cases = fair.flatMap((title) =>
      otherSpellings(title, catalog).map((query) => ({
        query,
        fault: (shop: ShopUnderTest) => answerDifference(shop, title, query),
      })),
    )
    return { sortedOut: titles.length - fair.length, cases }
  },
}

function otherSpellings(title: string, { language, phrases }: LawCatalog): string[] {
  const spellings = [title.toLocaleUpperCase(language), title.toLocaleLowerCase(language), `${title} 😍`]
  spellings.push(`  ${title.replaceAll(' ', '  ')} `, `${title.replace(' ', ', ')}!`)
  if (phrases?.foldsAccents) spellings.push(withoutAccents(title))
  // The capital letter of ß is rarely used.
  return [...new Set(spellings)].filter((one) => one !== title && !/ß/.test(title))
}

function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/(?<!n)[\u0300-\u036f]/gi, '')
    .normalize('NFC')
}

async function answerDifference(shop: ShopUnderTest, query: string, other: string): Promise<string | undefined> {
  const before = await shop.search({ query, limit: 20 })
  const after = await shop.search({ query: other, limit: 20 })
  if (before.total !== after.total) return `finds ${after.total} instead of ${before.total}`
  const place = before.ids.findIndex((id, i) => after.ids[i] !== id)
  return place < 0 ? undefined : `a different product at position ${place + 1}`
}

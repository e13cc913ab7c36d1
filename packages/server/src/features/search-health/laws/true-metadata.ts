import type { ShopUnderTest, FoundReading, Law, SearchFound } from './law.ts'
import type { LawCatalog, LawProduct } from './law-catalog.ts'
import { PAGE } from './found-sets.ts'
import { pick } from './seeded-random.ts'
import { factsOf } from './true-facts.ts'
import { foldText } from './words-of.ts'

export const trueMetadata: Law = {
  number: 8,
  says: 'A constraint applied as a filter is true of every result; dropped words are named; counts and `relaxed` are correct.',
  needs: 'metadata',
  cases(catalog) {
    const random = catalog.random(8)
    const cases = catalog.sample.flatMap((one, i) => {
      const other = catalog.sample[(i + 1) % catalog.sample.length]!
      const fact = pick(factsOf(one, catalog), random)?.text ?? ''
      const head = one.titleWords.at(-1)!
      // The first query fits one product; the second may fit none.
      const queries = [`${head} ${fact}`, `${other.titleWords.at(-1)} ${fact}`]
      return [
        ...queries.map((query) => ({ query, fault: (shop: ShopUnderTest) => metadataFault(shop, catalog, query) })),
        { query: one.title, fault: (shop: ShopUnderTest) => relaxedFault(shop, one) },
      ]
    })
    return { cases, sortedOut: 0 }
  },
}

async function metadataFault(shop: ShopUnderTest, catalog: LawCatalog, query: string): Promise<string | undefined> {
  const found = await shop.search({ query, limit: PAGE })
  const { understood, relaxed, dropped = [], extendedByMeaning } = found.metadata!
  if (extendedByMeaning > found.total) return `${extendedByMeaning} by meaning of ${found.total}`
  const isNamed = dropped.length > 0 || understood.some(({ held }) => held === 'dropped')
  if (relaxed && !isNamed) return 'relaxed, but nothing is named as dropped'
  for (const reading of understood) {
    if ((reading.held ?? 'filter') !== 'filter') continue
    const wrong = violator(found, reading, catalog)
    if (wrong !== undefined) return `${reading.kind} "${reading.text}" is not true of "${wrong.title}"`
  }
  return undefined
}

/** A search for a whole title must not drop a word, because a product has all of them. */
async function relaxedFault(shop: ShopUnderTest, { title }: LawProduct): Promise<string | undefined> {
  const { metadata } = await shop.search({ query: title, limit: PAGE })
  return metadata?.relaxed ? 'relaxed, although a title has every word' : undefined
}

function violator(found: SearchFound, reading: FoundReading, { byId }: LawCatalog): LawProduct | undefined {
  const isTrue = reading.kind === 'price' ? priceIsWithin(reading) : saysValue(reading)
  return found.ids.map((id) => byId.get(id)).find((one) => one !== undefined && !isTrue(one))
}

function priceIsWithin({ filter }: FoundReading): (one: LawProduct) => boolean {
  const [min = '', max = ''] = (filter?.value[0] ?? '').split(':')
  const [least, most] = [min === '' ? 0 : Number(min), max === '' ? Number.POSITIVE_INFINITY : Number(max)]
  return ({ product }) => product.variants.some(({ price }) => price >= least && price <= most)
}

/** Only attributes whose values are part of the answer can be checked. */
function saysValue({ kind, filter }: FoundReading): (one: LawProduct) => boolean {
  if (filter === null || (kind !== 'vendor' && kind !== 'product_type' && kind !== 'size' && kind !== 'color')) {
    return () => true
  }
  const values = filter.value.map(foldText)
  return ({ product }) => {
    const { vendor, productType, title, options, tags, metafields } = product
    const own = [vendor, productType, title, ...tags, ...options.flatMap((option) => option.values)]
    const texts = [...own, ...metafields.map(({ value }) => value)].map(foldText)
    return values.some((value) => texts.some((text) => text.includes(value)))
  }
}

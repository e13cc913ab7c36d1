import type { ShopUnderTest, Law, LawCase } from './law.ts'
import type { LawCatalog, LawProduct } from './law-catalog.ts'
import { foundIds } from './found-sets.ts'
import { shuffled } from './seeded-random.ts'
import { wordKey, wordsOf } from './words-of.ts'

const COLOR = /^(?:colou?rs?|farbe|couleur|kleur|色|カラー|cor|colore)$/i

export const typeNames: Law = {
  number: 13,
  says: 'A product type ranks its members before products that neither belong to it nor carry its name; with a color, it finds every member in that color.',
  cases(catalog) {
    const types = typesOf(catalog)
    const isName = (type: string) => {
      const words = wordsOf(type, catalog.language)
      const keys = words.map(wordKey)
      return catalog.named(words).some(({ titleWords }) => {
        const own = new Set(titleWords.map(wordKey))
        return keys.every((key) => own.has(key))
      })
    }
    const names = [...types.keys()].filter(isName)
    const chosen = shuffled(names, catalog.random(13)).slice(0, catalog.sample.length)
    const cases = chosen.flatMap((type) => casesOf(type, types.get(type)!, catalog))
    return { cases, sortedOut: types.size - names.length }
  },
}

function typesOf({ products, language }: LawCatalog): Map<string, LawProduct[]> {
  const types = Map.groupBy(products, ({ product }) => product.productType.trim())
  for (const type of types.keys()) if (wordsOf(type, language).length === 0) types.delete(type)
  return types
}

function casesOf(type: string, members: readonly LawProduct[], catalog: LawCatalog): LawCase[] {
  const named = new Set([...members, ...catalog.named(wordsOf(type, catalog.language))].map(({ id }) => id))
  const cases: LawCase[] = [{ query: type, fault: (shop) => orderFault(shop, { type, members, named }) }]
  const color = members.flatMap(colorsOf)[0]
  if (color === undefined) return cases
  const query = `${color} ${type}`
  const having = members.filter((one) => colorsOf(one).includes(color))
  cases.push({ query, fault: (shop) => missingFault(shop, query, having) })
  return cases
}

function colorsOf({ product }: LawProduct): string[] {
  return product.options.flatMap(({ name, values }) => (COLOR.test(name) ? values : []))
}

interface Asked {
  type: string
  members: readonly LawProduct[]
  /** Products of the type, and those with its name in their title, type, tags or collections. */
  named: ReadonlySet<number>
}

async function orderFault(shop: ShopUnderTest, { type, members, named }: Asked): Promise<string | undefined> {
  const { ids } = await foundIds(shop, { query: type })
  if (ids === undefined) return undefined
  const strange = ids.findIndex((id) => !named.has(id))
  const isMember = new Set(members.map(({ id }) => id))
  const overtaken = strange < 0 ? undefined : ids.slice(strange).find((id) => isMember.has(id))
  if (overtaken !== undefined)
    return `product ${ids[strange]} at position ${strange + 1} ranks before member ${overtaken}`
  return missingFault(shop, type, members)
}

async function missingFault(shop: ShopUnderTest, query: string, wanted: readonly LawProduct[]) {
  const { ids } = await foundIds(shop, { query })
  const missing = ids === undefined ? [] : wanted.filter(({ id }) => !ids.includes(id))
  return missing.length === 0 ? undefined : `${missing.length} of ${wanted.length} members are not found`
}

import type { Query } from '../../query/query.ts'
import { DEFAULT_TEXT_SETTINGS } from '../../text/text-settings.ts'
import { searchShop } from '../search-shop.ts'
import type { ShopSearchRequest } from '../shop-search.ts'
import type { ShopIndex } from '../shop-index.ts'
import { shopRequest } from './small-shop.ts'

/** Every word is a term, and nothing else is read out of the text. */
export function plainQuery({ text: { analyzer } }: ShopIndex, typed: string, parts: Partial<Query> = {}): Query {
  const words = typed.toLowerCase().split(' ')
  const units = words.flatMap((word) => analyzer.units(word))
  const tokens = units.map((unit) => {
    const word = unit.joined ?? unit.parts.join('')
    const start = typed.toLowerCase().indexOf(unit.parts[0])
    return { word, parts: unit.parts, start, end: start + word.length, role: 'word' as const }
  })
  return {
    typed,
    text: typed.toLowerCase(),
    language: 'en',
    tokens,
    readings: [],
    operators: [],
    terms: tokens.map(({ word, parts }, first) => ({ word, parts, first, end: first + 1 })),
    head: tokens.length - 1,
    partNumber: tokens.map(({ word }) => word).join(''),
    ...parts,
  }
}

export function searchPlain(index: ShopIndex, typed: string, parts: Partial<ShopSearchRequest> = {}) {
  const { query: _, constraints: _constraints, ...request } = shopRequest(typed)
  const parsed = plainQuery(index, typed)
  return searchShop(index, {
    ...request,
    query: { parsed, prefixLast: false, settings: DEFAULT_TEXT_SETTINGS },
    ...parts,
  })
}

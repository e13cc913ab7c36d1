import { type GeneratedDoc, generateCatalog } from '../search/generate-catalog.ts'
import { seededRandom } from '../search/seeded-random.ts'

export interface FacetProduct {
  id: number
  text: GeneratedDoc
  vendor: string
  variants: { color: string; size: string; available: boolean; price: number }[]
}

/** Products with up to four variants each. With `vendors`, the products are spread over that many vendors instead of the catalog's own. */
export function facetCatalog(count: number, vendors = 0): FacetProduct[] {
  const random = seededRandom(11)
  const below = (limit: number) => Math.floor(random() * limit)
  return Array.from(generateCatalog(count), (text, i) => ({
    id: i + 1,
    text,
    vendor: vendors > 0 ? `Vendor ${below(vendors)}` : text.vendor,
    variants: text.skus.map((_, v) => ({
      color: v === 0 ? text.options[0]! : COLORS[below(COLORS.length)]!,
      size: text.options[1 + (v % 2)]!,
      available: random() < 0.9,
      price: text.price,
    })),
  }))
}

const COLORS = ['black', 'white', 'blue', 'red', 'green']

export const FILTERS = { colors: ['black', 'blue', 'red'], from: 5, to: 200 }

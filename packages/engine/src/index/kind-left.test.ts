/** What was understood of a query must leave some of the kind of thing asked for. Numbered. */
import { describe, expect, it } from 'vitest'
import { understandQuery } from '../understand/understand-query.ts'
import type { SearchRequest } from './search-request.ts'
import { searchShop, smallShop } from './testing/small-shop.ts'

/** Prices are the numbers: 1, 2, … */
const shop = smallShop([
  { title: 'Chair', description: 'Goes with every sofa.' },
  { title: 'Cover for a sofa' },
  { title: 'Cotton chair cover' },
  { title: 'Linen cover', description: 'Softer than cotton.' },
  { title: 'Patio sofa' },
  { title: 'Corner sofa' },
  { title: 'Cotton rug' },
])

function isKindLeft(query: string, parts: Partial<SearchRequest> = {}): boolean {
  const names = { vendorAttribute: 'vendor', typeAttribute: 'product_type' }
  const { text, constraints } = understandQuery(shop, { text: query, locale: 'en', ignore: [], ...names })
  return searchShop(shop, text, { constraints, ...parts }).isKindLeft
}

describe('the kind of thing asked for', () => {
  it('K1: is left where one that is called so satisfies what was understood', () => {
    expect([isKindLeft('sofa under 6'), isKindLeft('sofa under 5.5')]).toEqual([true, true])
  })

  it('K2: is not where only others do, which mention it or are for it', () => {
    expect([isKindLeft('sofa under 4'), isKindLeft('sofa under 1.5')]).toEqual([false, false])
  })

  it('K3: is not missed where nothing was understood, or the word is no kind of thing', () => {
    expect([isKindLeft('sofa'), isKindLeft('cotton between 4 and 5')]).toEqual([true, true])
  })

  it('K4: is not missed where the shopper may see none', () => {
    const visibility = { terms: [], inStockOnly: false, hidden: [5, 6] }
    expect(isKindLeft('sofa under 4', { visibility })).toBe(true)
  })
})

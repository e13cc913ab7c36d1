import { type Bitset, listBits, newBitset, setBit } from '../columns/bitset.ts'
import { type Asked, criteriaFilter } from '../match/criteria.ts'
import type { FindRequest } from './search-request.ts'
import type { ShopIndex } from './shop-index.ts'

/** The docs in `visible` that cost what the query asks for; undefined if the query names no amount or if no product costs that. */
export function withinPrice(
  index: ShopIndex,
  { prices }: FindRequest,
  visible: readonly Bitset[],
  asked: readonly Asked[],
): readonly Bitset[] | undefined {
  const bounds = asked.filter(({ price }) => price && (price.min !== null || price.max !== null))
  if (bounds.length === 0) return undefined
  const within = visible.map((set, view) => {
    const found = { index, view, docs: listBits(set) }
    const own = newBitset(index.views[view].segment.columns.docCount)
    for (const doc of criteriaFilter(found, bounds, { prices, exempt: new Set() }).docs) setBit(own, doc)
    return own
  })
  return within.some((set) => set.some((bits) => bits !== 0)) ? within : undefined
}

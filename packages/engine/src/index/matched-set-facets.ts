import type { Bitset } from '../columns/bitset.ts'
import { countFacets, unionFor } from '../facets/count-facets.ts'
import { cutPrices, samplePrices } from '../facets/cut-prices.ts'
import type { FacetField, NumberRange } from '../facets/facet-field.ts'
import type { FacetRequest, FacetResult } from '../facets/facet-request.ts'
import type { ValueUnion } from '../facets/value-union.ts'
import type { MatchedSet } from './matched-set.ts'
import type { FindRequest } from './search-request.ts'
import { memoKey } from '../text/memo.ts'
import type { ShopIndex } from './shop-index.ts'

export function facetsOf(
  { index, visible, filters, request }: MatchedSet,
  asked: readonly FacetRequest[],
): FacetResult[] {
  return countFacets(asked, {
    filters,
    visible,
    selections: request.selections,
    prices: request.prices,
    unionOf: (field) => valueUnion(index, field),
    pool: index.counts,
    priceRanges: () => priceRangesOf(index, request, visible),
  })
}

/** Price ranges ignore query and selections, so that they stay in place while the shopper filters. */
function priceRangesOf(
  index: ShopIndex,
  { visibility, prices, among }: Pick<FindRequest, 'visibility' | 'prices' | 'among'>,
  visible: readonly Bitset[],
): readonly NumberRange[] {
  const columns = index.views.map(({ segment }) => segment.columns)
  const cut = () => cutPrices(samplePrices(columns, visible, prices), prices.decimals)
  if (among) return cut()
  return index.memo.of(memoKey(['price ranges', { ...visibility, hidden: undefined, nowMs: undefined }, prices]), cut)
}

/** Built lazily and cached with the snapshot. */
function valueUnion({ views, memo }: ShopIndex, field: FacetField): ValueUnion {
  const segments = () => views.map(({ segment, liveDocs, memo }) => ({ columns: segment.columns, liveDocs, memo }))
  return memo.of(JSON.stringify(['union', field]), () => unionFor(field, segments()))
}

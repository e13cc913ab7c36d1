import type { SearchIndex } from '../../ports/search-index/search-index.ts'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { textSettings } from '../merchandise/text-settings.ts'
import { priceViewOf } from '../platform/price-view.ts'

/** Nobody pages further to find a product by name. */
const MAX_FOUND = 1000

/** Finds products for catalog management, regardless of who may see them. Drafts are not indexed. */
export async function findAnyProduct(
  index: Pick<SearchIndex, 'parse' | 'search'>,
  shop: Shop,
  text: string,
): Promise<number[]> {
  const settings = textSettings(shop.config)
  const { stopWords } = settings
  const asked = { text, locale: shop.config.shop.primary_locale, isPlain: true, stopWords }
  const parsed = await index.parse(shop, asked)
  const { hits } = await index.search(shop, {
    query: { parsed, prefixLast: true, settings },
    visibility: { terms: [], inStockOnly: false, hidden: [] },
    selections: [],
    facets: [],
    prices: priceViewOf(shop.config, {}),
    sort: 'relevance',
    offset: 0,
    limit: MAX_FOUND,
    outOfStockLast: false,
  })
  return hits.map(({ id }) => id)
}

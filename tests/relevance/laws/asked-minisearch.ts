/** Answers the laws' queries with MiniSearch, which does not know types, colors or prices. */
import type { ShopUnderTest } from '../../../packages/server/src/features/search-health/laws/law.ts'
import type { Product } from '../../../packages/server/src/ports/record-store/product.ts'
import { flatProduct } from '../simple-hybrid/flat-product.ts'
import { plainMiniSearch } from '../simple-hybrid/simple-hybrid.ts'

export function askedMiniSearch(visible: readonly Product[]): ShopUnderTest {
  const search = plainMiniSearch(visible.map(flatProduct))
  return {
    async search({ query, page = 1, limit = 20 }) {
      const ids = search(query)
      return { ids: ids.slice((page - 1) * limit, page * limit), total: ids.length }
    },
  }
}

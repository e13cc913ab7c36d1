/** Keeps the list of set-aside products up to date with the index. */
import type { AsideStore } from '../ports/derived-store/derived-store.ts'
import { MAX_REPLAYED } from '../ports/derived-store/set-aside.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'
import type { SearchIndex } from '../ports/search-index/search-index.ts'

export interface UnindexedDeps {
  index: Pick<SearchIndex, 'unindexedTo'>
  store: AsideStore
  clock: () => number
  onError: (error: unknown, during: string) => void
}

export function noteUnindexed({ index, store, clock, onError }: UnindexedDeps): void {
  const note: Parameters<SearchIndex['unindexedTo']>[0] = (shop, tried, failed) => {
    for (const { productId, cause } of failed) onError(new Error(cause), `indexing product ${productId} of ${shop}`)
    return keep(shop, tried, failed).catch((error) => onError(error, `setting products of ${shop} aside`))
  }
  index.unindexedTo(note)

  async function keep(shop: ShopId, tried: readonly number[] | undefined, failed: Parameters<typeof note>[2]) {
    const still = new Set(failed.map(({ productId }) => String(productId)))
    const isTried = (key: string) => tried === undefined || tried.includes(Number(key))
    for (const { kind, key } of await store.setAside(shop, MAX_REPLAYED))
      if (kind === 'product' && isTried(key) && !still.has(key)) await store.dropAside(shop, kind, key)
    for (const { productId, cause } of failed.slice(0, MAX_REPLAYED))
      await store.putAside(shop, { kind: 'product', key: String(productId), atMs: clock(), name: '', cause, body: '' })
  }
}

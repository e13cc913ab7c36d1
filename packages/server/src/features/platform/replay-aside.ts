import type { AsideStore } from '../../ports/derived-store/derived-store.ts'
import { causeOf, isStoreFault, MAX_REPLAYED, type SetAside } from '../../ports/derived-store/set-aside.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'

/** Retries every set-aside item of one kind. Removes those that succeed; the others stay with their new error. */
export async function replayAside(
  store: AsideStore,
  { shop, kind }: { shop: ShopId; kind: SetAside['kind'] },
  apply: (item: SetAside) => Promise<void>,
): Promise<void> {
  for (const item of await store.setAside(shop, MAX_REPLAYED)) {
    if (item.kind !== kind) continue
    try {
      await apply(item)
      await store.dropAside(shop, kind, item.key)
    } catch (error) {
      if (isStoreFault(error)) throw error
      await store.putAside(shop, { ...item, cause: causeOf(error) })
    }
  }
}

/** The first items are enough for a diagnosis. */
const MAX_LISTED = 100

export async function listAside(store: Pick<AsideStore, 'setAside'>, shop: ShopId) {
  const items = await store.setAside(shop, MAX_LISTED)
  return items.map(({ kind, key, atMs, name, cause }) => ({ kind, key, at: new Date(atMs).toISOString(), name, cause }))
}

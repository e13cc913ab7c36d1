import type { RecordStore, ShopId } from '../../../ports/record-store/record-store.ts'

export interface FeedDeletion {
  /** Stored with each product: a feed deletes only products that it imported itself. */
  name: string
  /** From 0 to 1. If the feed lacks a larger share of its products, it is assumed to be broken and nothing is deleted. */
  maxDeletedShare: number
}

/** Between two imports, a shop usually removes less than this share of its assortment. */
export const MAX_DELETED_SHARE = 0.2

const PAGE = 500

/** Deletes products that came from the feed and are missing from it now. If suspiciously many are missing, it deletes none. */
export async function deleteAbsent(
  store: Pick<RecordStore, 'scanProducts' | 'deleteProducts'>,
  shop: ShopId,
  seen: ReadonlySet<number>,
  { name, maxDeletedShare }: FeedDeletion,
): Promise<{ deleted: number; reason?: string }> {
  const absent: number[] = []
  let brought = 0
  for (let afterId = 0; ; ) {
    const page = await store.scanProducts(shop, afterId, PAGE)
    const own = page.filter((product) => product.feed === name)
    brought += own.length
    for (const { id } of own) if (!seen.has(id)) absent.push(id)
    if (page.length < PAGE) break
    afterId = page.at(-1)!.id
  }
  if (absent.length > brought * maxDeletedShare) {
    const share = `${Math.round((absent.length / brought) * 100)} %`
    const limit = `${Math.round(maxDeletedShare * 100)} %`
    const reason = `nothing was deleted: ${absent.length} of the feed's ${brought} products (${share}) are missing from it, which is more than the limit of ${limit}`
    return { deleted: 0, reason }
  }
  for (let at = 0; at < absent.length; at += PAGE) await store.deleteProducts(shop, absent.slice(at, at + PAGE))
  return { deleted: absent.length }
}

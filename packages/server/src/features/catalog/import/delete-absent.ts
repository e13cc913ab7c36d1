import type { RecordStore, ShopId } from '../../../ports/record-store/record-store.ts'

export interface FeedDeletion {
  /** Products carry it: a feed deletes only what it has brought. */
  name: string
  /** Largest share of the feed's products that may be deleted, from 0 to 1. A feed that lacks more than this is taken for a broken one. */
  maxDeletedShare: number
}

/** A fifth: more than a shop takes out of its assortment between two looks. */
export const MAX_DELETED_SHARE = 0.2

const PAGE = 500

/** Deletes the feed's products that it no longer has, all of them or, where they are suspiciously many, none. */
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
    const reason = `nothing was deleted: the feed lacks ${absent.length} of its ${brought} products (${share}), more than ${limit}`
    return { deleted: 0, reason }
  }
  for (let at = 0; at < absent.length; at += PAGE) await store.deleteProducts(shop, absent.slice(at, at + PAGE))
  return { deleted: absent.length }
}

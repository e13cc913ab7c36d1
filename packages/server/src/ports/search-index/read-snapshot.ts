import { rm } from 'node:fs/promises'
import { openIndex, type ShopIndex } from '@vitrine/engine'
import type { Shop } from '../record-store/record-store.ts'
import type { LiveIndexDeps } from './live-index.ts'
import type { IndexTaskRunner } from './index-thread.ts'
import type { IndexingPlan } from './indexing-plan.ts'

/** undefined: there is none, or none that may be used. */
export async function readSnapshot(
  deps: Pick<LiveIndexDeps, 'records' | 'snapshotPath' | 'folderId' | 'log'> & { thread: IndexTaskRunner },
  shop: Shop,
  plan: IndexingPlan,
): Promise<{ index: ShopIndex; seq: number } | undefined> {
  const path = deps.snapshotPath(shop.id)
  try {
    const { data, meta } = await deps.thread.run({ kind: 'load', path })
    const { seq, key, folderId } = meta as { seq: number; key: string; folderId?: string }
    if (key === plan.key && folderId === deps.folderId && seq <= (await deps.records.lastChange(shop.id)))
      return { index: openIndex(data), seq }
    deps.log.info({ shop: shop.id }, 'index snapshot is of another configuration or store; building anew')
  } catch (error) {
    const missing = (error as Error).message.startsWith('ENOENT')
    if (!missing)
      deps.log.warn({ shop: shop.id, reason: (error as Error).message }, 'index snapshot refused; building anew')
  }
  await rm(path, { force: true })
  return undefined
}

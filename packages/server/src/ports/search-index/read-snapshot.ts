import { rm } from 'node:fs/promises'
import { openIndex, type ShopIndex } from '@vitrine/engine'
import type { Shop } from '../record-store/record-store.ts'
import type { LiveIndexDeps } from './live-index.ts'
import { fetchSnapshot } from './published-snapshot.ts'
import type { IndexTaskRunner } from './index-thread.ts'
import type { IndexingPlan } from './indexing-plan.ts'

type Deps = Pick<LiveIndexDeps, 'records' | 'snapshotPath' | 'folderId' | 'shared' | 'log'> & {
  thread: IndexTaskRunner
}
type Saved = { index: ShopIndex; seq: number; picturesSeen: number; source: 'file' | 'published' }

/** Reads this node's own file, or another node's. Returns undefined if neither can be used. */
export async function readSnapshot(deps: Deps, shop: Shop, plan: IndexingPlan): Promise<Saved | undefined> {
  const own = await readFile(deps, shop, plan)
  if (own) return { ...own, source: 'file' }
  const published = (await fetchPublished(deps, shop, plan)) ? await readFile(deps, shop, plan) : undefined
  return published && { ...published, source: 'published' }
}

async function fetchPublished({ shared, snapshotPath, folderId, log }: Deps, shop: Shop, plan: IndexingPlan) {
  if (!shared) return false
  const origin = { shop: shop.id, createdAt: shop.createdAt, key: plan.key, folderId }
  return fetchSnapshot(shared.store, origin, snapshotPath(shop.id)).catch((error) => {
    log.warn({ shop: shop.id, err: error }, 'index snapshot could not be fetched; building anew')
    return false
  })
}

async function readFile(deps: Deps, shop: Shop, plan: IndexingPlan): Promise<Omit<Saved, 'source'> | undefined> {
  const path = deps.snapshotPath(shop.id)
  try {
    const { data, meta } = await deps.thread.run({ kind: 'load', path })
    const { seq, picturesSeen, key, folderId } = meta as Pick<Saved, 'seq' | 'picturesSeen'> & {
      key: string
      folderId?: string
    }
    if (key === plan.key && folderId === deps.folderId && seq <= (await deps.records.lastChange(shop.id)))
      return { index: openIndex(data), seq, picturesSeen }
    deps.log.info({ shop: shop.id }, 'index snapshot is of another configuration or store; building anew')
  } catch (error) {
    const missing = (error as Error).message.startsWith('ENOENT')
    if (!missing)
      deps.log.warn({ shop: shop.id, reason: (error as Error).message }, 'index snapshot refused; building anew')
  }
  await rm(path, { force: true })
  return undefined
}

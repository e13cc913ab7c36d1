import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { ADMIN_SCHEMA, postgresAdminStore } from '../../ports/admin-store/postgres.ts'
import { openPostgres } from '../../ports/postgres/open-postgres.ts'
import { testDatabase } from '../../ports/postgres/testing/shared-server.ts'
import { postgresRecordStore } from '../../ports/record-store/postgres.ts'
import { RECORD_SCHEMA } from '../../ports/record-store/postgres-schema.ts'
import { type DraftDeps, publishDraft, publishDueDrafts, saveDraft } from './drafts.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const call = { author: 'ann', nowMs: NOW }

async function openNode(url: string) {
  const db = await openPostgres({ url }, [RECORD_SCHEMA, ADMIN_SCHEMA])
  const deps = { store: postgresRecordStore(db), drafts: postgresAdminStore(db), forgetShop: async () => {} }
  return { db, deps: deps as unknown as DraftDeps }
}

describe('drafts that are due, on three nodes at once', () => {
  it('are each published once, even several of one shop, and none is marked as failed', async () => {
    const url = await testDatabase()
    const nodes = await Promise.all([1, 2, 3].map(() => openNode(url)))
    const { deps } = nodes[0]!
    const shops = Array.from({ length: 4 }, (_, i) => `s${i}.example`)
    const at = new Date(NOW + 1000).toISOString()
    for (const shop of shops) {
      await deps.store.putShop(shop, completeConfig({}))
      for (const [id, patch] of Object.entries({
        size: { search: { default_search_result_page_size: 7 } },
        order: { search: { move_out_of_stock_at_end: true } },
        name: { shop: { name: 'Other' } },
      })) {
        await saveDraft(deps, shop, id, { patch }, call)
        await publishDraft(deps, shop, id, { at }, call)
      }
    }
    await Promise.all(nodes.map((node) => publishDueDrafts(node.deps, NOW + 2000)))
    for (const shop of shops) {
      const { version, config } = (await deps.store.getShop(shop))!
      expect([version, await deps.drafts.listDrafts(shop)]).toEqual([4, []])
      expect([config.shop.name, config.search.default_search_result_page_size]).toEqual(['Other', 7])
    }
    for (const { db } of nodes) await db.close()
  })
})

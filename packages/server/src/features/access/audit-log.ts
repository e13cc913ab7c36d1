import type { AuditView } from '@vitrine/contract'
import type { AdminStore } from '../../ports/admin-store/admin-store.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'

const DEFAULT_LIMIT = 100

export async function listAudit(
  store: Pick<AdminStore, 'listAudit'>,
  shop: ShopId,
  { before, limit }: Record<string, string>,
): Promise<{ entries: AuditView[] }> {
  const entries = await store.listAudit(shop, Number(before ?? Number.MAX_SAFE_INTEGER), Number(limit ?? DEFAULT_LIMIT))
  return {
    entries: entries.map(({ atMs, diff, ...entry }) => ({
      ...entry,
      at: new Date(atMs).toISOString(),
      diff: diff && [...diff],
    })),
  }
}

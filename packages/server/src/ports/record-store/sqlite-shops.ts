import { inTransaction } from '../sqlite/database.ts'
import { configHash } from './audit-records.ts'
import type { ConfigChange } from './record-store.ts'
import { keepVersion } from './shop-versions.ts'
import { SHOP_COLUMNS, type ShopCalls, type ShopRow, sqlShopReads, toShop } from './sql-shops.ts'
import type { SqliteRecords } from './sqlite.ts'

export function shopRows({ db, sql, now, changed }: SqliteRecords): ShopCalls {
  const select = db.prepare(`SELECT ${SHOP_COLUMNS} FROM shops WHERE id = ?`)
  const insert = db.prepare('INSERT INTO shops (id, created_at, version, config, config_hash) VALUES (?, ?, 1, ?, ?)')
  const update = db.prepare('UPDATE shops SET version = version + 1, config = ?, config_hash = ? WHERE id = ?')
  const removals = [
    'DELETE FROM products WHERE shop_no = (SELECT no FROM shops WHERE id = ?)',
    'DELETE FROM deleted_products WHERE shop_no = (SELECT no FROM shops WHERE id = ?)',
    'DELETE FROM shops WHERE id = ?',
  ].map((sql) => db.prepare(sql))

  const draftTime = db.prepare(
    "SELECT json_extract(body, '$.updatedAt') AS at FROM config_drafts WHERE shop = ? AND id = ?",
  )
  const removeDraft = db.prepare('DELETE FROM config_drafts WHERE shop = ? AND id = ?')
  /** Deletes the draft that is being published, unless it was saved again. Returns false if it is already published. */
  const takeDraft = (shop: string, draft: NonNullable<ConfigChange['draft']>): boolean => {
    const found = draftTime.get(shop, draft.id)
    if (found?.at === draft.updatedAt) removeDraft.run(shop, draft.id)
    return found !== undefined
  }

  const find = (id: string) => select.get(id) as unknown as ShopRow | undefined

  return {
    ...sqlShopReads(sql),
    async putShop(id, config, expectedVersion, change) {
      const shop = inTransaction(db, () => {
        const version = find(id)?.version ?? 0
        if (expectedVersion !== undefined && expectedVersion !== version) return undefined
        const { draft, author = null, note = null } = change ?? {}
        if (draft && !takeDraft(id, draft)) return undefined
        const document = JSON.stringify(config)
        if (version === 0) insert.run(id, now().toISOString(), document, configHash(document))
        else update.run(document, configHash(document), id)
        const kept = { version: version + 1, at: now().toISOString(), author, note }
        sql.runAllNow(keepVersion(id, kept, document))
        return toShop(find(id)!)
      })
      if (shop) changed(id)
      return shop
    },
    async deleteShop(id) {
      const existed = inTransaction(db, () => {
        const found = find(id) !== undefined
        for (const removal of removals) removal.run(id)
        return found
      })
      if (existed) changed(id)
      return existed
    },
  }
}

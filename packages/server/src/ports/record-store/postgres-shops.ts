import type { Sql } from '../postgres/database.ts'
import { lockFeed, type PostgresRecords } from './postgres.ts'
import type { ConfigChange } from './record-store.ts'
import { keepVersion } from './shop-versions.ts'
import { SHOP_COLUMNS, type ShopCalls, type ShopRow, sqlShopReads, toShop } from './sql-shops.ts'

export function postgresShops({ db, now, changed }: PostgresRecords): ShopCalls {
  return {
    ...sqlShopReads(db),
    async putShop(id, config, expectedVersion, change) {
      const document = JSON.stringify(config)
      const put = await db
        .transaction(async (sql) => {
          const feed = await lockFeed(sql, id)
          const [stored] = await sql.rows<{ version: number }>('SELECT version FROM shops WHERE id = $1', [id])
          if (expectedVersion !== undefined && expectedVersion !== (stored?.version ?? 0)) throw new VersionDiffers()
          if (change?.draft && !(await takeDraft(sql, id, change.draft))) throw new VersionDiffers()
          const at = now().toISOString()
          const [row] = await sql.rows<ShopRow>(
            `INSERT INTO shops (id, created_at, version, config) VALUES ($1, $2, 1, $3)
           ON CONFLICT (id) DO UPDATE SET version = shops.version + 1, config = excluded.config
           RETURNING ${SHOP_COLUMNS}`,
            [id, at, document],
          )
          const shop = toShop(row as ShopRow)
          const { author = null, note = null } = change ?? {}
          for (const statement of keepVersion(id, { version: shop.version, at, author, note }, document))
            await sql.run(...statement)
          return { feed, shop }
        })
        .catch((error) => {
          if (error instanceof VersionDiffers) return undefined
          throw error
        })
      if (put) changed(id, put.feed)
      return put?.shop
    },
    async deleteShop(id) {
      const feed = await db.transaction(async (sql) => {
        const locked = await lockFeed(sql, id)
        const [gone] = await sql.rows<{ no: number }>('DELETE FROM shops WHERE id = $1 RETURNING no', [id])
        if (!gone) return undefined
        await sql.run('DELETE FROM products WHERE shop_no = $1', [gone.no])
        await sql.run('DELETE FROM deleted_products WHERE shop_no = $1', [gone.no])
        await sql.run('UPDATE feeds SET incarnation = incarnation + 1 WHERE shop = $1', [id])
        return { ...locked, incarnation: locked.incarnation + 1 }
      })
      if (feed) changed(id, feed)
      return feed !== undefined
    },
  }
}

/** Deletes the published draft, unless it was saved again. Returns false if somebody else has published it. */
async function takeDraft(sql: Sql, shop: string, draft: NonNullable<ConfigChange['draft']>): Promise<boolean> {
  const [found] = await sql.rows<{ at: string }>(
    "SELECT body::json ->> 'updatedAt' AS at FROM config_drafts WHERE shop = $1 AND id = $2 FOR UPDATE",
    [shop, draft.id],
  )
  if (found?.at === draft.updatedAt)
    await sql.run('DELETE FROM config_drafts WHERE shop = $1 AND id = $2', [shop, draft.id])
  return found !== undefined
}

/** Rolls back the transaction. */
class VersionDiffers extends Error {}

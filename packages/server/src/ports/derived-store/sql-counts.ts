/** Stores what the log does not contain: outcomes of ingestion, visitors of networks, and set-aside items. */
import type { ShopId } from '../record-store/record-store.ts'
import type { NetworkVisitors, OutcomeCount } from './derived-records.ts'
import type { DerivedSql } from './derived-sql.ts'
import { NETWORKS, OUTCOMES, SET_ASIDE } from './derived-tables.ts'
import type { SetAside, SetAsideKind } from './set-aside.ts'
import { readNetworks } from './sql-reads.ts'
import { allDone, BRIEFLY, type Scope } from './sql-scope.ts'
import { shareShopRow } from './sql-shop-row.ts'

export function counts({ sql: db, whole }: Scope) {
  const addOutcomesOf = (shop: ShopId, added: readonly OutcomeCount[]) =>
    whole(async (sql) => sql.put(OUTCOMES, (await shareShopRow(sql, shop)).no, added), BRIEFLY)

  return {
    async addOutcomes(added: readonly OutcomeCount[]): Promise<void> {
      const byShop = Map.groupBy(added, ({ shop }) => shop)
      await allDone([...byShop].map(([shop, ofShop]) => addOutcomesOf(shop, ofShop)))
    },

    addNetworks: (day: number, added: readonly NetworkVisitors[]): Promise<NetworkVisitors[]> =>
      whole(async (sql) => {
        await sql.run('DELETE FROM networks WHERE day < $1', [day])
        await sql.put(NETWORKS, day, added)
        const counted = 'SELECT network, visitors FROM networks WHERE day = $1 AND network = ANY($2)'
        return sql.rows<NetworkVisitors>(counted, [day, added.map(({ network }) => network)])
      }),

    networks: (day: number, limit: number) => readNetworks(db, day, limit),

    putAside: (shop: ShopId, { atMs, ...aside }: SetAside): Promise<void> =>
      whole(async (sql) => sql.put(SET_ASIDE, (await shareShopRow(sql, shop)).no, [{ ...aside, at: atMs }])),

    dropAside: (shop: ShopId, kind: SetAsideKind, key: string): Promise<boolean> =>
      whole(async (sql) => dropAside(sql, (await shareShopRow(sql, shop)).no, kind, key)),
  }
}

export async function dropAside(sql: DerivedSql, shop: number, kind: SetAsideKind, key: string): Promise<boolean> {
  return (await sql.run('DELETE FROM set_aside WHERE shop = $1 AND kind = $2 AND key = $3', [shop, kind, key])) > 0
}

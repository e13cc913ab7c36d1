/** Counts that the log does not contain: outcomes of ingestion, and visitors of networks. */
import { jsonRows } from '../postgres/json-rows.ts'
import type { ShopId } from '../record-store/record-store.ts'
import type { NetworkVisitors, OutcomeCount } from './derived-records.ts'
import { allDone, BRIEFLY, type Scope } from './postgres-scope.ts'
import { holdNumber } from './postgres-standing.ts'
import { readNetworks } from './shared-reads.ts'

export function counts({ sql: db, whole }: Scope) {
  const addOutcomesOf = (shop: ShopId, added: readonly OutcomeCount[]) =>
    whole(async (sql) => {
      // Sorted, because nodes that write rows in different orders could deadlock.
      await sql.run(
        `INSERT INTO outcomes AS o (shop, day, outcome, count)
         SELECT $1, day, outcome, sum(count) FROM json_to_recordset($2) AS new(day int, outcome text, count bigint)
         GROUP BY day, outcome ORDER BY day, outcome
         ON CONFLICT (shop, day, outcome) DO UPDATE SET count = o.count + excluded.count`,
        [await holdNumber(sql, shop), jsonRows(added.map(({ day, outcome, count }) => ({ day, outcome, count })))],
      )
    }, BRIEFLY)

  return {
    async addOutcomes(added: readonly OutcomeCount[]): Promise<void> {
      const byShop = Map.groupBy(added, ({ shop }) => shop)
      await allDone([...byShop].map(([shop, ofShop]) => addOutcomesOf(shop, ofShop)))
    },

    async addNetworks(day: number, added: readonly NetworkVisitors[]) {
      if (added.length === 0) return []
      // Sorted, because nodes that write rows in different orders could deadlock.
      return db.rows<NetworkVisitors>(
        `WITH earlier AS (DELETE FROM networks WHERE day < $1)
         INSERT INTO networks AS n (day, network, visitors)
         SELECT $1, network, visitors FROM json_to_recordset($2) AS new(network text, visitors bigint) ORDER BY network
         ON CONFLICT (day, network) DO UPDATE SET visitors = n.visitors + excluded.visitors RETURNING network, visitors`,
        [day, jsonRows(added)],
      )
    },

    networks: (day: number, limit: number) => readNetworks(db, day, limit),
  }
}

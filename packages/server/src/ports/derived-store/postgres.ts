/** Shared by all nodes. A derivation locks the shop's row until its commit, so that each event counts once. */
import type { PostgresDatabase, Sql, TransactionLimits } from '../postgres/database.ts'
import { deleteInBatches } from '../postgres/delete-in-batches.ts'
import type { ShopId } from '../record-store/record-store.ts'
import { KEEP_SERVES_MS } from './batch-rules.ts'
import type { AttributionWindows, DerivableChunk, DeriveOutcome } from './derived-records.ts'
import type { DerivedStore } from './derived-store.ts'
import { PostgresDerivedSql } from './postgres-derived-sql.ts'
import { HistoryReads } from './postgres-history-reads.ts'
import { pruneServes } from './postgres-serves.ts'
import { snapshots } from './postgres-snapshots.ts'
import { sqlDerivedStore } from './sql-derived-store.ts'
import { type NewDay, pruneOld } from './sql-prune.ts'
import type { Scope } from './sql-scope.ts'
import { lockShopRow } from './sql-shop-row.ts'

/** Waits for another node that derives the same shop. */
const DERIVING: TransactionLimits = { lockWithinMs: 5000 }

/** Passed in, because ports may not import jobs. */
export type DeriveChunk = (
  store: DerivedStore,
  shop: ShopId,
  chunk: DerivableChunk,
  windows: AttributionWindows,
) => Promise<DeriveOutcome>

export function postgresDerivedStore(db: PostgresDatabase, deriveChunk?: DeriveChunk): DerivedStore {
  const deleteAll: Scope['deleteAll'] = (doomed) => deleteInBatches(db, doomed)
  const prune = async (day: NewDay) => {
    await pruneOld(deleteAll, day)
    await pruneServes(db, day.no, day.newestAtMs - KEEP_SERVES_MS)
  }
  const whole: Scope['whole'] = (work, limits) => db.transaction((sql) => work(new PostgresDerivedSql(sql)), limits)
  const store = postgresStore(db, { whole, prune, deleteAll })
  if (!deriveChunk) return store
  return {
    ...store,
    /** Derives everything in one transaction, under the shop's lock. Removes old rows afterwards. */
    async derive(shop, chunk, windows) {
      let begun: NewDay | undefined
      const derived = await db.transaction(async (sql) => {
        const { reached, recounted } = await lockShopRow(new PostgresDerivedSql(sql), shop)
        if (chunk.fromOffset !== (chunk.recount ? recounted : reached)) return false
        const noteDay = async (day: NewDay) => {
          begun = day
        }
        const inside = postgresStore(sql, { whole: (work) => inSavepoint(sql, work), prune: noteDay, deleteAll })
        return deriveChunk(inside, shop, chunk, windows)
      }, DERIVING)
      if (begun) await prune(begun)
      return derived
    },
  }
}

/** If the work fails, only the work is rolled back, so that the transaction can continue. */
async function inSavepoint<T>(sql: Sql, work: (sql: PostgresDerivedSql) => Promise<T>): Promise<T> {
  await sql.rows('SAVEPOINT step')
  try {
    const result = await work(new PostgresDerivedSql(sql))
    await sql.rows('RELEASE SAVEPOINT step')
    return result
  } catch (error) {
    await sql.rows('ROLLBACK TO SAVEPOINT step')
    throw error
  }
}

function postgresStore(db: Sql, given: Omit<Scope, 'sql'>): DerivedStore {
  const scope = { ...given, sql: new PostgresDerivedSql(db) }
  const histories = new HistoryReads(db)
  return {
    ...sqlDerivedStore(scope),
    ...snapshots(scope),
    history: (shop, subjects, limit) => histories.read(shop, subjects, limit),

    /** No statement can read removed rows, and PostgreSQL overwrites them when it vacuums. */
    async scrub() {},
    rewriteErased: async () => false,
    /** The caller that opened the connections closes them. */
    async close() {},
  }
}

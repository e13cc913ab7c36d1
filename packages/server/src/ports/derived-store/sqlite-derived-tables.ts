/** The store in the calling thread; `sqlite.ts` runs it in another one. */
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, openDatabase, transaction } from '../sqlite/database.ts'
import { rewriteIfDue, scrub } from '../sqlite/scrub.ts'
import { KEEP_SERVES_MS } from './batch-rules.ts'
import type { DerivedStore } from './derived-store.ts'
import { shopDays } from './shop-days.ts'
import { sqlDerivedStore } from './sql-derived-store.ts'
import { pruneOld } from './sql-prune.ts'
import { readHistory } from './sql-reads.ts'
import type { Scope } from './sql-scope.ts'
import { numberOf, shareShopRow } from './sql-shop-row.ts'
import { SqliteDerivedSql } from './sqlite-derived-sql.ts'
import { MIGRATIONS } from './sqlite-schema.ts'

export interface SqliteDerivedTables extends DerivedStore {
  /** Called when the thread is idle. */
  freeCaches(): void
}

/** `shared` is true if another thread writes to the file. */
export function sqliteDerivedTables(path: string, { shared = false } = {}): SqliteDerivedTables {
  const db = openDatabase(path, MIGRATIONS)
  // No commit waits for the disk, because a lost one is derived again from the log.
  db.exec(
    `PRAGMA synchronous = NORMAL; PRAGMA cache_size = ${shared ? -16384 : -65536}; PRAGMA wal_autocheckpoint = 8000; PRAGMA secure_delete = ON`,
  )
  const sql = new SqliteDerivedSql(db, shared)
  if (!shared) countExposures(db, sql)
  const scope = scopeOf(db, sql)
  return {
    ...sqlDerivedStore(scope),

    async history(shop, subjects, limit) {
      const no = await numberOf(sql, shop)
      return readHistory(sql, no, await sql.walkLinks(no, (links) => links.readable(subjects)), limit)
    },

    /** The epoch never changes, because there are no other nodes. */
    erasureEpoch: async () => 0,

    putSnapshot: (shop, name, { offset, bytes }) =>
      scope.whole(async () => {
        const { no } = await shareShopRow(sql, shop)
        await sql.run(PUT_SNAPSHOT, [no, name, offset, bytes])
      }),

    scrub: async () => scrub(db, path),
    rewriteErased: async (nowMs) => rewriteIfDue(db, path, nowMs),
    freeCaches: () => db.exec('PRAGMA shrink_memory'),
    close: async () => db.close(),
  }
}

const PUT_SNAPSHOT = 'INSERT OR REPLACE INTO snapshots (shop, name, offset, bytes) VALUES ($1, $2, $3, $4)'

function scopeOf(db: DatabaseSync, sql: SqliteDerivedSql): Scope {
  let last: Promise<unknown> = Promise.resolve()
  /** Transactions share the connection, so they run one after another. */
  const whole: Scope['whole'] = (work) => {
    const mine = last.then(() => transaction(db, () => work(sql)))
    // The links of failed work were rolled back.
    last = mine.catch(() => sql.forgetLinks())
    return mine
  }
  const deleteAll: Scope['deleteAll'] = ({ table, where, values }) =>
    whole(async () => void (await sql.run(`DELETE FROM ${table} WHERE ${where}`, values)))
  return {
    ...{ sql, whole, deleteAll },
    async prune(day) {
      await pruneOld(deleteAll, day)
      const values = [day.no, day.newestAtMs - KEEP_SERVES_MS]
      const old = 'SELECT row FROM serves WHERE shop = $1 AND at < $2'
      await deleteAll({ table: 'serve_subjects', where: 'shop = $1 AND at < $2', values })
      await deleteAll({ table: 'serve_ids', where: `shop = $1 AND serve IN (${old})`, values })
      await deleteAll({ table: 'serves', where: 'shop = $1 AND at < $2', values })
    },
  }
}

/** Counts exposures by day in a file of a version without such counts. */
function countExposures(db: DatabaseSync, sql: SqliteDerivedSql): void {
  const shops = db.prepare('SELECT number AS no, zone FROM shops WHERE exposures_counted = 0').all()
  for (const { no, zone } of shops as { no: number; zone: string }[]) {
    inTransaction(db, () => {
      sql.recountExposuresNow({ no, days: shopDays(zone) })
      db.prepare('UPDATE shops SET exposures_counted = 1 WHERE number = ?').run(no)
    })
  }
}

/** The derived store for SQLite and PostgreSQL. A write locks the shop's row until its commit. */
import { LONG } from '../postgres/database.ts'
import type { ShopId } from '../record-store/record-store.ts'
import type { DerivedBatch, Subject } from './derived-facts.ts'
import type { AttributionWindows, ErasedPerson, ModelSnapshot, RecountRange, ShopperTotals } from './derived-records.ts'
import type { DerivedSql } from './derived-sql.ts'
import type { DerivedStore } from './derived-store.ts'
import { DERIVED_TABLES, KEPT_TABLES } from './derived-tables.ts'
import { applyBatch, erasePerson, recountBatch, resetShop, restartRecount } from './sql-apply.ts'
import { attributions, conversion, conversions } from './sql-attributions.ts'
import { counts } from './sql-counts.ts'
import * as reads from './sql-reads.ts'
import { readRollups } from './sql-rollups.ts'
import { readsOfShop, type Scope } from './sql-scope.ts'
import { findServes, placesServed, productsShown, serveWrites, servesShown } from './sql-serves.ts'
import { countedShop, findShopRow, lockExistingShopRow, lockShopRow, numberOf } from './sql-shop-row.ts'
import { ConversionWork } from './sql-conversions.ts'

type StoreSpecific = 'history' | 'erasureEpoch' | 'putSnapshot' | 'scrub' | 'rewriteErased' | 'close'

export function sqlDerivedStore(scope: Scope): Omit<DerivedStore, StoreSpecific> {
  const { sql } = scope
  return {
    ...deriving(scope),
    ...attributions(scope),
    ...serveWrites(scope),
    ...counts(scope),
    ...shopRemoval(scope),
    ...readsOfShop(sql, {
      ...{ conversion, conversions, findServes, placesServed, productsShown, servesShown, snapshot },
      cartsOf: reads.cartsOf,
      outcomes: reads.outcomes,
      servesKeptFrom: reads.servesKeptFrom,
      ruleUses: reads.readRuleUses,
      rollups: readRollups,
      queries: reads.readQueries,
      searches: reads.listSearches,
      searchesByDay: reads.readSearchesByDay,
      visits: reads.readVisits,
      funnel: reads.readFunnel,
      ownHistory: reads.readHistory,
      setAside: reads.listAside,
      ownSubjects: (on: DerivedSql, no: number, subjects: readonly Subject[]) =>
        on.walkLinks(no, (links) => links.own(subjects)),
      shopperTotals: readShopperTotals,
    }),
    async experiment(shop, experience, query) {
      const row = await findShopRow(sql, shop)
      return row ? sql.experiment(countedShop(row), experience, query) : { groups: [], sawSeveral: 0 }
    },
  }
}

async function snapshot(sql: DerivedSql, no: number, name: string, beyond = -1): Promise<ModelSnapshot | undefined> {
  const { reached } = sql.names
  const [row] = await sql.rows<{ reached: number; bytes: Uint8Array }>(
    `SELECT ${reached} AS reached, bytes FROM snapshots WHERE shop = $1 AND name = $2 AND ${reached} > $3`,
    [no, name, beyond],
  )
  return row && { offset: row.reached, bytes: new Uint8Array(row.bytes) }
}

function deriving({ sql: db, whole, prune }: Scope) {
  return {
    async offset(shop: ShopId): Promise<number> {
      return (await findShopRow(db, shop))?.reached ?? 0
    },

    async apply(shop: ShopId, batch: DerivedBatch, windows: AttributionWindows): Promise<boolean> {
      const outcome = await whole(async (sql) => {
        const row = await lockShopRow(sql, shop)
        const applied = batch.recount ? recountBatch : applyBatch
        return applied(sql, row, batch, windows)
      })
      if (typeof outcome === 'object') await prune(outcome)
      return outcome !== false
    },

    async zone(shop: ShopId): Promise<string> {
      return (await findShopRow(db, shop))?.zone ?? 'UTC'
    },

    async setZone(shop: ShopId, zone: string): Promise<void> {
      await whole(async (sql) => {
        const row = await lockShopRow(sql, shop)
        // Another node may have set the same zone already.
        if (row.zone !== zone) await restartRecount(sql, { ...row, zone })
      })
    },

    async pendingRecount(shop: ShopId): Promise<RecountRange | undefined> {
      const row = await findShopRow(db, shop)
      if (!row || row.recounted >= row.recountUntil) return undefined
      return { after: row.recounted, until: row.recountUntil }
    },
  }
}

function shopRemoval({ sql: db, whole, deleteAll }: Scope) {
  return {
    async erasePerson(shop: ShopId, person: ErasedPerson): Promise<void> {
      await whole(async (sql) => {
        const row = await lockExistingShopRow(sql, shop)
        if (row) await erasePerson(sql, row, person)
      })
    },

    async dropSnapshots(shop: ShopId): Promise<void> {
      const no = await numberOf(db, shop)
      await whole((sql) => sql.run('DELETE FROM snapshots WHERE shop = $1', [no]))
    },

    async reset(shop: ShopId): Promise<void> {
      await whole(async (sql) => {
        const row = await lockExistingShopRow(sql, shop)
        if (row) await resetShop(sql, row)
      }, LONG)
    },

    async drop(shop: ShopId): Promise<void> {
      const no = await numberOf(db, shop)
      if (no === 0) return
      const { ownTables, names } = db
      // The shop's own row comes last, so that an interrupted removal continues with the next attempt.
      for (const table of [...DERIVED_TABLES, ...KEPT_TABLES, ...ownTables])
        await deleteAll({ table, where: 'shop = ANY($1)', values: [[no, -no]] })
      db.forgetLinks()
      await whole((sql) => sql.run(`DELETE FROM ${names.shops} WHERE ${names.no} = $1`, [no]))
    },
  }
}

/** Amounts are after refunds. A completely refunded order counts as an order. */
async function readShopperTotals(sql: DerivedSql, shop: number, asked: readonly Subject[]): Promise<ShopperTotals> {
  const subjects = await sql.walkLinks(shop, (links) => links.readable(asked))
  const [days] = await sql.rows<{ days: number }>(
    'SELECT count(DISTINCT day) AS days FROM visit_days WHERE shop = $1 AND subject = ANY($2)',
    [shop, subjects],
  )
  const keys = await sql.rows<{ kind: 'order'; key: string }>(
    `SELECT DISTINCT kind, key FROM conversion_subjects WHERE shop = $1 AND subject = ANY($2) AND kind = 'order' LIMIT 1000`,
    [shop, subjects],
  )
  const work = await ConversionWork.load(sql, shop, keys)
  const orders = keys.flatMap(({ key }) => work.read('order', key) ?? [])
  const spent: Record<string, number> = {}
  for (const { currency, lines } of orders)
    spent[currency] = (spent[currency] ?? 0) + lines.reduce((sum, { amount }) => sum + amount, 0)
  return { visits: days?.days ?? 0, orders: orders.length, spent }
}

/**
 * The derived store in PostgreSQL, shared by all nodes. A derivation locks the shop's row until its commit, so that
 * each event counts once.
 */
import { LONG, type PostgresDatabase, type Sql, type TransactionLimits } from '../postgres/database.ts'
import { deleteInBatches } from '../postgres/delete-in-batches.ts'
import type { ShopId } from '../record-store/record-store.ts'
import type { DerivedBatch, Subject } from './derived-facts.ts'
import type * as Records from './derived-records.ts'
import type { DerivedStore } from './derived-store.ts'
import { applyBatch, erasePerson, recountBatch, resetShop, restartRecount } from './postgres-apply.ts'
import { attributions, conversion, conversions } from './postgres-attributions.ts'
import { counts } from './postgres-counts.ts'
import { HistoryReads } from './postgres-history-reads.ts'
import { walkLinks } from './postgres-links.ts'
import { type NewDay, pruneOld } from './postgres-prune.ts'
import { ALL_TABLES } from './postgres-schema.ts'
import { numberOf, readsOfShop, type Scope } from './postgres-scope.ts'
import { findServes, placesServed, productsShown, serveWrites, servesShown } from './postgres-serves.ts'
import { dropAside, putAside } from './postgres-set-aside.ts'
import { readShopperTotals } from './postgres-shopper-totals.ts'
import { snapshot, snapshots } from './postgres-snapshots.ts'
import { findStanding, holdNumber, lockKnown, lockStanding } from './postgres-standing.ts'
import { readExperiment, readRollups } from './postgres-sums.ts'
import type { SetAside, SetAsideKind } from './set-aside.ts'
import * as reads from './shared-reads.ts'
import { shopDays } from './shop-days.ts'

/** Another node that derives the same shop finishes sooner than this. */
const DERIVING: TransactionLimits = { lockWithinMs: 5000 }

/** Derives a chunk of the log with the given store. The composition provides it, because this folder cannot import the derivation. */
export type DeriveChunk = (
  store: DerivedStore,
  shop: ShopId,
  chunk: Records.DerivableChunk,
  windows: Records.AttributionWindows,
) => Promise<Records.DeriveOutcome>

export function postgresDerivedStore(db: PostgresDatabase, deriveChunk?: DeriveChunk): DerivedStore {
  const prune = (day: NewDay) => pruneOld(db, day)
  const store = derivedTables({ sql: db, whole: (work, limits) => db.transaction(work, limits), prune })
  if (!deriveChunk) return store
  return {
    ...store,
    /**
     * Derives from the bodies to the attributions in one transaction, under the shop's lock. Rows that are too old are
     * removed after it.
     */
    async derive(shop, chunk, windows) {
      let begun: NewDay | undefined
      const derived = await db.transaction(async (sql) => {
        const { reached, recounted } = await lockStanding(sql, shop)
        if (chunk.fromOffset !== (chunk.recount ? recounted : reached)) return false
        const noteDay = async (day: NewDay) => {
          begun = day
        }
        const inside = derivedTables({ sql, whole: (work) => inSavepoint(sql, work), prune: noteDay })
        return deriveChunk(inside, shop, chunk, windows)
      }, DERIVING)
      if (begun) await prune(begun)
      return derived
    },
  }
}

/** Rolls back work that fails, so that the surrounding transaction can go on. */
async function inSavepoint<T>(sql: Sql, work: (sql: Sql) => Promise<T>): Promise<T> {
  await sql.rows('SAVEPOINT step')
  try {
    const result = await work(sql)
    await sql.rows('RELEASE SAVEPOINT step')
    return result
  } catch (error) {
    await sql.rows('ROLLBACK TO SAVEPOINT step')
    throw error
  }
}

function derivedTables(scope: Scope): DerivedStore {
  const { sql } = scope
  return {
    ...deriving(scope),
    ...attributions(scope),
    ...serveWrites(scope),
    ...counts(scope),
    ...snapshots(scope),
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
      ownSubjects: (on: Sql, no: number, subjects: readonly Subject[]) =>
        walkLinks(on, no, (links) => links.own(subjects)),
      shopperTotals: async (on: Sql, no: number, subjects: readonly Subject[]) =>
        readShopperTotals(on, no, await walkLinks(on, no, (links) => links.readable(subjects))),
    }),
    history: readHistories(sql),
    async experiment(shop, experience, query) {
      const { no = 0, zone = 'UTC' } = (await findStanding(sql, shop)) ?? {}
      return readExperiment(sql, no, experience, { ...query, days: shopDays(zone) })
    },
    /** The connections are closed by the caller that opened them. */
    async close() {},
  }
}

function readHistories(sql: Sql): DerivedStore['history'] {
  const reads = new HistoryReads(sql)
  return (shop, subjects, limit) => reads.read(shop, subjects, limit)
}

function deriving({ sql: db, whole, prune }: Scope) {
  return {
    async offset(shop: ShopId): Promise<number> {
      return (await findStanding(db, shop))?.reached ?? 0
    },

    async apply(shop: ShopId, batch: DerivedBatch, windows: Records.AttributionWindows): Promise<boolean> {
      const outcome = await whole(async (sql) => {
        const standing = await lockStanding(sql, shop)
        const applied = batch.recount ? recountBatch : applyBatch
        return applied(sql, standing, batch, windows)
      })
      if (typeof outcome === 'object') await prune(outcome)
      return outcome !== false
    },

    async zone(shop: ShopId): Promise<string> {
      return (await findStanding(db, shop))?.zone ?? 'UTC'
    },

    async setZone(shop: ShopId, zone: string): Promise<void> {
      await whole(async (sql) => {
        const standing = await lockStanding(sql, shop)
        // Another node may have set the same zone already.
        if (standing.zone !== zone) await restartRecount(sql, { ...standing, zone })
      })
    },

    async pendingRecount(shop: ShopId): Promise<Records.RecountRange | undefined> {
      const standing = await findStanding(db, shop)
      if (!standing || standing.recounted >= standing.recountUntil) return undefined
      return { after: standing.recounted, until: standing.recountUntil }
    },

    async putAside(shop: ShopId, aside: SetAside): Promise<void> {
      await whole(async (sql) => putAside(sql, await holdNumber(sql, shop), aside))
    },

    dropAside: (shop: ShopId, kind: SetAsideKind, key: string): Promise<boolean> =>
      whole(async (sql) => dropAside(sql, await holdNumber(sql, shop), kind, key)),
  }
}

function shopRemoval({ sql: db, whole }: Scope) {
  return {
    async erasePerson(shop: ShopId, person: Records.ErasedPerson): Promise<void> {
      await whole(async (sql) => {
        const standing = await lockKnown(sql, shop)
        if (standing) await erasePerson(sql, standing, person)
      })
    },

    /** Does nothing: no statement can read removed rows, and PostgreSQL overwrites them when it vacuums. */
    async scrub(): Promise<void> {},

    async rewriteErased(): Promise<boolean> {
      return false
    },

    async reset(shop: ShopId): Promise<void> {
      await whole(async (sql) => {
        const standing = await lockKnown(sql, shop)
        if (standing) await resetShop(sql, standing.no)
      }, LONG)
    },

    async drop(shop: ShopId): Promise<void> {
      const no = await numberOf(db, shop)
      if (no === 0) return
      // The shop's own row is deleted last, so that an interrupted removal is found and continued at the next try.
      for (const table of ALL_TABLES) await deleteInBatches(db, { table, where: 'shop = ANY($1)', values: [[no, -no]] })
      await db.run('DELETE FROM derived_shops WHERE no = $1', [no])
    },
  }
}

import type { TransactionLimits } from '../postgres/database.ts'
import type { Doomed } from '../postgres/delete-in-batches.ts'
import type { ShopId } from '../record-store/record-store.ts'
import type { DerivedSql } from './derived-sql.ts'
import type { NewDay } from './sql-prune.ts'
import { numberOf } from './sql-shop-row.ts'

/** On the pool, or in the current transaction. */
export interface Scope {
  sql: DerivedSql
  whole<T>(work: (sql: DerivedSql) => Promise<T>, limits?: TransactionLimits): Promise<T>
  prune(day: NewDay): Promise<void>
  /** In several commits, so that others do not wait long. */
  deleteAll(doomed: Doomed): Promise<void>
}

/** Background work can be retried, so it does not wait long for a locked shop. */
export const BRIEFLY: TransactionLimits = { lockWithinMs: 1000 }

/** Waits until all have ended, then throws the first error. */
export async function allDone(works: readonly Promise<void>[]): Promise<void> {
  for (const end of await Promise.allSettled(works)) if (end.status === 'rejected') throw end.reason
}

// biome-ignore lint/suspicious/noExplicitAny: the arguments of the reads differ
type Read = (sql: DerivedSql, no: number, ...args: any[]) => unknown
type OfShop<R extends Read> = R extends (sql: DerivedSql, no: number, ...args: infer Args) => infer Answer
  ? (shop: ShopId, ...args: Args) => Promise<Awaited<Answer>>
  : never

export function readsOfShop<Reads extends Record<string, Read>>(
  sql: DerivedSql,
  reads: Reads,
): { [Name in keyof Reads]: OfShop<Reads[Name]> } {
  const named = Object.entries(reads).map(([name, read]) => [
    name,
    async (shop: ShopId, ...args: unknown[]) => read(sql, await numberOf(sql, shop), ...args),
  ])
  return Object.fromEntries(named)
}

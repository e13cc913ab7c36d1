import type { Sql, TransactionLimits } from '../postgres/database.ts'
import type { ShopId } from '../record-store/record-store.ts'
import type { NewDay } from './postgres-prune.ts'
import { findStanding } from './postgres-standing.ts'

/** Runs statements on the pool, or in a transaction under way. */
export interface Scope {
  sql: Sql
  whole<T>(work: (sql: Sql) => Promise<T>, limits?: TransactionLimits): Promise<T>
  prune(day: NewDay): Promise<void>
}

/** For background work that can be retried: it does not wait long for a locked shop. */
export const BRIEFLY: TransactionLimits = { lockWithinMs: 1000 }

/** Returns 0, which no shop has, if the shop is not known. */
export async function numberOf(sql: Sql, shop: ShopId): Promise<number> {
  return (await findStanding(sql, shop))?.no ?? 0
}

/** Waits until all have ended, then throws the first error. */
export async function allDone(works: readonly Promise<void>[]): Promise<void> {
  for (const end of await Promise.allSettled(works)) if (end.status === 'rejected') throw end.reason
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the reads take beside the shop
type Read = (sql: Sql, no: number, ...args: any[]) => unknown
type OfShop<R extends Read> = R extends (sql: Sql, no: number, ...args: infer Args) => infer Answer
  ? (shop: ShopId, ...args: Args) => Promise<Awaited<Answer>>
  : never

/** Turns reads by a shop's number into reads by its name. */
export function readsOfShop<Reads extends Record<string, Read>>(
  sql: Sql,
  reads: Reads,
): { [Name in keyof Reads]: OfShop<Reads[Name]> } {
  const named = Object.entries(reads).map(([name, read]) => [
    name,
    async (shop: ShopId, ...args: unknown[]) => read(sql, await numberOf(sql, shop), ...args),
  ])
  return Object.fromEntries(named)
}

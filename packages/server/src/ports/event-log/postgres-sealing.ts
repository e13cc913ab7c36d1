/**
 * Moves the oldest runs of a log to the snapshot store. Each attempt first stores the name under which it publishes, so
 * that what a failed attempt published can be found and deleted.
 */
import { randomUUID } from 'node:crypto'
import type { PostgresDatabase, Sql } from '../postgres/database.ts'
import { compress, lines } from './postgres-runs.ts'
import type { UnsignedManifests } from '../snapshot-store/signed-manifests.ts'
import { READ_BYTES } from './event-log.ts'
import type { SealedRuns } from './sealed-runs.ts'

export interface SealPlan {
  /** Part of the name of every sealed run. */
  storeId: string
  /** Last day to move, in days since 1970. */
  untilDay: number
  /** Shops with fewer old events are left alone; 1000 by default. */
  minEvents?: number
}

interface OldRun {
  first: number
  count: number
  day: number
  heads: Buffer
  bodies: Buffer
  sents: Buffer
}

type OpenRun = OldRun & { read: Record<'heads' | 'bodies' | 'sents', string[]> }

const SEALED_EVENTS = 10_000
const MIN_EVENTS = 1000
const ROWS_AT_ONCE = 2000

/** Seals at most one object per shop. Returns how many events were moved. Several nodes may call this at once. */
export async function sealOldRuns(db: PostgresDatabase, sealed: SealedRuns, plan: SealPlan): Promise<number> {
  await abandon(
    sealed,
    await db.rows<Attempt>("DELETE FROM log_sealing WHERE at < now() - interval '1 hour' RETURNING name"),
  )
  const shops = await db.rows<{ shop_no: number; events: number }>(
    `SELECT shop_no, sum(count) AS events FROM log_runs WHERE sealed IS NULL AND day <= $1
     GROUP BY shop_no HAVING sum(count) >= $2 ORDER BY shop_no`,
    [plan.untilDay, plan.minEvents ?? MIN_EVENTS],
  )
  let moved = 0
  let failure: unknown
  for (const { shop_no } of shops)
    moved += await sealShop(db, sealed, plan, shop_no).catch((error: unknown) => {
      failure = error
      return 0
    })
  // A shop that cannot be sealed does not prevent the others from being sealed.
  if (failure !== undefined && moved === 0) throw failure
  return moved
}

async function sealShop(db: PostgresDatabase, sealed: SealedRuns, plan: SealPlan, shopNo: number): Promise<number> {
  const runs = oldest(await unsealedRuns(db, shopNo), plan.untilDay)
  const [first] = runs
  if (!first) return 0
  const count = runs.reduce((sum, run) => sum + run.count, 0)
  const name = `events ${plan.storeId} ${shopNo} ${first.first} ${randomUUID()}`
  const merged = (column: 'heads' | 'bodies' | 'sents') => compress(runs.flatMap(({ read }) => read[column]))
  await db.run('INSERT INTO log_sealing (name, shop_no) VALUES ($1, $2)', [name, shopNo])
  const hash = await sealed.publish(name, { heads: merged('heads'), bodies: merged('bodies'), sents: merged('sents') })
  if (await db.transaction((sql) => replaceRuns(sql, shopNo, runs, { name, count }))) return count
  await sealed.remove(name, hash)
  await db.run('DELETE FROM log_sealing WHERE name = $1', [name])
  return 0
}

interface Attempt {
  name: string
}

/** Must be called after an erasure, because attempts may contain erased events. */
export async function abandonSealing(db: PostgresDatabase, sealed: SealedRuns, shopNo: number): Promise<void> {
  await abandon(sealed, await db.rows<Attempt>('DELETE FROM log_sealing WHERE shop_no = $1 RETURNING name', [shopNo]))
}

async function abandon(sealed: SealedRuns, attempts: readonly Attempt[]): Promise<void> {
  for (const { name } of attempts) await sealed.remove(name)
}

/** Sealed runs are always the beginning of the log. Returns the oldest others, of about `READ_BYTES`, compressed. */
function unsealedRuns(sql: Sql, shopNo: number): Promise<OldRun[]> {
  return sql.rows<OldRun>(
    `WITH planned AS (
       SELECT first, sum(octet_length(bodies) + octet_length(sents)) OVER (ORDER BY first) AS so_far, octet_length(bodies) + octet_length(sents) AS own
       FROM log_runs WHERE shop_no = $1 AND sealed IS NULL ORDER BY first LIMIT ${ROWS_AT_ONCE})
     SELECT first, count, day, heads, bodies, sents FROM log_runs JOIN planned USING (first)
     WHERE shop_no = $1 AND so_far - own < ${READ_BYTES} ORDER BY first`,
    [shopNo],
  )
}

/** An object is read as a whole, so its events and bytes are limited. */
function oldest(runs: readonly OldRun[], untilDay: number): OpenRun[] {
  const chosen: OpenRun[] = []
  let events = 0
  let bytes = 0
  for (const run of runs) {
    if (run.day > untilDay || events + run.count > SEALED_EVENTS || bytes >= READ_BYTES) break
    const read = { heads: lines(run.heads), bodies: lines(run.bodies), sents: lines(run.sents) }
    chosen.push({ ...run, read })
    events += run.count
    for (const text of [...read.bodies, ...read.sents]) bytes += text.length
  }
  return chosen
}

/** Returns false if somebody was erased since the runs were read, another node was faster, or the shop was dropped. */
async function replaceRuns(
  sql: Sql,
  shopNo: number,
  runs: readonly OldRun[],
  { name, count }: { name: string; count: number },
): Promise<boolean> {
  await sql.rows('SELECT no FROM log_shops WHERE no = $1 FOR UPDATE', [shopNo])
  if ((await sql.run('DELETE FROM log_sealing WHERE name = $1', [name])) === 0) return false
  const [from, to] = [runs[0]!.first, runs.at(-1)!.first]
  const range = 'shop_no = $1 AND first BETWEEN $2 AND $3'
  const now = await sql.rows<{ heads: Buffer }>(`SELECT heads FROM log_runs WHERE ${range} ORDER BY first`, [
    ...[shopNo, from, to],
  ])
  // An erasure in between would have changed the heads.
  const isSame = now.length === runs.length && now.every(({ heads }, i) => heads.equals(runs[i]!.heads))
  if (!isSame) return false
  await sql.run(`DELETE FROM log_runs WHERE ${range}`, [shopNo, from, to])
  await sql.run(
    `INSERT INTO log_runs (shop_no, first, count, day, heads, bodies, sents, sealed, is_signed)
     VALUES ($1, $2, $3, $4, '', '', '', $5, true)`,
    [shopNo, from, count, runs.at(-1)!.day, name],
  )
  // Versions without sealed runs can no longer read the log.
  await sql.run(`UPDATE migrations SET least_reader = ${SEALED_STEP} WHERE part = 'events' AND step = ${SEALED_STEP}`)
  return true
}

const SEALED_STEP = 3

/** Manifests without a signature are signed when they are first read. */
export function unsignedRuns(db: Pick<PostgresDatabase, 'rows' | 'run'>): UnsignedManifests {
  return {
    has: async (name) =>
      (await db.rows('SELECT 1 FROM log_runs WHERE sealed = $1 AND NOT is_signed', [name])).length > 0,
    async forget(name) {
      await db.run('UPDATE log_runs SET is_signed = true WHERE sealed = $1', [name])
    },
  }
}

/**
 * Brings the store's tables to this version while nodes of the version before go on working: a step only adds (expand), and what
 * nobody reads any more goes in a step of a later release (contract). Such a step says which readers it leaves behind.
 */
import { LONG, type PostgresDatabase, type Sql } from './database.ts'
import { StoreUnusable } from './store-unusable.ts'

export interface Migration {
  sql: string
  /** A program that knows fewer steps of this part than this cannot work on the tables any more. Absent: every one can. */
  leastReader?: number
}

/** The tables of one port; a published step is never edited. */
export interface SchemaPart {
  part: string
  steps: readonly Migration[]
}

const LEAST_SERVER = 150_000

export async function prepareStore(
  db: PostgresDatabase,
  parts: readonly SchemaPart[],
  leastServer = LEAST_SERVER,
): Promise<void> {
  const [server] = await db.rows<{ num: string; version: string; standby: boolean }>(
    "SELECT current_setting('server_version_num') AS num, current_setting('server_version') AS version, pg_is_in_recovery() AS standby",
  )
  if (Number(server?.num) < leastServer)
    throw new StoreUnusable(
      `VITRINE_STORE: PostgreSQL ${leastServer / 10_000} or later is needed, this server is ${server?.version}.`,
    )
  if (server?.standby)
    throw new StoreUnusable('VITRINE_STORE: this PostgreSQL is a standby that may only be read; name the primary.')
  if (await isCurrent(db, parts)) return
  await db.transaction(async (sql) => {
    // One node migrates; the others wait, and find it done.
    await sql.rows('SET LOCAL lock_timeout = 0')
    await sql.rows('SELECT pg_advisory_xact_lock(hashtext($1))', [`vitrine migrations ${db.schema}`])
    await createBase(sql, db.schema)
    for (const part of parts) await migratePart(sql, part)
  }, LONG)
}

/** Most starts find nothing to do, and need no right to create anything. */
async function isCurrent(db: PostgresDatabase, parts: readonly SchemaPart[]): Promise<boolean> {
  const [found] = await db.rows<{ found: string | null }>('SELECT to_regclass($1) AS found', [
    `${db.schema}.migrations`,
  ])
  if (found?.found === null || found === undefined) return false
  const standings = await Promise.all(parts.map((part) => standing(db, part)))
  return standings.every(({ version }, i) => version >= (parts[i]?.steps.length ?? 0))
}

async function createBase(sql: Sql, schema: string): Promise<void> {
  const [found] = await sql.rows<{ n: number }>('SELECT count(*) AS n FROM pg_namespace WHERE nspname = $1', [schema])
  if (found?.n === 0) await sql.rows(`CREATE SCHEMA ${schema}`)
  await sql.rows(`CREATE TABLE IF NOT EXISTS migrations (
    part text NOT NULL, step int NOT NULL, least_reader int NOT NULL, at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (part, step))`)
  await sql.rows('CREATE TABLE IF NOT EXISTS store (id uuid NOT NULL)')
  await sql.rows('INSERT INTO store SELECT gen_random_uuid() WHERE NOT EXISTS (SELECT FROM store)')
}

async function standing(sql: Sql, { part, steps }: SchemaPart): Promise<{ version: number }> {
  const [row] = await sql.rows<{ version: number; least: number }>(
    'SELECT coalesce(max(step), 0) AS version, coalesce(max(least_reader), 0) AS least FROM migrations WHERE part = $1',
    [part],
  )
  const { version = 0, least = 0 } = row ?? {}
  if (least > steps.length)
    throw new StoreUnusable(
      `VITRINE_STORE: a newer Vitrine changed the ${part} tables (step ${version}) in a way this one, which knows ${steps.length}, cannot work with: run the newer Vitrine.`,
    )
  return { version }
}

async function migratePart(sql: Sql, schemaPart: SchemaPart): Promise<void> {
  const { part, steps } = schemaPart
  const { version } = await standing(sql, schemaPart)
  for (let step = version; step < steps.length; step++) {
    const { sql: text, leastReader = 0 } = steps[step] as Migration
    await sql.rows(text)
    const record = 'INSERT INTO migrations (part, step, least_reader) VALUES ($1, $2, $3)'
    await sql.run(record, [part, step + 1, leastReader])
  }
}

/**
 * What tells this store from any other: caches that were made from another one are not used. A server that was restored to an earlier
 * moment, or took over from another, counts a new timeline: numbers of the former one may be given again, for something else.
 */
export async function storeId(db: PostgresDatabase): Promise<string> {
  const [row] = await db.rows<{ id: string; timeline: string }>(
    'SELECT id, left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline FROM store',
  )
  const timeline = Number.parseInt(row?.timeline ?? '1', 16)
  return timeline === 1 ? (row?.id as string) : `${row?.id}-${timeline}`
}

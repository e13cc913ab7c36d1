/** A step only adds, so that nodes of the previous version keep working. A later release removes what is unused. */
import { setTimeout as pause } from 'node:timers/promises'
import { LONG, type PostgresDatabase, type Sql } from './database.ts'
import { isStoreBusy, StoreUnusable } from './store-unusable.ts'

export interface Migration {
  sql: string
  /** Created before `sql`, concurrently with writers: index name → table and columns. */
  indexes?: Readonly<Record<string, string>>
  /** Versions with fewer steps of this part cannot use the tables. Absent: every version can. */
  minReader?: number
}

/** A published step is never edited. */
export interface SchemaPart {
  part: string
  steps: readonly Migration[]
}

const MIN_SERVER = 150_000

export async function prepareStore(
  db: PostgresDatabase,
  parts: readonly SchemaPart[],
  minServer = MIN_SERVER,
): Promise<void> {
  const [server] = await db.rows<{ num: string; version: string; standby: boolean }>(
    "SELECT current_setting('server_version_num') AS num, current_setting('server_version') AS version, pg_is_in_recovery() AS standby",
  )
  if (Number(server?.num) < minServer)
    throw new StoreUnusable(
      `VITRINE_STORE: PostgreSQL ${minServer / 10_000} or later is needed, this server is ${server?.version}.`,
    )
  if (server?.standby)
    throw new StoreUnusable('VITRINE_STORE: this PostgreSQL is a read-only standby; name the primary.')
  if (await isCurrent(db, parts)) return
  await withMigrationLock(db, (sql) => createBase(sql, db.schema))
  for (const part of parts) while (await nextStep(db, part)) {}
}

/** Returns false if the part was up to date. */
async function nextStep(db: PostgresDatabase, part: SchemaPart): Promise<boolean> {
  const [version = 0] = await versions(db, [part])
  for (const [name, on] of Object.entries(part.steps[version]?.indexes ?? {})) await createIndex(db, name, on)
  return withMigrationLock(db, (sql) => migrateStep(sql, part))
}

/** Cannot run in a transaction. An interrupted creation leaves an invalid index to replace. */
async function createIndex(db: PostgresDatabase, name: string, on: string): Promise<void> {
  const [found] = await db.rows<{ valid: boolean }>(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [`${db.schema}.${name}`],
  )
  if (found?.valid) return
  await db.alter(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
  await db.alter(`CREATE INDEX CONCURRENTLY ${name} ON ${on}`)
}

/** Later statements on a table queue behind a waiting step, so it must not wait long. */
const LOCK_TIMEOUT_MS = 100
const PAUSE_MS = 2000
/** After this many attempts, an operator is told that a transaction stays open. */
const TRIES = 150

/** One node at a time runs a step. If a table is locked, the step is cancelled and retried, so that nobody queues. */
async function withMigrationLock<T>(db: PostgresDatabase, step: (sql: Sql) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction(async (sql) => {
        await sql.rows('SET LOCAL lock_timeout = 0')
        await sql.rows('SELECT pg_advisory_xact_lock(hashtext($1))', [`vitrine migrations ${db.schema}`])
        await sql.rows(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
        return step(sql)
      }, LONG)
    } catch (error) {
      if (!isStoreBusy(error) || tries === TRIES) throw error
      await pause(PAUSE_MS)
    }
  }
}

/** True in most starts, which then need no right to create anything. */
async function isCurrent(db: PostgresDatabase, parts: readonly SchemaPart[]): Promise<boolean> {
  const [found] = await db.rows<{ found: string | null }>('SELECT to_regclass($1) AS found', [
    `${db.schema}.migrations`,
  ])
  if (found?.found === null || found === undefined) return false
  const known = await versions(db, parts)
  return parts.every(({ steps }, i) => (known[i] as number) >= steps.length)
}

async function createBase(sql: Sql, schema: string): Promise<void> {
  const [found] = await sql.rows<{ n: number }>('SELECT count(*) AS n FROM pg_namespace WHERE nspname = $1', [schema])
  if (found?.n === 0) await sql.rows(`CREATE SCHEMA ${schema}`)
  await sql.rows(`CREATE TABLE IF NOT EXISTS migrations (
    part text NOT NULL, step int NOT NULL, least_reader int NOT NULL, at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (part, step))`)
  await sql.rows('CREATE TABLE IF NOT EXISTS store (id uuid NOT NULL)')
  await sql.rows('INSERT INTO store SELECT gen_random_uuid() WHERE NOT EXISTS (SELECT FROM store)')
}

/** Throws `StoreUnusable` if this version cannot use the tables of a newer Vitrine. Nodes check this while they run. */
export async function versions(sql: Pick<Sql, 'rows'>, parts: readonly SchemaPart[]): Promise<number[]> {
  const rows = await sql.rows<{ part: string; version: number; least: number }>(
    'SELECT part, max(step) AS version, max(least_reader) AS least FROM migrations GROUP BY part',
  )
  return parts.map(({ part, steps }) => {
    const { version = 0, least = 0 } = rows.find((row) => row.part === part) ?? {}
    if (least > steps.length)
      throw new StoreUnusable(
        `VITRINE_STORE: a newer Vitrine changed the ${part} tables (step ${version}) in a way this one, which knows ${steps.length}, cannot work with: run the newer Vitrine.`,
      )
    return version
  })
}

/** Runs in the caller's transaction. Returns false if there was no step. */
async function migrateStep(sql: Sql, schemaPart: SchemaPart): Promise<boolean> {
  const { part, steps } = schemaPart
  const [version = 0] = await versions(sql, [schemaPart])
  const step = steps[version]
  if (!step) return false
  await sql.rows(step.sql)
  const record = 'INSERT INTO migrations (part, step, least_reader) VALUES ($1, $2, $3)'
  await sql.run(record, [part, version + 1, step.minReader ?? 0])
  return true
}

/** The user may read and write the tables, including those of later versions, but not alter them. */
export async function grantUse(db: PostgresDatabase, user: string): Promise<void> {
  const [quoted] = await db.rows<{ name: string }>('SELECT quote_ident($1) AS name', [user])
  const [schema, to] = [db.schema, `TO ${quoted?.name}`]
  const rows = 'SELECT, INSERT, UPDATE, DELETE'
  for (const statement of [
    `GRANT USAGE ON SCHEMA ${schema} ${to}`,
    `GRANT ${rows} ON ALL TABLES IN SCHEMA ${schema} ${to}`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} ${to}`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT ${rows} ON TABLES ${to}`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT USAGE ON SEQUENCES ${to}`,
  ])
    await db.rows(statement)
}

/** Identifies the store for caches. Includes the timeline, because numbers may be reused after a restore. */
export async function storeId(db: PostgresDatabase): Promise<string> {
  const [row] = await db.rows<{ id: string; timeline: string }>(
    'SELECT id, left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline FROM store',
  )
  const timeline = Number.parseInt(row?.timeline ?? '1', 16)
  return timeline === 1 ? (row?.id as string) : `${row?.id}-${timeline}`
}

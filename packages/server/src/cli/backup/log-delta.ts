/** Writes what was added to the event log since an earlier backup to a database, and applies it when restoring. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { EVENT_MIGRATIONS } from '../../ports/event-log/event-migrations.ts'
import { ROWS_PER_SHOP } from '../../ports/event-log/event-chunks.ts'
import { SUBJECTS_PER_BLOCK } from '../../ports/event-log/subject-index.ts'
import { inTransaction, openDatabase, schemaVersion } from '../../ports/sqlite/database.ts'
import type { LogState } from './manifest.ts'

const CHUNK_COLUMNS = 'row, count, heads, bodies, sents'

export function logState(log: DatabaseSync): LogState {
  const version = schemaVersion(log)
  if (version !== EVENT_MIGRATIONS.length) return { version, shops: [], lastIdRun: 0, lastRewrite: 0 }
  const shops = log.prepare('SELECT shop, number, last_offset, salt FROM shops ORDER BY number').all()
  return {
    version,
    shops: shops.map((row) => ({
      name: row.shop as string,
      number: row.number as number,
      lastOffset: row.last_offset as number,
      salt: Buffer.from(row.salt as Uint8Array).toString('hex'),
    })),
    lastIdRun: highest(log, 'SELECT max(run) AS value FROM id_runs'),
    lastRewrite: highest(log, 'SELECT max(number) AS value FROM rewritten_chunks'),
  }
}

/** False after an erasure: the files of the earlier backup still contain the erased events. */
export function canContinue(before: LogState, now: LogState): boolean {
  const isThisVersion = before.version === EVENT_MIGRATIONS.length && now.version === before.version
  return isThisVersion && now.lastRewrite === before.lastRewrite
}

/** `log` must not change meanwhile. */
export function writeDelta(log: DatabaseSync, path: string, before: LogState): void {
  const delta = openDatabase(path, EVENT_MIGRATIONS)
  try {
    // No sync here: the caller syncs the finished file.
    delta.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF')
    inTransaction(delta, () => {
      for (const table of ['shops', 'id_erased', 'id_days', 'id_hashes'])
        copyRows(log, delta, `SELECT * FROM ${table}`, table)
      copyRows(log, delta, 'SELECT * FROM id_runs', 'id_runs')
      for (const { number, lastOffset } of continuedShops(before, logState(log)))
        copyShop(log, delta, number, lastOffset)
      const block = log.prepare('SELECT * FROM id_blocks WHERE block >= ?')
      insertAll(delta, 'id_blocks', block.iterate((before.lastIdRun + 1) * BLOCKS_PER_RUN))
    })
  } finally {
    delta.close()
  }
}

const BLOCKS_PER_RUN = 4096

/** Pairs each shop with the offset after which its events are new: 0 for a shop that was created again. */
function continuedShops(before: LogState, now: LogState): { number: number; lastOffset: number }[] {
  return now.shops.map(({ number, salt }) => {
    const known = before.shops.find((shop) => shop.number === number && shop.salt === salt)
    return { number, lastOffset: known?.lastOffset ?? 0 }
  })
}

function copyShop(log: DatabaseSync, delta: DatabaseSync, number: number, after: number): void {
  const base = number * ROWS_PER_SHOP
  const chunks = log.prepare(`SELECT ${CHUNK_COLUMNS} FROM chunks WHERE row > ? AND row < ? ORDER BY row`)
  insertAll(delta, 'chunks', chunks.iterate(base + after, base + ROWS_PER_SHOP))
  const blocks = log.prepare('SELECT row, hashes FROM subject_blocks WHERE row >= ? AND row < ?')
  const firstBlock = Math.floor(after / SUBJECTS_PER_BLOCK)
  insertAll(delta, 'subject_blocks', blocks.iterate(base + firstBlock, base + ROWS_PER_SHOP))
}

export function applyDelta(logPath: string, deltaPath: string): void {
  const log = new DatabaseSync(logPath)
  try {
    log.exec('PRAGMA synchronous = OFF')
    log.prepare('ATTACH ? AS delta').run(deltaPath)
    inTransaction(log, () => {
      const gone = log
        .prepare(
          `SELECT number FROM main.shops AS old WHERE NOT EXISTS
             (SELECT 1 FROM delta.shops AS new WHERE new.number = old.number AND new.salt = old.salt)`,
        )
        .all()
      for (const { number } of gone) dropShop(log, number as number)
      for (const table of ['shops', 'id_erased', 'id_days', 'id_hashes', 'id_runs'])
        log.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM delta.${table}`)
      for (const table of ['chunks', 'subject_blocks', 'id_blocks'])
        log.exec(`INSERT OR REPLACE INTO main.${table} SELECT * FROM delta.${table}`)
      log.exec(`DELETE FROM main.id_blocks WHERE block / ${BLOCKS_PER_RUN} NOT IN (SELECT run FROM main.id_runs)`)
    })
  } finally {
    log.close()
  }
}

function dropShop(log: DatabaseSync, number: number): void {
  const base = number * ROWS_PER_SHOP
  for (const table of ['chunks', 'subject_blocks', 'rewritten_chunks'])
    log.prepare(`DELETE FROM main.${table} WHERE row >= ? AND row < ?`).run(base, base + ROWS_PER_SHOP)
}

function copyRows(from: DatabaseSync, to: DatabaseSync, select: string, table: string): void {
  insertAll(to, table, from.prepare(select).iterate())
}

function insertAll(to: DatabaseSync, table: string, rows: Iterable<Record<string, unknown>>): void {
  let insert: StatementSync | undefined
  for (const row of rows) {
    const columns = Object.keys(row)
    insert ??= to.prepare(`INSERT OR REPLACE INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`)
    insert.run(...(Object.values(row) as never[]))
  }
}

function highest(db: DatabaseSync, sql: string): number {
  return (db.prepare(sql).get() as { value: number | null }).value ?? 0
}

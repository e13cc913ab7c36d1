/** A PostgreSQL database as one end of a move. No node may work on it meanwhile. */
import { setTimeout as pause } from 'node:timers/promises'
import { zstdDecompressSync } from 'node:zlib'
import { STORE_SCHEMA } from '../../compose/store-postgres.ts'
import { Refusal } from '../../features/errors.ts'
import { readHead } from '../../ports/event-log/event-lines.ts'
import { compress } from '../../ports/event-log/postgres-runs.ts'
import { LONG, type PostgresDatabase, type Sql } from '../../ports/postgres/database.ts'
import { openPostgres } from '../../ports/postgres/open-postgres.ts'
import type { StoreEnd } from './move-store.ts'
import type { MovedTable } from './moved-tables.ts'
import type { Cell, Row } from './table-checksum.ts'

const PAGE = 500
const DAY_MS = 86_400_000

export async function postgresEnd(url: string): Promise<StoreEnd> {
  const db = await openPostgres({ url }, STORE_SCHEMA)
  await refuseOtherNodes(db)
  await refuseSealedEvents(db)
  return {
    name: 'PostgreSQL',
    read: (table) => readTable(db, table),
    replace: (table, pages) => replaceTable(db, table, pages),
    async finish({ lastSeq }) {
      await db.run(
        `INSERT INTO feeds (shop, seq, revision) SELECT id, $1, 1 FROM shops
         ON CONFLICT (shop) DO UPDATE SET seq = greatest(feeds.seq, excluded.seq), revision = feeds.revision + 1`,
        [lastSeq],
      )
    },
    async lastSeq() {
      const [row] = await db.rows<{ seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM feeds')
      return row?.seq ?? 0
    },
    close: () => db.close(),
  }
}

/** How long PostgreSQL may still list a connection that a node or this process has closed. */
const CLOSED_WITHIN_MS = 5000
const PAUSE_MS = 200

async function refuseOtherNodes(db: PostgresDatabase): Promise<void> {
  const until = Date.now() + CLOSED_WITHIN_MS
  while (await hasOtherNodes(db)) {
    if (Date.now() > until) {
      await db.close()
      throw new Refusal(409, 'nodes are connected to this PostgreSQL: stop them first')
    }
    await pause(PAUSE_MS)
  }
}

async function hasOtherNodes(db: PostgresDatabase): Promise<boolean> {
  const [row] = await db.rows<{ n: number }>(
    `SELECT count(*) AS n FROM pg_stat_activity
     WHERE application_name LIKE 'vitrine%' AND datname = current_database() AND pid <> pg_backend_pid()`,
  )
  return (row?.n ?? 0) > 0
}

async function refuseSealedEvents(db: PostgresDatabase): Promise<void> {
  const [row] = await db.rows<{ n: number }>('SELECT count(*) AS n FROM log_runs WHERE sealed IS NOT NULL')
  if ((row?.n ?? 0) === 0) return
  await db.close()
  throw new Refusal(
    409,
    'old events of this PostgreSQL are in a snapshot store (VITRINE_SEAL_AFTER_DAYS) and cannot be moved from there',
  )
}

function columnsOf({ columns, renamed = {} }: MovedTable): string[] {
  return columns.map((column) => renamed[column] ?? column)
}

/** Reads in pages, because a log may exceed memory. Each page is one transaction, because the reader may be slow. */
async function* readTable(db: PostgresDatabase, table: MovedTable): AsyncIterable<Row[]> {
  const names = columnsOf(table)
  let after = '(0,0)'
  for (;;) {
    const rows = await db.rows<Record<string, Cell | boolean> & { ctid: string }>(
      `SELECT ctid, ${names.join(', ')} FROM ${table.postgres} WHERE ctid > $1::tid ORDER BY ctid LIMIT ${PAGE}`,
      [after],
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => names.map((name) => readCell(table, name, row[name] as Cell | boolean)))
    after = last.ctid
  }
}

const LINES = new Set(['heads', 'bodies', 'sents'])

function readCell({ postgres }: MovedTable, name: string, cell: Cell | boolean): Cell {
  if (typeof cell === 'boolean') return Number(cell)
  if (postgres === 'log_runs' && LINES.has(name)) return zstdDecompressSync(cell as Uint8Array).toString()
  return cell
}

async function replaceTable(
  db: PostgresDatabase,
  table: MovedTable,
  pages: AsyncIterable<readonly Row[]>,
): Promise<void> {
  let isBegun = false
  await db.transaction(async (sql) => {
    // The pages can be read only once, so the transaction cannot be repeated after a lost connection: the operator must
    // run the whole move again.
    if (isBegun) throw new Refusal(409, 'the connection to PostgreSQL was lost: run the move again')
    isBegun = true
    await sql.rows('SET LOCAL idle_in_transaction_session_timeout = 0')
    await sql.run(`DELETE FROM ${table.postgres}`)
    for await (const page of pages) await insert(sql, table, page)
    if (table.identity)
      await sql.rows(
        `SELECT setval(pg_get_serial_sequence('${table.postgres}', '${table.identity}'),
           (SELECT coalesce(max(${table.identity}), 0) + 1 FROM ${table.postgres}), false)`,
      )
  }, LONG)
}

async function insert(sql: Sql, table: MovedTable, page: readonly Row[]): Promise<void> {
  const isLog = table.postgres === 'log_runs'
  const names = isLog ? [...columnsOf(table), 'day'] : columnsOf(table)
  const rows = page.map((row) => (isLog ? runCells(row) : row))
  const marks = rows.map((_, i) => `(${names.map((_, j) => `$${i * names.length + j + 1}`).join(', ')})`)
  const values = rows.flatMap((row) => row.map((cell, i) => writeCell(table, names[i] as string, cell)))
  await sql.run(
    `INSERT INTO ${table.postgres} (${names.join(', ')}) OVERRIDING SYSTEM VALUE VALUES ${marks.join(', ')}`,
    values,
  )
}

function writeCell({ boolean }: MovedTable, name: string, cell: Cell): unknown {
  if (name === boolean) return cell === 1
  return cell instanceof Uint8Array ? Buffer.from(cell) : cell
}

/** Compresses the texts of a run of events, and adds the day on which its last event was received. */
function runCells(row: Row): Cell[] {
  const [shopNo, first, count, ...texts] = row as [number, number, number, string, string, string]
  const last = texts[0].split('\n').findLast((head) => head !== '')
  const day = last === undefined ? 0 : Math.floor(readHead(last).receivedAtMs / DAY_MS)
  return [shopNo, first, count, ...texts.map((text) => compress(text.split('\n'))), day]
}

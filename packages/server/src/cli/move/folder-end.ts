/** A data folder as one end of a move. Nothing else may have it open. */
import { join } from 'node:path'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { newId } from '../../new-id.ts'
import { DATA_FILES, lockDataFolder } from '../../ports/data-folder/data-folder.ts'
import { verifyFolder } from '../../ports/data-folder/verify-folder.ts'
import { bounded } from '../../ports/derived-store/postgres-keys.ts'
import { MIGRATIONS as DERIVED_MIGRATIONS } from '../../ports/derived-store/sqlite-schema.ts'
import { sealChecksum, textOf, withRoomForChecksum } from '../../ports/event-log/chunk-checksum.ts'
import { ROWS_PER_SHOP } from '../../ports/event-log/event-chunks.ts'
import { EVENT_MIGRATIONS } from '../../ports/event-log/event-migrations.ts'
import { configHash } from '../../ports/record-store/audit-records.ts'
import { RECORD_MIGRATIONS } from '../../ports/record-store/sqlite-schema.ts'
import { type Migrations, openDatabase } from '../../ports/sqlite/database.ts'
import { VECTOR_MIGRATIONS } from '../../ports/vector-archive/sqlite-tables.ts'
import { WEBHOOK_MIGRATIONS } from '../../ports/webhook-memory/sqlite.ts'
import type { StoreEnd } from './move-store.ts'
import type { DataFile, MovedTable } from './moved-tables.ts'
import type { Cell, Row } from './table-checksum.ts'

const PAGE = 500

const MIGRATIONS: Partial<Record<DataFile, Migrations>> = {
  records: RECORD_MIGRATIONS,
  events: EVENT_MIGRATIONS,
  derived: DERIVED_MIGRATIONS,
  vectors: VECTOR_MIGRATIONS,
  webhooks: WEBHOOK_MIGRATIONS,
}

export function folderEnd(folder: string): StoreEnd {
  const lock = lockDataFolder(folder)
  const open = new Map<DataFile, DatabaseSync>()
  const fileOf = ({ file }: Pick<MovedTable, 'file'>): DatabaseSync => {
    const known = open.get(file) ?? openDatabase(join(folder, DATA_FILES[file]), MIGRATIONS[file] ?? [])
    open.set(file, known)
    return known
  }
  verifyFolder(folder, { newId })
  return {
    name: folder,
    async *read(table) {
      const select = SELECTS[table.sqlite] ?? `SELECT ${table.columns.join(', ')} FROM ${table.sqlite}`
      let page: Row[] = []
      for (const row of fileOf(table).prepare(select).iterate()) {
        page.push(readRow(table, row))
        if (page.length < PAGE) continue
        yield page
        page = []
      }
      if (page.length > 0) yield page
    },
    async replace(table, pages) {
      const db = fileOf(table)
      db.exec('BEGIN IMMEDIATE')
      try {
        db.exec(`DELETE FROM ${table.sqlite}`)
        const write = table.sqlite === 'chunks' ? writeChunk : writeRow
        for await (const page of pages) for (const row of page) write(db, row, table)
        db.exec('COMMIT')
      } catch (error) {
        db.exec('ROLLBACK')
        throw error
      }
    },
    async finish({ lastSeq }) {
      fileOf({ file: 'records' }).prepare("UPDATE counters SET value = max(value, ?) WHERE name = 'seq'").run(lastSeq)
    },
    async lastSeq() {
      const row = fileOf({ file: 'records' }).prepare("SELECT value FROM counters WHERE name = 'seq'").get()
      return (row as { value: number }).value
    },
    async close() {
      for (const db of open.values()) db.close()
      lock.release()
    },
  }
}

/** The row number of a chunk encodes its shop and its first offset. */
const SELECTS: Readonly<Record<string, string>> = {
  chunks: `SELECT row / ${ROWS_PER_SHOP} AS shop_no, row % ${ROWS_PER_SHOP} AS first, count, heads, bodies, sents FROM chunks`,
  subject_blocks: `SELECT row / ${ROWS_PER_SHOP} AS shop_no, row % ${ROWS_PER_SHOP} AS block, hashes FROM subject_blocks`,
}

const LINES = new Set(['heads', 'bodies', 'sents'])
/** Columns whose length PostgreSQL limits, because they are part of keys there. */
const BOUNDED = new Set(['path', 'query', 'key'])

function readRow({ sqlite, columns }: MovedTable, row: Record<string, unknown>): Row {
  return columns.map((column): Cell => {
    const cell = row[column] as Cell
    if (cell instanceof Uint8Array) return sqlite === 'chunks' && LINES.has(column) ? textOf(cell) : cell
    if (typeof cell !== 'string') return cell
    const text = cell.replaceAll('\0', '\ufffd').toWellFormed()
    return BOUNDED.has(column) && sqlite !== 'conversions' ? bounded(text) : text
  })
}

function writeRow(db: DatabaseSync, row: Row, table: MovedTable): void {
  const cells = table.sqlite === 'subject_blocks' ? blockCells(row) : row
  const named = EXTRA[table.sqlite]?.(row) ?? []
  const columns = table.sqlite === 'subject_blocks' ? ['row', 'hashes'] : table.columns
  const names = [...columns, ...named.map(([name]) => name)]
  const values = [...cells, ...named.map(([, value]) => value)] as SQLInputValue[]
  db.prepare(`INSERT INTO ${table.sqlite} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`).run(
    ...values,
  )
}

const EXTRA: Readonly<Record<string, (row: Row) => [string, Cell][]>> = {
  shops: (row) => (row.length === 5 ? [['config_hash', configHash(row[4] as string)]] : []),
}

function blockCells([shopNo, block, hashes]: Row): Row {
  return [(shopNo as number) * ROWS_PER_SHOP + (block as number), hashes as Cell]
}

function writeChunk(db: DatabaseSync, [shopNo, first, count, ...texts]: Row): void {
  const row = (shopNo as number) * ROWS_PER_SHOP + (first as number)
  const sealed = ['heads', 'bodies', 'sents'].map((column, i) =>
    sealChecksum(withRoomForChecksum(texts[i] as string), `${row} ${column}`),
  )
  db.prepare('INSERT INTO chunks (row, count, heads, bodies, sents) VALUES (?, ?, ?, ?, ?)').run(
    ...[row, count as number],
    ...sealed,
  )
}

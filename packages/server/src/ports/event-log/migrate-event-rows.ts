/** Converts a log with one row per event to chunks, at the first start of a version with chunks. */
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../sqlite/database.ts'
import { toBytes, writeHead } from './event-lines.ts'
import { type EventChunks, ROWS_PER_SHOP } from './event-chunks.ts'

interface EventRow {
  row: number
  id: string
  received_at: number
  subjects: string
  body: string
  sent: string
}

const AT_ONCE = 1000

/** Commits each chunk separately, so that an interrupted migration continues at the next start. */
export function migrateEventRows(db: DatabaseSync, chunks: EventChunks): void {
  moveOldIds(db)
  const next = db.prepare('SELECT row, id, received_at, subjects, body, sent FROM events ORDER BY row LIMIT ?')
  const remove = db.prepare('DELETE FROM events WHERE row <= ?')
  for (;;) {
    const rows = withoutGap(next.all(AT_ONCE) as unknown as EventRow[])
    if (rows.length === 0) break
    inTransaction(db, () => {
      chunks.insert(rows[0]!.row, rows.length, toChunk(rows))
      remove.run(rows.at(-1)!.row)
    })
  }
}

/** Stops at the first missing offset, because a chunk has one line for each offset. */
function withoutGap(rows: readonly EventRow[]): EventRow[] {
  const first = rows[0]?.row ?? 0
  const end = rows.findIndex((row, i) => row.row !== first + i)
  return end < 0 ? [...rows] : rows.slice(0, end)
}

function toChunk(rows: readonly EventRow[]) {
  const heads = rows.map(({ id, received_at: receivedAtMs, subjects }) =>
    writeHead({ id, receivedAtMs, subjects: subjects === '' ? [] : subjects.split('\n') }),
  )
  return {
    heads: toBytes(heads),
    bodies: toBytes(rows.map((row) => row.body)),
    sents: toBytes(rows.map((row) => row.sent)),
  }
}

/** Only erased ids must be moved. All others can be read from the chunks. */
function moveOldIds(db: DatabaseSync): void {
  const old = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'ids_[0-9]*'").all()
  inTransaction(db, () => {
    for (const { name } of old as { name: string }[])
      db.exec(`
        INSERT OR IGNORE INTO id_hashes (hash, shop)
          SELECT hash, row / ${ROWS_PER_SHOP} FROM ${name} AS ids
          WHERE NOT EXISTS (SELECT 1 FROM events WHERE events.row = ids.row);
        DROP TABLE ${name}`)
  })
}

/** Brings a log of one row per event over to runs, once, at the first start of a Vitrine that keeps runs. */
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../sqlite/database.ts'
import { toBytes, writeHead } from './event-lines.ts'
import type { EventRuns } from './event-runs.ts'

interface EventRow {
  row: number
  id: string
  received_at: number
  subjects: string
  body: string
  sent: string
}

const AT_ONCE = 1000

/** Moves a run at a time, each in a commit of its own: whoever stops it in between goes on with it at the next start. */
export function moveRows(db: DatabaseSync, runs: EventRuns): void {
  const next = db.prepare('SELECT row, id, received_at, subjects, body, sent FROM events ORDER BY row LIMIT ?')
  const remove = db.prepare('DELETE FROM events WHERE row <= ?')
  for (;;) {
    const rows = withoutGap(next.all(AT_ONCE) as unknown as EventRow[])
    if (rows.length === 0) break
    inTransaction(db, () => {
      runs.insert(rows[0]!.row, rows.length, toRun(rows))
      remove.run(rows.at(-1)!.row)
    })
  }
  dropOldIds(db)
}

/** Up to the first offset that is missing: a run has one line for each offset. Shops lie far apart. */
function withoutGap(rows: readonly EventRow[]): EventRow[] {
  const first = rows[0]?.row ?? 0
  const end = rows.findIndex((row, i) => row.row !== first + i)
  return end < 0 ? [...rows] : rows.slice(0, end)
}

function toRun(rows: readonly EventRow[]) {
  const heads = rows.map(({ id, received_at: receivedAtMs, subjects }) =>
    writeHead({ id, receivedAtMs, subjects: subjects === '' ? [] : subjects.split('\n') }),
  )
  return {
    heads: toBytes(heads),
    bodies: toBytes(rows.map((row) => row.body)),
    sents: toBytes(rows.map((row) => row.sent)),
  }
}

/** The ids are read from the runs themselves. */
function dropOldIds(db: DatabaseSync): void {
  const old = "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'ids_[0-9]*'"
  for (const { name } of db.prepare(old).all()) db.exec(`DROP TABLE ${name as string}`)
}

/** Stores positions in `folder.json`, so that the next start detects a database that was replaced by an older copy. */
import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { hasTable } from './folder-id.ts'

export const POSITIONS_FILE = 'folder.json'

export interface FolderPositions {
  /** Increases with every change of a shop, key or product. */
  records: number
  events: Record<string, number>
}

export interface FolderNote extends FolderPositions {
  id: string
}

export function readPositions(folder: string, files: { records: string; events: string }): FolderPositions {
  return {
    records: reading(join(folder, files.records), recordsPosition) ?? 0,
    events: reading(join(folder, files.events), eventPositions) ?? {},
  }
}

export function recordsPosition(db: DatabaseSync): number {
  if (!hasTable(db, 'counters')) return 0
  return (db.prepare('SELECT coalesce(sum(value), 0) AS position FROM counters').get() as { position: number }).position
}

export function eventPositions(db: DatabaseSync): Record<string, number> {
  if (!hasTable(db, 'shops')) return {}
  const rows = db.prepare('SELECT shop, last_offset FROM shops ORDER BY shop').all()
  return Object.fromEntries(rows.map((row) => [row.shop as string, row.last_offset as number]))
}

/** Returns undefined without a readable note. An older copy may then not be detected. */
export function readNote(folder: string): FolderNote | undefined {
  try {
    const note = JSON.parse(readFileSync(join(folder, POSITIONS_FILE), 'utf8')) as FolderNote
    return typeof note.id === 'string' && typeof note.records === 'number' && typeof note.events === 'object'
      ? note
      : undefined
  } catch {
    return undefined
  }
}

/** Renames a new file, so that a crash never leaves a partial note. */
export function writeNote(folder: string, note: FolderNote): void {
  const unfinished = join(folder, `${POSITIONS_FILE}.${randomBytes(4).toString('hex')}`)
  writeFileSync(unfinished, `${JSON.stringify(note)}\n`, { mode: 0o600 })
  renameSync(unfinished, join(folder, POSITIONS_FILE))
}

function reading<T>(path: string, read: (db: DatabaseSync) => T): T | undefined {
  try {
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      return read(db)
    } finally {
      db.close()
    }
  } catch {
    return undefined
  }
}

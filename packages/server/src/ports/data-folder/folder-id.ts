/** Every database contains the id of its data folder, so that a file from another folder is detected. */
import type { DatabaseSync } from 'node:sqlite'

export function readFolderId(db: DatabaseSync): string | undefined {
  if (!hasTable(db, 'data_folder')) return undefined
  return (db.prepare('SELECT id FROM data_folder').get() as { id: string } | undefined)?.id
}

export function writeFolderId(db: DatabaseSync, id: string): void {
  db.exec('BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS data_folder (id TEXT NOT NULL) STRICT; DELETE FROM data_folder')
  db.prepare('INSERT INTO data_folder (id) VALUES (?)').run(id)
  db.exec('COMMIT')
}

export function hasTable(db: DatabaseSync, name: string): boolean {
  return db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined
}

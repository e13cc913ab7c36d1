/**
 * Which event ids arrived lately. A table per week of arrival, so that forgetting is dropping a table; integer keys, so that the
 * tables stay small and dense.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { hashText } from '../sqlite/hash-text.ts'

/** A row of the log is shop number × this + offset. Leaves 2^17 shops within the safe integers. */
export const ROWS_PER_SHOP = 2 ** 36

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/**
 * The current week and one before it already cover 7 days. The third is for a clock that jumps: tables go by their number, not by
 * their age, so that one wrong date cannot make the memory forget everything.
 */
const KEPT_TABLES = 3

interface IdTable {
  name: string
  find: StatementSync
  insert: StatementSync
}

export function eventIdMemory(db: DatabaseSync) {
  let tables: IdTable[] = []
  let loaded = false
  const idOfRow = db.prepare('SELECT id FROM events WHERE row = ?')

  function load(): void {
    const names = db
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'ids\\_%' ESCAPE '\\'")
      .all()
    tables = names.map((row) => idTable(db, row.name as string))
    loaded = true
  }

  function current(receivedAtMs: number): IdTable {
    const name = `ids_${Math.max(0, Math.floor(receivedAtMs / WEEK_MS))}`
    const known = tables.find((table) => table.name === name)
    if (known) return known
    db.exec(`CREATE TABLE ${name} (hash INTEGER PRIMARY KEY, row INTEGER NOT NULL) STRICT`)
    tables.push(idTable(db, name))
    while (tables.length > KEPT_TABLES) db.exec(`DROP TABLE ${tables.shift()?.name}`)
    return tables.at(-1) as IdTable
  }

  /** The key where the id is, or the free one where it would go. Two ids with one hash take neighbouring keys. */
  function probe(table: IdTable, hash: number, id: string, shopNumber: number): { key: number; found: boolean } {
    for (let key = hash; ; key++) {
      const hit = table.find.get(key) as { row: number } | undefined
      if (hit === undefined) return { key, found: false }
      const event = idOfRow.get(hit.row) as { id: string } | undefined
      const sameShop = Math.floor(hit.row / ROWS_PER_SHOP) === shopNumber
      // An erased event leaves its key behind, and is not taken in again.
      if (sameShop && (event === undefined || event.id === id)) return { key, found: true }
    }
  }

  return {
    /** Answers false when the id is there already. Part of the caller's transaction. */
    remember(shopNumber: number, id: string, receivedAtMs: number, row: number): boolean {
      if (!loaded) load()
      const hash = hashText(id, shopNumber)
      const table = current(receivedAtMs)
      for (const other of tables) {
        if (other !== table && probe(other, hash, id, shopNumber).found) return false
      }
      const { key, found } = probe(table, hash, id, shopNumber)
      if (found) return false
      table.insert.run(key, row)
      return true
    },
    forgetRows(from: number, to: number): void {
      if (!loaded) load()
      for (const { name } of tables) db.prepare(`DELETE FROM ${name} WHERE row >= ? AND row < ?`).run(from, to)
    },
    /** After a rollback the tables may be others than memory says. */
    forgetTables(): void {
      loaded = false
    },
  }
}

function idTable(db: DatabaseSync, name: string): IdTable {
  return {
    name,
    find: db.prepare(`SELECT row FROM ${name} WHERE hash = ?`),
    insert: db.prepare(`INSERT INTO ${name} (hash, row) VALUES (?, ?)`),
  }
}

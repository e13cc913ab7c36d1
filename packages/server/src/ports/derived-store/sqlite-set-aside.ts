import type { DatabaseSync } from 'node:sqlite'
import type { SetAside, SetAsideKind } from './set-aside.ts'

export function setAsideTables(db: DatabaseSync) {
  const put = db.prepare(
    'INSERT OR REPLACE INTO set_aside (shop, kind, key, at, name, cause, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const drop = db.prepare('DELETE FROM set_aside WHERE shop = ? AND kind = ? AND key = ?')
  return {
    put(shop: number, { kind, key, atMs, name, cause, body }: SetAside): void {
      put.run(shop, kind, key, atMs, name, cause, body)
    },

    list(shop: number, limit: number): SetAside[] {
      const rows = db
        .prepare(
          'SELECT kind, key, at AS atMs, name, cause, body FROM set_aside WHERE shop = ? ORDER BY at, kind, key LIMIT ?',
        )
        .all(shop, limit)
      return rows.map((row) => ({ ...row }) as unknown as SetAside)
    },

    drop: (shop: number, kind: SetAsideKind, key: string): boolean => drop.run(shop, kind, key).changes > 0,
  }
}

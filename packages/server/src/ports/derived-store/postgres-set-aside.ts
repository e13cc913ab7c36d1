import type { Sql } from '../postgres/database.ts'
import type { SetAside, SetAsideKind } from './set-aside.ts'

export async function putAside(sql: Sql, shop: number, aside: SetAside): Promise<void> {
  await sql.run(
    `INSERT INTO set_aside (shop, kind, key, at, name, cause, body) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (shop, kind, key) DO UPDATE SET at = excluded.at, name = excluded.name, cause = excluded.cause, body = excluded.body`,
    [shop, aside.kind, aside.key, aside.atMs, aside.name, aside.cause, aside.body],
  )
}

export async function dropAside(sql: Sql, shop: number, kind: SetAsideKind, key: string): Promise<boolean> {
  return (await sql.run('DELETE FROM set_aside WHERE shop = $1 AND kind = $2 AND key = $3', [shop, kind, key])) > 0
}

import type { Sql } from '../postgres/database.ts'
import { jsonRows } from '../postgres/json-rows.ts'
import type { Subject } from './derived-facts.ts'
import type { StoredServe } from './derived-records.ts'
import { claimed, claimEntry, isNamed, type ServeClaim } from './serve-claims.ts'

/** Locks the serves until the commit, so that of two claims one is the first. */
export async function claimServes(sql: Sql, shop: number, claims: readonly ServeClaim[]): Promise<boolean[]> {
  const rows = await sql.rows<{ id: string; no: number; body: string }>(
    `SELECT i.id, s.no, s.body FROM serve_ids AS i JOIN serves AS s ON s.no = i.serve
     WHERE i.shop = $1 AND i.id = ANY($2) ORDER BY s.no FOR UPDATE OF s`,
    [shop, [...new Set(claims.map(({ id }) => id))]],
  )
  const serves = new Map(rows.map(({ no, body }) => [no, JSON.parse(body) as StoredServe]))
  const added: { no: number; at: number; subject: Subject }[] = []
  const holds = claims.map(({ id, subject }) => {
    const ofId = rows.filter((row) => row.id === id).map(({ no }) => no)
    for (const no of ofId) {
      const mine = claimed(serves.get(no) as StoredServe, subject)
      if (!mine) continue
      serves.set(no, mine)
      added.push({ no, at: mine.atMs, subject: claimEntry(subject) })
    }
    return ofId.length > 0 && ofId.every((no) => isNamed(serves.get(no) as StoredServe, subject))
  })
  const bodies = [...new Set(added.map(({ no }) => no))].map((no) => ({ no, body: JSON.stringify(serves.get(no)) }))
  await replaceBodies(sql, bodies)
  await sql.run(
    `INSERT INTO serve_subjects (shop, subject, at, serve)
     SELECT $1, subject, at, no FROM json_to_recordset($2) AS new(no bigint, at bigint, subject text) ON CONFLICT DO NOTHING`,
    [shop, jsonRows(added)],
  )
  return holds
}

export function replaceBodies(sql: Sql, bodies: readonly { no: number; body: string }[]) {
  return sql.run(
    'UPDATE serves SET body = new.body FROM json_to_recordset($1) AS new(no bigint, body text) WHERE serves.no = new.no',
    [jsonRows(bodies)],
  )
}

import type { Sql } from '../postgres/database.ts'
import { jsonRows } from '../postgres/json-rows.ts'
import type { StoredServe } from './derived-records.ts'
import { idsOf } from './sql-serves.ts'

/** Adds all in one statement and in the given order. */
export async function addServes(sql: Sql, shop: number, serves: readonly StoredServe[]): Promise<void> {
  if (serves.length === 0) return
  await sql.run(
    `WITH given AS MATERIALIZED (
       SELECT nextval((SELECT pg_get_serial_sequence('serves', 'no')::regclass)) AS no, at, body, subjects, ids
       FROM json_to_recordset($2) AS new(at bigint, body text, subjects json, ids json)),
     kept AS (INSERT INTO serves (no, shop, at, body) SELECT no, $1, at, body FROM given),
     called AS (
       INSERT INTO serve_ids (shop, id, serve)
       SELECT $1, id, no FROM given CROSS JOIN LATERAL json_array_elements_text(ids) AS id ON CONFLICT DO NOTHING)
     INSERT INTO serve_subjects (shop, subject, at, serve)
     SELECT $1, subject, at, no FROM given CROSS JOIN LATERAL json_array_elements_text(subjects) AS subject ON CONFLICT DO NOTHING`,
    [shop, jsonRows(serves.map(serveRow))],
  )
}

function serveRow(serve: StoredServe): object {
  return { at: serve.atMs, body: JSON.stringify(serve), subjects: serve.subjects, ids: idsOf(serve) }
}

const PRUNED_AT_ONCE = 1000

/** Finding rows of `serve_ids` and `serve_subjects` by time would mean reading all of the shop's rows every day. */
export async function pruneServes(sql: Sql, shop: number, beforeMs: number): Promise<void> {
  for (;;) {
    const old = await sql.rows<{ no: number; body: string }>(
      `SELECT no, body FROM serves WHERE shop = $1 AND at < $2 ORDER BY at LIMIT ${PRUNED_AT_ONCE}`,
      [shop, beforeMs],
    )
    if (old.length > 0) await dropServes(sql, shop, old)
    if (old.length < PRUNED_AT_ONCE) return
  }
}

/** Without limits, the planner expects long lists and reads whole tables. */
async function dropServes(sql: Sql, shop: number, old: readonly { no: number; body: string }[]): Promise<void> {
  const rows = old.map(({ no, body }) => ({ no, ...serveRow(JSON.parse(body) as StoredServe), body: undefined }))
  await sql.run(
    `WITH old AS MATERIALIZED (SELECT * FROM json_to_recordset($2) AS old(no bigint, at bigint, subjects json, ids json)),
     called AS (
       DELETE FROM serve_ids WHERE ctid = ANY(ARRAY(
         SELECT found.ctid FROM old CROSS JOIN LATERAL json_array_elements_text(ids) AS given CROSS JOIN LATERAL (
           SELECT i.ctid FROM serve_ids AS i WHERE i.shop = $1 AND i.id = given AND i.serve = old.no LIMIT 1) AS found))),
     shown AS (
       DELETE FROM serve_subjects WHERE ctid = ANY(ARRAY(
         SELECT found.ctid FROM old CROSS JOIN LATERAL json_array_elements_text(subjects) AS given CROSS JOIN LATERAL (
           SELECT s.ctid FROM serve_subjects AS s
           WHERE s.shop = $1 AND s.subject = given AND s.at = old.at AND s.serve = old.no LIMIT 1) AS found)))
     DELETE FROM serves WHERE no = ANY(ARRAY(SELECT no FROM old))`,
    [shop, jsonRows(rows)],
  )
}

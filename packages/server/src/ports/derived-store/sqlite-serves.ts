import type { DatabaseSync } from 'node:sqlite'
import type { Place, PlaceAsk, ShownAsk, ShownProducts, StoredServe, TimeRange } from './derived-records.ts'
import { claimed, claimEntry, entriesOf, isNamed, type ServeClaim } from './serve-claims.ts'

export function serveTables(db: DatabaseSync) {
  const insert = db.prepare('INSERT INTO serves (shop, at, body) VALUES (?, ?, ?)')
  const insertId = db.prepare('INSERT OR IGNORE INTO serve_ids (shop, id, serve) VALUES (?, ?, ?)')
  const byId = db.prepare(
    'SELECT body FROM serve_ids JOIN serves ON row = serve WHERE serve_ids.shop = ? AND id = ? ORDER BY serve LIMIT 100',
  )
  const insertSubject = db.prepare(
    'INSERT OR IGNORE INTO serve_subjects (shop, subject, at, serve) VALUES (?, ?, ?, ?)',
  )
  const ofSubject = db.prepare(
    `SELECT body FROM serve_subjects AS s JOIN serves ON row = serve
     WHERE s.shop = ? AND subject = ? AND s.at BETWEEN ? AND ? ORDER BY s.at DESC, serve DESC LIMIT 50`,
  )
  const placeOfSubject = db.prepare(
    `SELECT s.at, json_extract(body, '$.market') AS market, json_extract(body, '$.locale') AS locale
     FROM serve_subjects AS s JOIN serves ON row = serve
     WHERE s.shop = ? AND subject = ? AND s.at BETWEEN ? AND ? ORDER BY s.at DESC, serve DESC LIMIT 1`,
  )
  const shownTo = db.prepare(
    'SELECT row, body FROM serve_subjects AS s JOIN serves ON row = serve WHERE s.shop = ? AND subject IN (?, ?)',
  )

  return {
    add(shop: number, serve: StoredServe): void {
      const { lastInsertRowid } = insert.run(shop, serve.atMs, JSON.stringify(serve))
      for (const subject of serve.subjects) insertSubject.run(shop, subject, serve.atMs, Number(lastInsertRowid))
      for (const id of new Set([serve.requestId, serve.sectionServeId, serve.serveId])) {
        if (id !== undefined) insertId.run(shop, id, Number(lastInsertRowid))
      }
    },

    find(shop: number, ids: readonly string[]): Map<string, StoredServe[]> {
      const found = new Map<string, StoredServe[]>()
      for (const id of ids) {
        const rows = byId.all(shop, id) as { body: string }[]
        if (rows.length > 0)
          found.set(
            id,
            rows.map((row) => JSON.parse(row.body) as StoredServe),
          )
      }
      return found
    },

    claim: claimsOfServes(db),

    productsShown: shownProducts(db),

    /** Returns the place of the latest serve to one of the subjects; if two have the same time, that of the first subject. */
    place(shop: number, { subjects, fromMs, toMs }: PlaceAsk): Place | undefined {
      const found = subjects.flatMap((subject) => {
        const row = placeOfSubject.get(shop, subject, fromMs, toMs)
        return row ? [row as { at: number; market: string | null; locale: string | null }] : []
      })
      const [latest] = found.sort((a, b) => b.at - a.at)
      return latest && { market: latest.market ?? undefined, locale: latest.locale ?? undefined }
    },

    /** Returns the latest serve that showed one of the products on that surface to one of the subjects. */
    lastShown(shop: number, ask: ShownAsk): StoredServe | undefined {
      const wanted = new Set(ask.productIds)
      const found = ask.subjects.flatMap((subject) => {
        const rows = ofSubject.all(shop, subject, ask.fromMs, ask.toMs) as { body: string }[]
        const serves = rows.map((row) => JSON.parse(row.body) as StoredServe)
        return (
          serves.find(
            (serve) => serve.surface === ask.surface && serve.products.some((p) => wanted.has(p.productId)),
          ) ?? []
        )
      })
      return found.sort((a, b) => b.atMs - a.atMs)[0]
    },

    *all(shop: number): Iterable<StoredServe> {
      const rows = db.prepare('SELECT body FROM serves WHERE shop = ?').iterate(shop) as Iterable<{ body: string }>
      for (const { body } of rows) yield JSON.parse(body) as StoredServe
    },

    prune(shop: number, beforeMs: number): void {
      db.prepare('DELETE FROM serve_subjects WHERE shop = ? AND at < ?').run(shop, beforeMs)
      db.prepare(
        'DELETE FROM serve_ids WHERE shop = ?1 AND serve IN (SELECT row FROM serves WHERE shop = ?1 AND at < ?2)',
      ).run(shop, beforeMs)
      db.prepare('DELETE FROM serves WHERE shop = ? AND at < ?').run(shop, beforeMs)
    },

    /** Keeps what was shown, but not to whom, nor what they typed. The serve's entries under other ids of the shopper are removed too. */
    anonymize(shop: number, subjects: ReadonlySet<string>): void {
      const update = db.prepare('UPDATE serves SET body = ? WHERE row = ?')
      const forget = db.prepare('DELETE FROM serve_subjects WHERE shop = ? AND subject = ? AND at = ? AND serve = ?')
      for (const subject of subjects) {
        for (const { row, body } of shownTo.all(shop, subject, claimEntry(subject)) as {
          row: number
          body: string
        }[]) {
          const serve = JSON.parse(body) as StoredServe
          for (const entry of entriesOf(serve, subject)) forget.run(shop, entry, serve.atMs, row)
          update.run(JSON.stringify({ ...serve, subjects: [], claimants: undefined, query: undefined }), row)
        }
      }
    },
  }
}

function claimsOfServes(db: DatabaseSync) {
  const byId = db.prepare(
    'SELECT row, body FROM serve_ids JOIN serves ON row = serve WHERE serve_ids.shop = ? AND id = ?',
  )
  const update = db.prepare('UPDATE serves SET body = ? WHERE row = ?')
  const insertSubject = db.prepare(
    'INSERT OR IGNORE INTO serve_subjects (shop, subject, at, serve) VALUES (?, ?, ?, ?)',
  )
  return (shop: number, { id, subject }: ServeClaim): boolean => {
    const rows = byId.all(shop, id) as { row: number; body: string }[]
    const serves = rows.map(({ row, body }) => {
      const serve = JSON.parse(body) as StoredServe
      const mine = claimed(serve, subject)
      if (!mine) return serve
      update.run(JSON.stringify(mine), row)
      insertSubject.run(shop, claimEntry(subject), serve.atMs, row)
      return mine
    })
    return serves.length > 0 && serves.every((serve) => isNamed(serve, subject))
  }
}

function shownProducts(db: DatabaseSync) {
  const latestLists = `WITH latest AS (SELECT body FROM serves WHERE shop = ? AND at BETWEEN ? AND ? ORDER BY at DESC LIMIT ?),
     lists AS (SELECT json_extract(body, '$.recommendationType') AS type, body FROM latest
       WHERE json_extract(body, '$.recommendationType') IS NOT NULL AND json_array_length(body, '$.products') > 0)`
  const listsByType = db.prepare(`${latestLists} SELECT type, count(*) AS lists FROM lists GROUP BY type ORDER BY type`)
  const shownByType = db.prepare(
    `${latestLists} SELECT lists.type, json_extract(shown.value, '$.productId') AS productId, count(*) AS places,
       total(json_extract(shown.value, '$.step') = 'explore') AS explored
     FROM lists, json_each(body, '$.products') AS shown GROUP BY 1, 2 ORDER BY 1, 2`,
  )
  return (shop: number, { fromMs, toMs }: TimeRange, most: number): ShownProducts => {
    const answers = listsByType.all(shop, fromMs, toMs, most) as unknown as ShownProducts['answers']
    const shown = shownByType.all(shop, fromMs, toMs, most) as unknown as ShownProducts['shown']
    return { answers: answers.map((row) => ({ ...row })), shown: shown.map((row) => ({ ...row })) }
  }
}

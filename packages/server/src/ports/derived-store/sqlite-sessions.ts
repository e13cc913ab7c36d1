/** Visits and searches. A visit's row changes as its events come in; the sums over visits are corrected by the difference. */
import type { DatabaseSync } from 'node:sqlite'
import type { FunnelRow, QueryQuery, QueryRow, SearchFact, SessionFact } from './derived-store.ts'
import { SEARCH_FLAGS } from './derived-store.ts'
import type { ShopDays } from './shop-days.ts'

interface SessionRow {
  first_at: number
  path: string
  device: string
  steps: number
}

/** Whose sums change, and where the visits lie that they are of. */
interface Ledger {
  shop: number
  rows: number
}

export function sessionTables(db: DatabaseSync, daysOf: (shop: number) => ShopDays) {
  const find = db.prepare('SELECT first_at, path, device, steps FROM sessions WHERE shop = ? AND session = ?')
  const put = db.prepare(
    'INSERT OR REPLACE INTO sessions (shop, session, first_at, path, device, steps) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const pagesOf = db.prepare('SELECT path FROM session_pages WHERE shop = ? AND session = ?')
  const putPage = db.prepare('INSERT OR IGNORE INTO session_pages (shop, session, path) VALUES (?, ?, ?)')
  const addFunnel = db.prepare(
    `INSERT INTO funnels (shop, scope, day, path, device, steps, sessions) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET sessions = sessions + excluded.sessions`,
  )

  function pages(shop: number, session: string): string[] {
    return (pagesOf.all(shop, session) as { path: string }[]).map((row) => row.path)
  }

  function count(shop: number, row: SessionRow, paths: Iterable<string>, by: 1 | -1): void {
    const day = daysOf(shop).dayOf(row.first_at)
    for (const path of paths) addFunnel.run(shop, 'page', day, path, row.device, row.steps, by)
  }

  function countLanding(shop: number, row: SessionRow, by: 1 | -1): void {
    addFunnel.run(shop, 'landing', daysOf(shop).dayOf(row.first_at), row.path, row.device, row.steps, by)
  }

  /** The visit changed: what it was counted as is taken back. */
  function recount({ shop, rows }: Ledger, fact: SessionFact, before: SessionRow | undefined, after: SessionRow): void {
    const known = before ? pages(rows, fact.session) : []
    if (before) {
      countLanding(shop, before, -1)
      count(shop, before, known, -1)
    }
    put.run(rows, fact.session, after.first_at, after.path, after.device, after.steps)
    countLanding(shop, after, 1)
    count(shop, after, known, 1)
  }

  return {
    /** `rows`: under which number the visits lie, where it is not the shop's own. */
    add(shop: number, facts: readonly SessionFact[], rows = shop): void {
      for (const fact of facts) {
        const before = find.get(rows, fact.session) as unknown as SessionRow | undefined
        const after = joined(before, fact)
        if (!before || !isSame(before, after)) recount({ shop, rows }, fact, before, after)
        const fresh = fact.pages.filter((path) => putPage.run(rows, fact.session, path).changes > 0)
        count(shop, after, fresh, 1)
      }
    },

    /** Visits that began before this are over: their sums stay, their rows go. */
    prune(shop: number, beforeMs: number): void {
      db.prepare(
        'DELETE FROM session_pages WHERE shop = ?1 AND session IN (SELECT session FROM sessions WHERE shop = ?1 AND first_at < ?2)',
      ).run(shop, beforeMs)
      db.prepare('DELETE FROM sessions WHERE shop = ? AND first_at < ?').run(shop, beforeMs)
      db.prepare('DELETE FROM searches WHERE shop = ? AND day < ?').run(shop, daysOf(shop).dayOf(beforeMs))
    },

    funnel(shop: number, scope: string, fromDay: number, toDay: number): FunnelRow[] {
      const rows = db
        .prepare(
          `SELECT path, device, steps, sum(sessions) AS sessions FROM funnels
           WHERE shop = ? AND scope = ? AND day BETWEEN ? AND ? GROUP BY path, device, steps HAVING sum(sessions) <> 0`,
        )
        .all(shop, scope, fromDay, toDay)
      return rows.map((row) => ({ ...row })) as unknown as FunnelRow[]
    },
  }
}

function isSame(a: SessionRow, b: SessionRow): boolean {
  return a.steps === b.steps && a.first_at === b.first_at && a.path === b.path && a.device === b.device
}

/** The visit begins with its earliest event; of two at one time the smaller path, so that order of arrival does not matter. */
function joined(before: SessionRow | undefined, fact: SessionFact): SessionRow {
  const given = { first_at: fact.firstAtMs, path: fact.path, device: fact.device, steps: fact.steps }
  if (!before) return given
  const earlier = compareStart(given, before) < 0 ? given : before
  return { ...earlier, steps: before.steps | fact.steps }
}

export function compareStart(
  a: { first_at: number; path: string; device: string },
  b: { first_at: number; path: string; device: string },
): number {
  if (a.first_at !== b.first_at) return a.first_at - b.first_at
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.device < b.device ? -1 : a.device > b.device ? 1 : 0
}

export function searchTables(db: DatabaseSync) {
  const find = db.prepare('SELECT flags FROM searches WHERE shop = ? AND day = ? AND session = ? AND query = ?')
  const put = db.prepare('INSERT OR REPLACE INTO searches (shop, day, session, query, flags) VALUES (?, ?, ?, ?, ?)')
  const addQuery = db.prepare(
    `INSERT INTO queries (shop, query, day, searches, clicks, cart_adds, zero_results) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET searches = searches + excluded.searches, clicks = clicks + excluded.clicks,
       cart_adds = cart_adds + excluded.cart_adds, zero_results = zero_results + excluded.zero_results`,
  )

  return {
    add(shop: number, facts: readonly SearchFact[]): void {
      for (const { day, session, query, flags } of facts) {
        const row = find.get(shop, day, session, query) as { flags: number } | undefined
        const before = row?.flags ?? 0
        const fresh = flags & ~before
        if (fresh === 0) continue
        put.run(shop, day, session, query, before | flags)
        const bit = (flag: number) => (fresh & flag ? 1 : 0)
        const { searched, clicked, cartAdded, empty } = SEARCH_FLAGS
        addQuery.run(shop, query, day, bit(searched), bit(clicked), bit(cartAdded), bit(empty))
      }
    },

    read(shop: number, query: QueryQuery): QueryRow[] {
      const order = query.orderBy === 'zeroResults' ? 'zeroResults' : 'searches'
      const rows = db
        .prepare(
          `SELECT query, sum(searches) AS searches, sum(clicks) AS clicks, sum(cart_adds) AS cartAdds, sum(zero_results) AS zeroResults
           FROM queries WHERE shop = ? AND query >= ? AND query < ? AND day BETWEEN ? AND ?
           GROUP BY query HAVING sum(${order === 'searches' ? 'searches' : 'zero_results'}) > 0 ORDER BY ${order} DESC, query LIMIT ?`,
        )
        .all(shop, query.prefix, `${query.prefix}\u{10ffff}`, query.fromDay, query.toDay, query.limit)
      return rows.map((row) => ({ ...row })) as unknown as QueryRow[]
    },
  }
}

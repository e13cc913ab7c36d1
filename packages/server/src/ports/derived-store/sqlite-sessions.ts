/** Visits and searches. A visit's row changes as its events come in; the sums over visits are corrected by the difference. */
import type { DatabaseSync } from 'node:sqlite'
import type { SearchFact, SessionFact } from './derived-facts.ts'
import type { FunnelQuery, FunnelRow, QueryQuery, QueryRow, SearchDay, VisitRow } from './derived-store.ts'
import { SEARCH_FLAGS } from './derived-facts.ts'
import { FunnelSums } from './funnel-sums.ts'
import { SEGMENT_MARK } from './segments.ts'
import type { ShopDays } from './shop-days.ts'
import {
  countFlags,
  countLanding,
  countPages,
  isSameVisit,
  joinedVisit,
  type Ledger,
  type QueryCount,
  recountVisit,
  type SearchFlag,
  type SessionRow,
} from './visits.ts'

/** Under which number the visits' rows lie. */
interface TableLedger extends Ledger {
  rows: number
}

export function sessionTables(db: DatabaseSync, daysOf: (shop: number) => ShopDays) {
  const find = db.prepare(
    'SELECT first_at, path, device, steps, placed_at, place FROM sessions WHERE shop = ? AND session = ?',
  )
  const put = db.prepare(
    'INSERT OR REPLACE INTO sessions (shop, session, first_at, path, device, steps, placed_at, place) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
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

  function recount(ledger: TableLedger, fact: SessionFact, before: SessionRow | undefined, after: SessionRow): void {
    recountVisit(ledger, before, after, before ? pages(ledger.rows, fact.session) : [])
    const { first_at, path, device, steps, placed_at, place } = after
    put.run(ledger.rows, fact.session, first_at, path, device, steps, placed_at, place)
  }

  return {
    /** `rows`: under which number the visits lie, where it is not the shop's own. */
    add(shop: number, facts: readonly SessionFact[], rows = shop): void {
      const ledger: TableLedger = { rows, days: daysOf(shop), sums: new FunnelSums() }
      for (const fact of facts) {
        const before = find.get(rows, fact.session) as unknown as SessionRow | undefined
        const after = joinedVisit(before, fact)
        if (!before || !isSameVisit(before, after)) recount(ledger, fact, before, after)
        const fresh = fact.pages.filter((path) => putPage.run(rows, fact.session, path).changes > 0)
        countPages(ledger, after, fresh, 1)
      }
      for (const { scope, day, path, segment, steps, sessions } of ledger.sums.changes())
        addFunnel.run(shop, scope, day, path, segment, steps, sessions)
    },

    /** Takes visits back from the sums, also those whose rows are gone; a page that only they came to is not known any more. */
    erase(shop: number, facts: readonly SessionFact[]): void {
      const ledger: TableLedger = { rows: shop, days: daysOf(shop), sums: new FunnelSums() }
      for (const fact of facts) {
        const row = find.get(shop, fact.session) as unknown as SessionRow | undefined
        const counted = row ?? joinedVisit(undefined, fact)
        countLanding(ledger, counted, -1)
        countPages(ledger, counted, row ? pages(shop, fact.session) : fact.pages, -1)
        for (const table of ['sessions', 'session_pages'])
          db.prepare(`DELETE FROM ${table} WHERE shop = ? AND session = ?`).run(shop, fact.session)
      }
      for (const { scope, day, path, segment, steps, sessions } of ledger.sums.changes())
        addFunnel.run(shop, scope, day, path, segment, steps, sessions)
      db.prepare('DELETE FROM funnels WHERE shop = ? AND sessions <= 0').run(shop)
    },

    /** Visits that began before this are over: their sums stay, their rows go. */
    prune(shop: number, beforeMs: number): void {
      db.prepare(
        'DELETE FROM session_pages WHERE shop = ?1 AND session IN (SELECT session FROM sessions WHERE shop = ?1 AND first_at < ?2)',
      ).run(shop, beforeMs)
      db.prepare('DELETE FROM sessions WHERE shop = ? AND first_at < ?').run(shop, beforeMs)
      db.prepare('DELETE FROM searches WHERE shop = ? AND day < ?').run(shop, daysOf(shop).dayOf(beforeMs))
    },

    visits(shop: number, fromDay: number, toDay: number): VisitRow[] {
      const rows = db
        .prepare(
          `SELECT device AS segment, steps, sum(sessions) AS sessions FROM funnels
           WHERE shop = ? AND scope = 'landing' AND day BETWEEN ? AND ?
           GROUP BY device, steps HAVING sum(sessions) <> 0 ORDER BY device, steps`,
        )
        .all(shop, fromDay, toDay)
      return rows.map((row) => ({ ...row })) as unknown as VisitRow[]
    },

    funnel(shop: number, { scope, fromDay, toDay, path, segments, limit }: FunnelQuery): FunnelRow[] {
      const asked = `shop = ?1 AND scope = ?2 AND day BETWEEN ?3 AND ?4 AND (?5 IS NULL OR path = ?5)
        AND (?6 IS NULL OR device IN (SELECT value FROM json_each(?6)))`
      const rows = db
        .prepare(
          `WITH most AS MATERIALIZED (
             SELECT path FROM funnels WHERE ${asked} GROUP BY path HAVING sum(sessions) > 0 ORDER BY sum(sessions) DESC, path LIMIT ?7)
           SELECT path, device AS segment, steps, sum(sessions) AS sessions FROM funnels
           WHERE ${asked} AND path IN (SELECT path FROM most)
           GROUP BY path, device, steps HAVING sum(sessions) <> 0 ORDER BY path, device, steps`,
        )
        .all(shop, scope, fromDay, toDay, path ?? null, segments ? JSON.stringify(segments) : null, limit)
      return rows.map((row) => ({ ...row })) as unknown as FunnelRow[]
    },
  }
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
      const counts = new Map<string, QueryCount>()
      for (const { day, session, query, flags } of facts) {
        const before = (find.get(shop, day, session, query)?.flags as number | undefined) ?? 0
        const fresh = flags & ~before
        if (fresh === 0) continue
        put.run(shop, day, session, query, before | flags)
        const known = counts.get(`${day}\n${query}`) ?? { day, query, searched: 0, clicked: 0, cartAdded: 0, empty: 0 }
        countFlags(known, fresh)
        counts.set(`${day}\n${query}`, known)
      }
      for (const { day, query, searched, clicked, cartAdded, empty } of counts.values())
        addQuery.run(shop, query, day, searched, clicked, cartAdded, empty)
    },

    /** Takes searches back from the sums. Answers the queries that nobody else has searched for. */
    erase(shop: number, facts: readonly SearchFact[]): string[] {
      for (const { day, session, query, flags } of facts) {
        const row = find.get(shop, day, session, query) as { flags: number } | undefined
        const counted = row?.flags ?? flags
        const by = (flag: SearchFlag) => (counted & SEARCH_FLAGS[flag] ? -1 : 0)
        db.prepare('DELETE FROM searches WHERE shop = ? AND day = ? AND session = ? AND query = ?').run(
          ...[shop, day, session, query],
        )
        addQuery.run(shop, query, day, by('searched'), by('clicked'), by('cartAdded'), by('empty'))
      }
      db.prepare('DELETE FROM queries WHERE shop = ? AND searches <= 0').run(shop)
      const isLeft = db.prepare('SELECT 1 FROM queries WHERE shop = ? AND query = ? LIMIT 1')
      const gone = [...new Set(facts.map(({ query }) => query))].filter((query) => !isLeft.get(shop, query))
      // A segment whose serve was forgotten meanwhile cannot be derived again; what nobody searches for stays in none.
      const inSegments = db.prepare('DELETE FROM queries WHERE shop = ? AND query >= ? AND substr(query, ?) = ?')
      for (const query of gone) inSegments.run(shop, SEGMENT_MARK, -[...query].length - 1, SEGMENT_MARK + query)
      return gone
    },

    byDay(shop: number, { fromDay, toDay, prefix }: Pick<QueryQuery, 'fromDay' | 'toDay' | 'prefix'>) {
      const rows = db
        .prepare(
          `SELECT day, sum(searches) AS searches, sum(zero_results) AS zeroResults FROM queries
           WHERE shop = ? AND query >= ? AND query < ? AND day BETWEEN ? AND ? GROUP BY day ORDER BY day`,
        )
        .all(shop, prefix, prefix + SEGMENT_MARK, fromDay, toDay)
      return rows.map((row) => ({ ...row })) as unknown as SearchDay[]
    },

    read(shop: number, query: QueryQuery): QueryRow[] {
      const order = query.orderBy === 'zeroResults' ? 'zeroResults' : 'searches'
      const rows = db
        .prepare(
          `SELECT query, sum(searches) AS searches, sum(clicks) AS clicks, sum(cart_adds) AS cartAdds, sum(zero_results) AS zeroResults
           FROM queries WHERE shop = ? AND query >= ? AND query < ? AND day BETWEEN ? AND ?
             ${query.only ? 'AND query IN (SELECT value FROM json_each(?))' : ''}
           GROUP BY query HAVING sum(${order === 'searches' ? 'searches' : 'zero_results'}) > 0
             ${query.isUnclicked ? 'AND sum(clicks) = 0 AND sum(zero_results) < sum(searches)' : ''}
           ORDER BY ${order} DESC, query LIMIT ?`,
        )
        .all(
          ...[shop, query.prefix, query.prefix + SEGMENT_MARK, query.fromDay, query.toDay],
          ...(query.only ? [JSON.stringify(query.only)] : []),
          query.limit,
        )
      return rows.map((row) => ({ ...row })) as unknown as QueryRow[]
    },
  }
}

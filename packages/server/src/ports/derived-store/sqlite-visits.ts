/** A visit's row changes as its events arrive; the sums over visits are corrected by the difference. */
import type { DatabaseSync } from 'node:sqlite'
import type { Visit } from './derived-facts.ts'
import { FunnelSums } from './funnel-sums.ts'
import type { ShopDays } from './shop-days.ts'
import { asCounted, GAP_MS, joinVisits, visitKey } from './activity-spans.ts'
import { countVisit, type Ledger, toVisit } from './visits.ts'

export function visitTables(db: DatabaseSync, daysOf: (shop: number) => ShopDays) {
  const near = db.prepare(
    `SELECT visitor, first_at AS firstAtMs, last_at AS lastAtMs, path, device, placed_at AS placedAtMs, place, steps, pages
     FROM visits WHERE shop = ? AND visitor = ? AND first_at <= ? AND last_at >= ?`,
  )
  const drop = db.prepare('DELETE FROM visits WHERE shop = ? AND visitor = ? AND first_at = ?')
  const put = db.prepare(
    `INSERT INTO visits (shop, visitor, first_at, last_at, path, device, placed_at, place, steps, pages)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const addFunnel = db.prepare(
    `INSERT INTO funnels (shop, scope, day, path, device, steps, sessions) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET sessions = sessions + excluded.sessions`,
  )

  function take(rows: number, { visitor, firstAtMs, lastAtMs }: Visit): Visit[] {
    const found = near.all(rows, visitor, lastAtMs + GAP_MS, firstAtMs - GAP_MS).map(toVisit)
    for (const visit of found) drop.run(rows, visitor, visit.firstAtMs)
    return found
  }

  function write(shop: number, sums: FunnelSums): void {
    for (const { scope, day, path, segment, steps, sessions } of sums.changes())
      addFunnel.run(shop, scope, day, path, segment, steps, sessions)
  }

  return {
    /** `rows` is the number under which the visits are stored if it is not the shop's own. */
    add(shop: number, visits: readonly Visit[], rows = shop): void {
      const ledger: Ledger = { days: daysOf(shop), sums: new FunnelSums() }
      for (const fact of visits) {
        const before = take(rows, fact)
        const after = before.reduce(joinVisits, fact)
        for (const one of before) countVisit(ledger, one, -1)
        countVisit(ledger, after, 1)
        const { visitor, firstAtMs, lastAtMs, path, device, placedAtMs, place, steps, pages } = after
        put.run(...[rows, visitor, firstAtMs, lastAtMs, path, device, placedAtMs, place, steps], JSON.stringify(pages))
      }
      write(shop, ledger.sums)
    },

    /** Subtracts visits from the sums, including those whose rows were already removed; a page that only they reached is removed. */
    erase(shop: number, visits: readonly Visit[]): void {
      const ledger: Ledger = { days: daysOf(shop), sums: new FunnelSums() }
      const found = visits.flatMap((fact) => take(shop, fact))
      for (const visit of asCounted(visits, found, visitKey)) countVisit(ledger, visit, -1)
      write(shop, ledger.sums)
      db.prepare('DELETE FROM funnels WHERE shop = ? AND sessions <= 0').run(shop)
    },

    /** Visits that began before this are over: their sums stay, their rows are removed. */
    prune(shop: number, beforeMs: number): void {
      db.prepare('DELETE FROM visits WHERE shop = ? AND first_at < ?').run(shop, beforeMs)
    },
  }
}

import type { ShopId } from '../record-store/record-store.ts'
import { cartCreditKeys } from './cart-rollups.ts'
import { conversionReports } from './conversion-reports.ts'
import type { Conversion } from './derived-facts.ts'
import type { AttributionResult, AttributionWindows } from './derived-records.ts'
import type { DerivedSql } from './derived-sql.ts'
import { type ConversionKey, ConversionWork, unmarkConversions } from './sql-conversions.ts'
import type { Scope } from './sql-scope.ts'
import { findShopRow, lockShopRow } from './sql-shop-row.ts'
import { addRollups } from './sql-rollups.ts'
import { withTouches } from './sql-touches.ts'
import { shopDays } from './shop-days.ts'

export function attributions({ sql: db, whole }: Scope) {
  /** The mark of each returned task. A conversion with another mark must be attributed again. */
  const given = new Map<string, number>()

  /** Drops results whose conversions were marked again or attributed by another node in the meantime. */
  async function stillWanted(sql: DerivedSql, shop: ShopId, no: number, results: readonly AttributionResult[]) {
    const rows = await sql.rows<ConversionKey & { mark: number }>(
      `SELECT kind, key, ${sql.names.mark} AS mark FROM unattributed 
       WHERE shop = $1 AND kind = ANY($2) AND key = ANY($3)`,
      [no, ['cart', 'order'], results.map(({ key }) => key)],
    )
    const marks = new Map(rows.map(({ kind, key, mark }) => [`${kind}\n${key}`, mark]))
    return results.filter(({ kind, key }) => {
      const mark = given.get(`${shop}\n${kind}\n${key}`)
      given.delete(`${shop}\n${kind}\n${key}`)
      return mark === undefined || mark === marks.get(`${kind}\n${key}`)
    })
  }

  return {
    async attributionTasks(shop: ShopId, windows: AttributionWindows, limit: number) {
      const row = await findShopRow(db, shop)
      if (!row) return []
      const marked = await db.rows<ConversionKey & { mark: number }>(
        `SELECT kind, key, ${db.names.mark} AS mark FROM unattributed WHERE shop = $1 ORDER BY kind, key LIMIT $2`,
        [row.no, limit],
      )
      const work = await ConversionWork.load(db, row.no, marked)
      const gone = marked.filter(({ kind, key }) => !work.readWhole(kind, key))
      await unmarkConversions(db, row.no, gone)
      const found = marked.flatMap(({ kind, key }) => work.read(kind, key) ?? [])
      for (const { kind, key, mark } of marked) given.set(`${shop}\n${kind}\n${key}`, mark)
      const people = await db.walkLinks(row.no, (links) => found.map(({ subjects }) => links.person(subjects)))
      const explained = found.map((conversion, i) => ({ conversion, subjects: people[i] ?? [] }))
      return withTouches(db, row.no, explained, windows)
    },

    async putAttributions(shop: ShopId, results: readonly AttributionResult[]): Promise<void> {
      await whole(async (sql) => {
        const { no, zone } = await lockShopRow(sql, shop)
        const current = await stillWanted(sql, shop, no, results)
        const work = await ConversionWork.load(sql, no, current)
        const keys = current.flatMap((result) => cartCreditKeys(result.attributions))
        await work.loadCartCredits(sql, no, keys)
        const changes = conversionReports(work, shopDays(zone)).putResults(current)
        await work.flush(sql, no)
        await addRollups(sql, no, changes)
      })
    },
  }
}

export async function conversion(sql: DerivedSql, no: number, kind: Conversion['kind'], key: string) {
  const work = await ConversionWork.load(sql, no, [{ kind, key }])
  const found = work.read(kind, key)
  return found && { conversion: found, attributions: work.attributions(kind, key) }
}

export async function conversions(
  sql: DerivedSql,
  no: number,
  ...[kind, fromMs, toMs, limit]: [kind: Conversion['kind'], fromMs: number, toMs: number, limit: number]
) {
  const keys = await sql.rows<ConversionKey>(
    'SELECT kind, key FROM conversions WHERE shop = $1 AND kind = $2 AND at BETWEEN $3 AND $4 ORDER BY at DESC, key LIMIT $5',
    [no, kind, fromMs, toMs, limit],
  )
  const work = await ConversionWork.load(sql, no, keys)
  return keys.flatMap(({ key }) => work.read(kind, key) ?? [])
}

/** Tells other nodes whom their models have to forget. Kept for an hour; a node that was away for longer learns its models again. */
import type { PostgresDatabase } from '../postgres/database.ts'
import type { ErasedShopper } from '../event-log/event-consumer.ts'
import type { ShopId } from '../record-store/record-store.ts'

const KEPT = '1 hour'

export interface ErasureNotice {
  shop: ShopId
  /** null: there were some that are not known any more. */
  shopper: ErasedShopper | null
}

export class PostgresErasures {
  readonly #db: PostgresDatabase
  #known: Map<ShopId, number> | undefined

  constructor(db: PostgresDatabase) {
    this.#db = db
  }

  /** After the shopper's events were removed from the log. */
  async announce(shop: ShopId, shopper: ErasedShopper): Promise<void> {
    await this.#db.transaction(async (sql) => {
      const [row] = await sql.rows<{ no: number; number: number }>(
        'UPDATE derived_shops SET erasures = erasures + 1 WHERE name = $1 RETURNING no, erasures AS number',
        [shop],
      )
      if (!row) return
      await sql.run('DELETE FROM erasures WHERE shop = $1 AND at < now() - $2::interval', [row.no, KEPT])
      const insert = 'INSERT INTO erasures (shop, number, body) VALUES ($1, $2, $3)'
      await sql.run(insert, [row.no, row.number, JSON.stringify(shopper)])
      // Another node may have stored what it learnt, and not heard of this yet.
      await sql.run('DELETE FROM snapshots WHERE shop = $1', [row.no])
    })
  }

  /** Those since the last call; at the first call none. */
  async poll(): Promise<ErasureNotice[]> {
    const rows = await this.#db.rows<{ shop: ShopId; no: number; number: number }>(
      'SELECT name AS shop, no, erasures AS number FROM derived_shops WHERE erasures > 0',
    )
    const before = this.#known
    const notices: ErasureNotice[] = []
    for (const { shop, no, number } of before === undefined ? [] : rows) {
      const after = before?.get(shop) ?? 0
      if (number > after) notices.push(...(await this.#read(shop, no, { after, number })))
    }
    this.#known = new Map(rows.map(({ shop, number }) => [shop, number]))
    return notices
  }

  async #read(
    shop: ShopId,
    no: number,
    { after, number }: { after: number; number: number },
  ): Promise<ErasureNotice[]> {
    const rows = await this.#db.rows<{ body: string }>(
      'SELECT body FROM erasures WHERE shop = $1 AND number > $2 AND number <= $3 ORDER BY number',
      [no, after, number],
    )
    const notices = rows.map(({ body }): ErasureNotice => ({ shop, shopper: JSON.parse(body) as ErasedShopper }))
    return rows.length === number - after ? notices : [{ shop, shopper: null }]
  }
}

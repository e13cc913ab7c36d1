/** The conversions that a batch concerns: read in one go, changed in memory by conversion-reports.ts, and written in one go. */
import type { Sql } from '../postgres/database.ts'
import { jsonRows } from '../postgres/json-rows.ts'
import { type Carted, type CartedKey, cartedKeys } from './cart-rollups.ts'
import { type ConversionRecords, lessRefunds } from './conversion-reports.ts'
import type { Conversion, ConversionLine } from './derived-facts.ts'
import type { Attribution } from './derived-records.ts'

export interface ConversionKey {
  kind: string
  key: string
}

const identity = ({ kind, key }: ConversionKey) => `${kind}\n${key}`
const KEYS = 'kind text, key text'
const placeOf = ({ event, product }: CartedKey) => `${event}\n${product}`

export class ConversionWork implements ConversionRecords {
  readonly #conversions = new Map<string, Conversion>()
  readonly #refunds = new Map<string, Map<string, ConversionLine[]>>()
  readonly #attributions = new Map<string, readonly Attribution[]>()
  readonly #changed = new Set<string>()
  readonly #changedAttributions = new Map<string, ConversionKey>()
  readonly #newRefunds: { key: string; refund: string; body: string }[] = []
  readonly #carted = new Map<string, Carted>()
  readonly #changedCarted = new Map<string, CartedKey>()
  readonly #marked = new Map<string, ConversionKey>()
  readonly #unmarked = new Map<string, ConversionKey>()

  static async load(sql: Sql, shop: number, keys: readonly ConversionKey[]): Promise<ConversionWork> {
    const work = new ConversionWork()
    if (keys.length === 0) return work
    const asked = jsonRows(keys.map(({ kind, key }) => ({ kind, key })))
    const join = (table: string) =>
      `FROM (SELECT DISTINCT kind, key FROM json_to_recordset($2) AS given(${KEYS})) AS asked
       JOIN ${table} AS t ON t.shop = $1 AND t.kind = asked.kind AND t.key = asked.key`
    for (const { body } of await sql.rows<{ body: string }>(`SELECT t.body ${join('conversions')}`, [shop, asked]))
      work.#keep(JSON.parse(body) as Conversion)
    const attributions = await sql.rows<ConversionKey & { body: string }>(
      `SELECT t.kind, t.key, t.body ${join('attributions')}`,
      [shop, asked],
    )
    for (const { body, ...key } of attributions)
      work.#attributions.set(identity(key), JSON.parse(body) as Attribution[])
    const refunds = await sql.rows<{ key: string; refund: string; body: string }>(
      `SELECT t.key, t.refund, t.body FROM (SELECT DISTINCT key FROM json_to_recordset($2) AS given(${KEYS}) WHERE kind = 'order') AS asked
       JOIN refunds AS t ON t.shop = $1 AND t.key = asked.key ORDER BY t.key, t.refund`,
      [shop, asked],
    )
    for (const { key, refund, body } of refunds) work.#keepRefund(key, refund, JSON.parse(body) as ConversionLine[])
    await work.loadCarted(sql, shop, [...work.#attributions.values()].flatMap(cartedKeys))
    return work
  }

  async loadCarted(sql: Sql, shop: number, keys: readonly CartedKey[]): Promise<void> {
    const unknown = keys.filter((key) => !this.#carted.has(placeOf(key)))
    if (unknown.length === 0) return
    const rows = await sql.rows<CartedKey & { body: string }>(
      `SELECT t.event, t.product, t.body
       FROM (SELECT DISTINCT event, product FROM json_to_recordset($2) AS given(event text, product bigint)) AS asked
       JOIN carted AS t ON t.shop = $1 AND t.event = asked.event AND t.product = asked.product`,
      [shop, jsonRows(unknown)],
    )
    for (const { body, ...key } of rows) this.#carted.set(placeOf(key), JSON.parse(body) as Carted)
  }

  carted(key: CartedKey): Carted | undefined {
    return this.#carted.get(placeOf(key))
  }

  putCarted(key: CartedKey, carted: Carted): void {
    this.#carted.set(placeOf(key), carted)
    this.#changedCarted.set(placeOf(key), key)
  }

  readWhole(kind: string, key: string): Conversion | undefined {
    return this.#conversions.get(identity({ kind, key }))
  }

  read(kind: string, key: string): Conversion | undefined {
    const whole = this.readWhole(kind, key)
    return whole && this.afterRefunds(whole)
  }

  afterRefunds(conversion: Conversion): Conversion {
    if (conversion.kind !== 'order') return conversion
    const refunds = [...(this.#refunds.get(conversion.key) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
    return lessRefunds(
      conversion,
      refunds.flatMap(([, lines]) => lines),
    )
  }

  put(conversion: Conversion): void {
    this.#keep(conversion)
    this.#changed.add(identity(conversion))
  }

  putRefund({ order, refund, lines }: { order: string; refund: string; lines: ConversionLine[] }): boolean {
    if (this.#refunds.get(order)?.has(refund)) return false
    this.#keepRefund(order, refund, lines)
    this.#newRefunds.push({ key: order, refund, body: JSON.stringify(lines) })
    return true
  }

  attributions(kind: string, key: string): Attribution[] {
    return [...(this.#attributions.get(identity({ kind, key })) ?? [])]
  }

  putAttributions(kind: string, key: string, attributions: readonly Attribution[]): void {
    this.#attributions.set(identity({ kind, key }), attributions)
    this.#changedAttributions.set(identity({ kind, key }), { kind, key })
  }

  mark(kind: string, key: string): void {
    this.#marked.set(identity({ kind, key }), { kind, key })
  }

  unmark(kind: string, key: string): void {
    this.#unmarked.set(identity({ kind, key }), { kind, key })
  }

  async flush(sql: Sql, shop: number): Promise<void> {
    await this.#flushConversions(sql, shop)
    const attributions = [...this.#changedAttributions].map(([id, key]) => ({
      ...key,
      body: JSON.stringify(this.#attributions.get(id)),
    }))
    if (attributions.length > 0)
      await sql.run(
        `INSERT INTO attributions (shop, kind, key, body) SELECT $1, kind, key, body FROM json_to_recordset($2) AS new(${KEYS}, body text)
         ON CONFLICT (shop, kind, key) DO UPDATE SET body = excluded.body`,
        [shop, jsonRows(attributions)],
      )
    const carted = [...this.#changedCarted].map(([id, key]) => ({ ...key, body: JSON.stringify(this.#carted.get(id)) }))
    if (carted.length > 0)
      await sql.run(
        `INSERT INTO carted (shop, event, product, body)
         SELECT $1, event, product, body FROM json_to_recordset($2) AS new(event text, product bigint, body text)
         ON CONFLICT (shop, event, product) DO UPDATE SET body = excluded.body`,
        [shop, jsonRows(carted)],
      )
    if (this.#newRefunds.length > 0)
      await sql.run(
        `INSERT INTO refunds (shop, key, refund, body)
         SELECT $1, key, refund, body FROM json_to_recordset($2) AS new(key text, refund text, body text) ON CONFLICT DO NOTHING`,
        [shop, jsonRows(this.#newRefunds)],
      )
    await unmarkConversions(sql, shop, [...this.#unmarked.values()])
    await markConversions(sql, shop, [...this.#marked.values()])
  }

  async #flushConversions(sql: Sql, shop: number): Promise<void> {
    const changed = [...this.#changed].map((id) => this.#conversions.get(id) as Conversion)
    if (changed.length === 0) return
    const rows = changed.map((conversion) => {
      const { kind, key, atMs, eventId } = conversion
      return { kind, key, at: atMs, event: eventId, body: JSON.stringify(conversion) }
    })
    await sql.run(
      `INSERT INTO conversions (shop, kind, key, at, event, body)
       SELECT $1, kind, key, at, event, body FROM json_to_recordset($2) AS new(${KEYS}, at bigint, event text, body text)
       ON CONFLICT (shop, kind, key) DO UPDATE SET at = excluded.at, event = excluded.event, body = excluded.body`,
      [shop, jsonRows(rows)],
    )
    await sql.run(
      `DELETE FROM conversion_subjects AS s USING json_to_recordset($2) AS gone(${KEYS})
       WHERE s.shop = $1 AND s.kind = gone.kind AND s.key = gone.key`,
      [shop, jsonRows(rows)],
    )
    const subjects = changed.flatMap(({ kind, key, atMs, subjects }) =>
      subjects.map((subject) => ({ subject, kind, key, at: atMs })),
    )
    await sql.run(
      `INSERT INTO conversion_subjects (shop, subject, kind, key, at)
       SELECT $1, subject, kind, key, at FROM json_to_recordset($2) AS new(subject text, ${KEYS}, at bigint) ON CONFLICT DO NOTHING`,
      [shop, jsonRows(subjects)],
    )
  }

  #keep(conversion: Conversion): void {
    this.#conversions.set(identity(conversion), conversion)
  }

  #keepRefund(key: string, refund: string, lines: ConversionLine[]): void {
    const known = this.#refunds.get(key) ?? new Map<string, ConversionLine[]>()
    this.#refunds.set(key, known.set(refund, lines))
  }
}

async function markConversions(sql: Sql, shop: number, keys: readonly ConversionKey[]): Promise<void> {
  if (keys.length === 0) return
  await sql.run(
    `INSERT INTO unattributed (shop, kind, key) SELECT $1, kind, key FROM json_to_recordset($2) AS new(${KEYS})
     ON CONFLICT (shop, kind, key) DO UPDATE SET mark = excluded.mark`,
    [shop, jsonRows(keys)],
  )
}

export async function unmarkConversions(sql: Sql, shop: number, keys: readonly ConversionKey[]): Promise<void> {
  if (keys.length === 0) return
  await sql.run(
    `DELETE FROM unattributed AS u USING json_to_recordset($2) AS gone(${KEYS})
     WHERE u.shop = $1 AND u.kind = gone.kind AND u.key = gone.key`,
    [shop, jsonRows(keys)],
  )
}

/** Marks the conversions of each subject from its time on to be attributed again. */
export async function markOfSubjects(sql: Sql, shop: number, fromMs: ReadonlyMap<string, number>): Promise<void> {
  if (fromMs.size === 0) return
  await sql.run(
    `INSERT INTO unattributed (shop, kind, key)
     SELECT DISTINCT $1::bigint, s.kind, s.key FROM json_to_recordset($2) AS asked(subject text, at bigint)
     JOIN conversion_subjects AS s ON s.shop = $1 AND s.subject = asked.subject AND s.at >= asked.at
     ON CONFLICT (shop, kind, key) DO UPDATE SET mark = excluded.mark`,
    [shop, jsonRows([...fromMs].map(([subject, at]) => ({ subject, at })))],
  )
}

/** An erased shopper's orders remain as sums and as lines without an owner. */
export async function eraseConversions(sql: Sql, shop: number, subjects: readonly string[]): Promise<void> {
  const keys = await sql.rows<ConversionKey>(
    'SELECT DISTINCT kind, key FROM conversion_subjects WHERE shop = $1 AND subject = ANY($2)',
    [shop, subjects],
  )
  const work = await ConversionWork.load(sql, shop, keys)
  const touched = keys.flatMap(({ kind, key }) => cartedKeys(work.attributions(kind, key)))
  await sql.run(
    `DELETE FROM carted AS t USING json_to_recordset($2) AS gone(event text, product bigint)
     WHERE t.shop = $1 AND t.event = gone.event AND t.product = gone.product`,
    [shop, jsonRows(touched)],
  )
  for (const table of ['conversions', 'attributions', 'unattributed', 'conversion_subjects'])
    await sql.run(
      `DELETE FROM ${table} AS t USING json_to_recordset($2) AS gone(${KEYS}) WHERE t.shop = $1 AND t.kind = gone.kind AND t.key = gone.key`,
      [shop, jsonRows(keys)],
    )
}

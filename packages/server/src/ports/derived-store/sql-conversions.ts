/** Reads and writes the conversions of a batch at once. conversion-reports.ts changes them in memory. */
import { type CartCredit, type CartCreditKey, cartCreditKeys } from './cart-rollups.ts'
import { type ConversionRecords, lessRefunds } from './conversion-reports.ts'
import type { Conversion, ConversionLine } from './derived-facts.ts'
import type { Attribution } from './derived-records.ts'
import type { Columns, DerivedSql, EachQuery } from './derived-sql.ts'
import {
  ATTRIBUTIONS,
  CARTED,
  CARTED_KEY,
  CONVERSION_KEY,
  CONVERSION_SUBJECTS,
  CONVERSIONS,
  REFUNDS,
  UNATTRIBUTED,
} from './derived-tables.ts'

export interface ConversionKey {
  kind: string
  key: string
}

const identity = ({ kind, key }: ConversionKey) => `${kind}\n${key}`
const placeOf = ({ event, product }: CartCreditKey) => `${event}\n${product}`

const ofKey = (statement: string, table: string, asked: Columns = CONVERSION_KEY): EachQuery => ({
  asked,
  text: `${statement} WHERE ${['shop = $1', ...Object.keys(asked).map((column) => `${table}.${column} = asked.${column}`)].join(' AND ')}`,
})
const find = (columns: string, table: string, asked?: Columns) => ofKey(`SELECT ${columns} FROM ${table}`, table, asked)
const erase = (table: string, asked?: Columns) => ofKey(`DELETE FROM ${table} USING asked`, table, asked)

const FIND = {
  conversions: find('body', 'conversions'),
  attributions: find('body', 'attributions'),
  refunds: find('refund, body', 'refunds', { key: 'text' }),
  carted: find('body', 'carted', CARTED_KEY),
}
const ERASE = {
  conversions: erase('conversions'),
  attributions: erase('attributions'),
  unattributed: erase('unattributed'),
  subjects: erase('conversion_subjects', { subject: 'text', ...CONVERSION_KEY }),
  carted: erase('carted', CARTED_KEY),
}

export class ConversionWork implements ConversionRecords {
  readonly #conversions = new Map<string, Conversion>()
  readonly #refunds = new Map<string, Map<string, ConversionLine[]>>()
  readonly #attributions = new Map<string, readonly Attribution[]>()
  readonly #changed = new Set<string>()
  readonly #changedAttributions = new Map<string, ConversionKey>()
  readonly #newRefunds: { key: string; refund: string; body: string }[] = []
  readonly #cartCredits = new Map<string, CartCredit>()
  readonly #changedCartCredits = new Map<string, CartCreditKey>()
  readonly #marked = new Map<string, ConversionKey>()
  readonly #unmarked = new Map<string, ConversionKey>()

  static async load(sql: DerivedSql, shop: number, keys: readonly ConversionKey[]): Promise<ConversionWork> {
    const work = new ConversionWork()
    const asked = [...new Map(keys.map(({ kind, key }) => [identity({ kind, key }), { kind, key }])).values()]
    for (const [found] of await sql.runForEach<Body>(FIND.conversions, shop, asked))
      if (found) work.#keep(JSON.parse(found.body) as Conversion)
    const attributions = await sql.runForEach<Body>(FIND.attributions, shop, asked)
    for (const [i, key] of asked.entries())
      for (const { body } of attributions[i] ?? [])
        work.#attributions.set(identity(key), JSON.parse(body) as Attribution[])
    const orders = asked.filter(({ kind }) => kind === 'order').map(({ key }) => ({ key }))
    const refunds = await sql.runForEach<Body & { refund: string }>(FIND.refunds, shop, orders)
    for (const [i, { key }] of orders.entries())
      for (const { refund, body } of refunds[i] ?? [])
        work.#keepRefund(key, refund, JSON.parse(body) as ConversionLine[])
    await work.loadCartCredits(sql, shop, [...work.#attributions.values()].flatMap(cartCreditKeys))
    return work
  }

  async loadCartCredits(sql: DerivedSql, shop: number, keys: readonly CartCreditKey[]): Promise<void> {
    const unknown = keys.filter((key) => !this.#cartCredits.has(placeOf(key)))
    const asked = [...new Map(unknown.map((key) => [placeOf(key), key])).values()]
    const found = await sql.runForEach<Body>(FIND.carted, shop, asked)
    for (const [i, key] of asked.entries())
      for (const { body } of found[i] ?? []) this.#cartCredits.set(placeOf(key), JSON.parse(body) as CartCredit)
  }

  cartCredit(key: CartCreditKey): CartCredit | undefined {
    return this.#cartCredits.get(placeOf(key))
  }

  putCartCredit(key: CartCreditKey, credit: CartCredit): void {
    this.#cartCredits.set(placeOf(key), credit)
    this.#changedCartCredits.set(placeOf(key), key)
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

  async flush(sql: DerivedSql, shop: number): Promise<void> {
    const changed = [...this.#changed].map((id) => this.#conversions.get(id) as Conversion)
    const rows = changed.map((conversion) => {
      const { kind, key, atMs, eventId } = conversion
      return { kind, key, at: atMs, event: eventId, body: JSON.stringify(conversion) }
    })
    // A later report adds subjects and never removes any.
    const subjects = changed.flatMap(({ kind, key, atMs, subjects }) =>
      subjects.map((subject) => ({ subject, kind, key, at: atMs })),
    )
    const bodies = <Key>(keys: ReadonlyMap<string, Key>, all: ReadonlyMap<string, unknown>) =>
      [...keys].map(([id, key]) => ({ ...key, body: JSON.stringify(all.get(id)) }))
    await sql.put(CONVERSIONS, shop, rows)
    await sql.put(CONVERSION_SUBJECTS, shop, subjects)
    await sql.put(ATTRIBUTIONS, shop, bodies(this.#changedAttributions, this.#attributions))
    await sql.put(CARTED, shop, bodies(this.#changedCartCredits, this.#cartCredits))
    await sql.put(REFUNDS, shop, this.#newRefunds)
    await unmarkConversions(sql, shop, [...this.#unmarked.values()])
    await sql.put(UNATTRIBUTED, shop, [...this.#marked.values()])
  }

  #keep(conversion: Conversion): void {
    this.#conversions.set(identity(conversion), conversion)
  }

  #keepRefund(key: string, refund: string, lines: ConversionLine[]): void {
    const known = this.#refunds.get(key) ?? new Map<string, ConversionLine[]>()
    this.#refunds.set(key, known.set(refund, lines))
  }
}

interface Body {
  body: string
}

export async function unmarkConversions(sql: DerivedSql, shop: number, keys: readonly ConversionKey[]): Promise<void> {
  await sql.runForEach(ERASE.unattributed, shop, keys)
}

const SINCE: EachQuery = {
  asked: { subject: 'text', at: 'bigint' },
  text: `SELECT kind, key FROM conversion_subjects AS s WHERE s.shop = $1 AND s.subject = asked.subject AND s.at >= asked.at`,
}

/** Marks the conversions of each subject from its time on to be attributed again. */
export async function markOfSubjects(
  sql: DerivedSql,
  shop: number,
  fromMs: ReadonlyMap<string, number>,
): Promise<void> {
  const asked = [...fromMs].map(([subject, at]) => ({ subject, at }))
  const found = (await sql.runForEach<ConversionKey>(SINCE, shop, asked)).flat()
  const marked = new Map(found.map(({ kind, key }) => [identity({ kind, key }), { kind, key }]))
  await sql.put(UNATTRIBUTED, shop, [...marked.values()])
}

/** Keeps the orders as sums, and as lines without an owner. */
export async function eraseConversions(sql: DerivedSql, shop: number, subjects: readonly string[]): Promise<void> {
  const keys = await sql.rows<ConversionKey>(
    'SELECT DISTINCT kind, key FROM conversion_subjects WHERE shop = $1 AND subject = ANY($2)',
    [shop, subjects],
  )
  const work = await ConversionWork.load(sql, shop, keys)
  const entries = keys.flatMap((key) => {
    const found = work.readWhole(key.kind, key.key)?.subjects ?? []
    return [...new Set([...found, ...subjects])].map((subject) => ({ subject, ...key }))
  })
  await sql.runForEach(
    ERASE.carted,
    shop,
    keys.flatMap(({ kind, key }) => cartCreditKeys(work.attributions(kind, key))),
  )
  await sql.runForEach(ERASE.subjects, shop, entries)
  for (const statement of [ERASE.conversions, ERASE.attributions, ERASE.unattributed])
    await sql.runForEach(statement, shop, keys)
}

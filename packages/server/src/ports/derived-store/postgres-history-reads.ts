/** Requests that arrive during a read share the next one, but no request gets data that was read before it arrived. */
import type { Sql } from '../postgres/database.ts'
import { jsonRows } from '../postgres/json-rows.ts'
import type { ShopId } from '../record-store/record-store.ts'
import type { CartMove } from './cart-quantity.ts'
import type { Subject } from './derived-facts.ts'
import type { HistoryLists } from './derived-records.ts'
import { type HistoryRow, toHistoryLists } from './history-lists.ts'
import { linkWalk } from './link-walk.ts'
import { countedRows, LINKS_ASKED } from './postgres-links.ts'

interface Ask {
  subjects: readonly Subject[]
  limit: number
}

interface WaitingAsk extends Ask {
  resolve: (lists: HistoryLists) => void
  reject: (error: unknown) => void
}

const TOGETHER = 500
/** A read that takes longer may hang, and no longer delays later requests. */
const LONGEST_TURN_MS = 1000

export class HistoryReads {
  readonly #sql: Sql
  /** Requests that arrived since the current read of their shop began. */
  readonly #waiting = new Map<ShopId, WaitingAsk[]>()

  readonly #longestTurnMs: number

  constructor(sql: Sql, longestTurnMs = LONGEST_TURN_MS) {
    this.#sql = sql
    this.#longestTurnMs = longestTurnMs
  }

  read(shop: ShopId, subjects: readonly Subject[], limit: number): Promise<HistoryLists> {
    const { promise, resolve, reject } = Promise.withResolvers<HistoryLists>()
    const ask = { subjects, limit, resolve, reject }
    const waiting = this.#waiting.get(shop)
    if (waiting) waiting.push(ask)
    else void this.#readAll(shop, [ask])
    return promise
  }

  async #readAll(shop: ShopId, first: WaitingAsk[]): Promise<void> {
    const waiting: WaitingAsk[] = []
    this.#waiting.set(shop, waiting)
    for (let asks = first; asks.length > 0; asks = waiting.splice(0, TOGETHER))
      await atMost(this.#longestTurnMs, this.#answer(shop, asks))
    this.#waiting.delete(shop)
  }

  async #answer(shop: ShopId, asks: readonly WaitingAsk[]): Promise<void> {
    try {
      const answers = await readHistories(this.#sql, shop, asks)
      for (const [i, { resolve }] of asks.entries()) resolve(answers[i] as HistoryLists)
    } catch (error) {
      for (const { reject } of asks) reject(error)
    }
  }
}

async function atMost(ms: number, work: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms).unref()
  await Promise.race([work, late])
  clearTimeout(timer)
}

/** Takes as many statements as the deepest walk over links has steps; one if there are no links. */
async function readHistories(sql: Sql, shop: ShopId, asks: readonly Ask[]): Promise<HistoryLists[]> {
  const known = new Map<Subject, SubjectFacts>()
  let missing = new Set(asks.flatMap(({ subjects }) => subjects))
  while (missing.size > 0) {
    for (const [subject, facts] of await readFacts(sql, shop, missing)) known.set(subject, facts)
    missing = new Set()
    const of = (subject: Subject): SubjectFacts => {
      const facts = known.get(subject)
      if (!facts) missing.add(subject)
      return facts ?? NOTHING
    }
    const walk = linkWalk((subject) => of(subject).links)
    const found = asks.map(({ subjects, limit }) => listsOf(walk.readable(subjects).map(of), limit))
    if (missing.size === 0) return found
  }
  return asks.map(({ limit }) => listsOf([], limit))
}

interface SubjectFacts {
  links: readonly Subject[]
  rows: readonly HistoryRow[]
  moves: readonly (CartMove & { product: number })[]
}

const NOTHING: SubjectFacts = { links: [], rows: [], moves: [] }

/** A link (`text` is the other id), a product of the history, or a change of the cart (`text` is its kind). */
interface FactRow extends HistoryRow {
  fact: 'link' | 'history' | 'move'
  subject: Subject
  text: string
}

/** The planner does not know how few ids there are; without `OFFSET 0` it would read whole tables. */
const FACTS = `
  WITH of AS (SELECT no FROM derived_shops WHERE name = $1),
    asked AS MATERIALIZED (SELECT of.no, a FROM of CROSS JOIN json_to_recordset($2) AS given(a text))
  SELECT 'link' AS fact, asked.a AS subject, found.b AS text, 0 AS product, 0 AS browsed, 0 AS added, 0 AS removed, 0 AS bought
  FROM asked CROSS JOIN LATERAL (
    SELECT b FROM links WHERE shop = asked.no AND links.a = asked.a ORDER BY b LIMIT ${LINKS_ASKED}) AS found
  UNION ALL
  SELECT 'history', a, '', product, browsed_at, added_at, removed_at, bought_at
  FROM asked CROSS JOIN LATERAL (SELECT * FROM histories WHERE shop = no AND subject = a OFFSET 0) AS seen
  UNION ALL
  SELECT 'move', a, kind, product, at, quantity, 0, 0
  FROM asked CROSS JOIN LATERAL (SELECT * FROM cart_moves WHERE shop = no AND subject = a OFFSET 0) AS moved`

async function readFacts(sql: Sql, shop: ShopId, subjects: Iterable<Subject>) {
  const asked = [...subjects]
  const rows = await sql.rows<FactRow>(FACTS, [shop, jsonRows(asked.map((a) => ({ a })))])
  const bySubject = Map.groupBy(rows, ({ subject }) => subject)
  return asked.map((subject): [Subject, SubjectFacts] => {
    const { link = [], history = [], move = [] } = Object.groupBy(bySubject.get(subject) ?? [], ({ fact }) => fact)
    const links = countedRows(
      subject,
      link.map(({ text }) => text),
    )
    const moves = move.map(({ text, product, browsed: at, added: quantity }) => ({
      ...{ product, at, quantity, kind: text as CartMove['kind'] },
    }))
    return [subject, { links, rows: history, moves }]
  })
}

/** Merges the rows of a person's ids per product, with the latest of each time. */
function listsOf(facts: readonly SubjectFacts[], limit: number): HistoryLists {
  const products = new Map<number, HistoryRow>()
  for (const row of facts.flatMap(({ rows }) => rows)) {
    const { browsed = 0, added = 0, removed = 0, bought = 0 } = products.get(row.product) ?? {}
    products.set(row.product, {
      product: row.product,
      browsed: Math.max(browsed, row.browsed),
      added: Math.max(added, row.added),
      removed: Math.max(removed, row.removed),
      bought: Math.max(bought, row.bought),
    })
  }
  return toHistoryLists(
    [...products.values()],
    facts.flatMap(({ moves }) => moves),
    limit,
  )
}

import type { Sql } from '../postgres/database.ts'
import { jsonRows } from '../postgres/json-rows.ts'
import type { Conversion, Subject, TouchedProduct, TouchFact } from './derived-facts.ts'
import type { AttributionTask, AttributionWindows, Touch } from './derived-records.ts'
import { compareTouches, toTouch, touchWindow } from './touches.ts'

export async function addTouches(sql: Sql, shop: number, touches: readonly TouchFact[]): Promise<void> {
  const clicks = touches
    .filter(({ kind }) => kind === 'click')
    .flatMap(({ subject, atMs, eventId, products, source }) =>
      products.map(({ productId, ...shown }) => ({
        ...{ subject, at: atMs, event: eventId, product: productId },
        source: JSON.stringify({ ...source, ...shown }),
      })),
    )
  const views = touches
    .filter(({ kind }) => kind === 'view')
    .map(({ subject, atMs, eventId, products, source }) => ({
      ...{ subject, at: atMs, event: eventId },
      products: JSON.stringify(products),
      source: JSON.stringify(source),
    }))
  if (clicks.length > 0)
    await sql.run(
      `INSERT INTO clicks (shop, subject, product, at, event, source) SELECT $1, subject, product, at, event, source
       FROM json_to_recordset($2) AS new(subject text, product bigint, at bigint, event text, source text) ON CONFLICT DO NOTHING`,
      [shop, jsonRows(clicks)],
    )
  if (views.length > 0)
    await sql.run(
      `INSERT INTO views (shop, subject, at, event, products, source) SELECT $1, subject, at, event, products, source
       FROM json_to_recordset($2) AS new(subject text, at bigint, event text, products text, source text) ON CONFLICT DO NOTHING`,
      [shop, jsonRows(views)],
    )
}

export interface Explained {
  conversion: Conversion
  subjects: readonly Subject[]
}

interface TouchRow {
  task: number
  at: number
  event: string
  source: string
}

/** Adds to each conversion the touches that may explain it, earliest first. It takes two statements, however many conversions there are. */
export async function withTouches(
  sql: Sql,
  shop: number,
  explained: readonly Explained[],
  windows: AttributionWindows,
): Promise<AttributionTask[]> {
  if (explained.length === 0) return []
  const productsOf = explained.map(({ conversion }) => new Set(conversion.lines.map(({ productId }) => productId)))
  const asked = explained.flatMap(({ conversion, subjects }, task) => {
    const { clicksFromMs, viewsFromMs, toMs } = touchWindow(conversion, windows)
    return subjects.map((subject) => ({ task, subject, clicksFromMs, viewsFromMs, toMs }))
  })
  const askedClicks = asked.flatMap((ask) => [...(productsOf[ask.task] ?? [])].map((product) => ({ ...ask, product })))
  const clicks = await sql.rows<TouchRow & { product: number }>(
    `SELECT asked.task, c.product, c.at, c.event, c.source
     FROM json_to_recordset($2) AS asked(task int, subject text, product bigint, "clicksFromMs" bigint, "toMs" bigint)
     JOIN clicks AS c ON c.shop = $1 AND c.subject = asked.subject AND c.product = asked.product
       AND c.at BETWEEN asked."clicksFromMs" AND asked."toMs"`,
    [shop, jsonRows(askedClicks)],
  )
  const views = await sql.rows<TouchRow & { products: string }>(
    `SELECT asked.task, v.at, v.event, v.products, v.source
     FROM json_to_recordset($2) AS asked(task int, subject text, "viewsFromMs" bigint, "toMs" bigint)
     JOIN views AS v ON v.shop = $1 AND v.subject = asked.subject AND v.at BETWEEN asked."viewsFromMs" AND asked."toMs"`,
    [shop, jsonRows(asked)],
  )
  const touches = explained.map((): Touch[] => [])
  for (const { task, product, at, event, source } of clicks)
    touches[task]?.push(toTouch('click', { productId: product }, { at, event, source }))
  for (const { task, products, at, event, source } of views) {
    const seen = (JSON.parse(products) as TouchedProduct[]).filter(({ productId }) => productsOf[task]?.has(productId))
    for (const product of seen) touches[task]?.push(toTouch('view', product, { at, event, source }))
  }
  return explained.map(({ conversion }, i) => ({ conversion, touches: (touches[i] ?? []).sort(compareTouches) }))
}

/** Stores touches as long as a conversion can be attributed to them. */
import type { Conversion, Subject, TouchedProduct, TouchFact } from './derived-facts.ts'
import type { AttributionTask, AttributionWindows, Touch } from './derived-records.ts'
import type { DerivedSql, EachQuery } from './derived-sql.ts'
import { CLICKS, VIEWS } from './derived-tables.ts'
import { compareTouches, type TouchRow, toTouch, touchWindow } from './touches.ts'

export async function addTouches(sql: DerivedSql, shop: number, touches: readonly TouchFact[]): Promise<void> {
  const clicks = touches
    .filter(({ kind }) => kind === 'click')
    .flatMap(({ subject, atMs, eventId, products, source }) =>
      products.map(({ productId, ...shown }) => ({
        subject,
        at: atMs,
        event: eventId,
        product: productId,
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
  await sql.put(CLICKS, shop, clicks)
  await sql.put(VIEWS, shop, views)
}

export interface Explained {
  conversion: Conversion
  subjects: readonly Subject[]
}

const CLICKS_OF: EachQuery = {
  asked: { subject: 'text', product: 'bigint', since: 'bigint', until: 'bigint' },
  text: `SELECT c.at, c.event, c.source FROM clicks AS c
    WHERE c.shop = $1 AND c.subject = asked.subject AND c.product = asked.product AND c.at BETWEEN asked.since AND asked.until`,
}
const VIEWS_OF: EachQuery = {
  asked: { subject: 'text', since: 'bigint', until: 'bigint' },
  text: `SELECT v.at, v.event, v.products, v.source FROM views AS v
    WHERE v.shop = $1 AND v.subject = asked.subject AND v.at BETWEEN asked.since AND asked.until`,
}

/** Adds the possible touches to each conversion, earliest first, with two queries in total. */
export async function withTouches(
  sql: DerivedSql,
  shop: number,
  explained: readonly Explained[],
  windows: AttributionWindows,
): Promise<AttributionTask[]> {
  const tasks = explained.map(({ conversion }) => ({ conversion, touches: [] as Touch[] }))
  const askedClicks = explained.flatMap(({ conversion, subjects }, task) => {
    const { clicksFromMs: since, toMs: until } = touchWindow(conversion, windows)
    const products = new Set(conversion.lines.map(({ productId }) => productId))
    return subjects.flatMap((subject) => [...products].map((product) => ({ task, subject, product, since, until })))
  })
  const askedViews = explained.flatMap(({ conversion, subjects }, task) => {
    const { viewsFromMs: since, toMs: until } = touchWindow(conversion, windows)
    return subjects.map((subject) => ({ task, subject, since, until }))
  })
  const clicks = await sql.runForEach<TouchRow>(CLICKS_OF, shop, askedClicks)
  for (const [i, { task, product }] of askedClicks.entries())
    for (const row of clicks[i] ?? []) tasks[task]?.touches.push(toTouch('click', { productId: product }, row))
  const views = await sql.runForEach<TouchRow & { products: string }>(VIEWS_OF, shop, askedViews)
  for (const [i, { task }] of askedViews.entries()) {
    const { conversion, touches } = tasks[task] as AttributionTask & { touches: Touch[] }
    const isOrdered = ({ productId }: TouchedProduct) => conversion.lines.some((line) => line.productId === productId)
    for (const { products, ...row } of views[i] ?? [])
      for (const product of (JSON.parse(products) as TouchedProduct[]).filter(isOrdered))
        touches.push(toTouch('view', product, row))
  }
  for (const { touches } of tasks) touches.sort(compareTouches)
  return tasks
}

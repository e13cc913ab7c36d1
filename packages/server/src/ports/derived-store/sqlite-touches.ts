/** Clicks and views of products that were served, kept as long as they can explain a conversion. */
import type { DatabaseSync } from 'node:sqlite'
import type { Conversion, Subject, TouchedProduct, TouchFact } from './derived-facts.ts'
import type { AttributionWindows, Touch } from './derived-records.ts'
import { compareTouches, keptTouches, toTouch, touchWindow } from './touches.ts'

interface Window {
  readonly fromMs: number
  readonly toMs: number
}

export function touchTables(db: DatabaseSync) {
  const putClick = db.prepare(
    'INSERT OR IGNORE INTO clicks (shop, subject, product, at, event, source) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const putView = db.prepare(
    'INSERT OR IGNORE INTO views (shop, subject, at, event, products, source) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const findClicks = db.prepare(
    'SELECT at, event, source FROM clicks WHERE shop = ? AND subject = ? AND product = ? AND at BETWEEN ? AND ?',
  )
  const findViews = db.prepare(
    'SELECT at, event, products, source FROM views WHERE shop = ? AND subject = ? AND at BETWEEN ? AND ?',
  )

  function clicksOf(shop: number, subject: Subject, productId: number, { fromMs, toMs }: Window): Touch[] {
    return findClicks.all(shop, subject, productId, fromMs, toMs).map((row) => toTouch('click', { productId }, row))
  }

  function viewsOf(shop: number, subject: Subject, products: ReadonlySet<number>, { fromMs, toMs }: Window): Touch[] {
    return findViews.all(shop, subject, fromMs, toMs).flatMap((row) => {
      const viewed = JSON.parse(row.products as string) as TouchedProduct[]
      return viewed.filter(({ productId }) => products.has(productId)).map((product) => toTouch('view', product, row))
    })
  }

  return {
    add(shop: number, touches: readonly TouchFact[]): void {
      for (const { kind, subject, atMs, eventId, products, source } of touches) {
        if (kind === 'view') {
          putView.run(shop, subject, atMs, eventId, JSON.stringify(products), JSON.stringify(source))
          continue
        }
        for (const { productId, ...shown } of products) {
          putClick.run(shop, subject, productId, atMs, eventId, JSON.stringify({ ...source, ...shown }))
        }
      }
    },

    /** Returns the touches that may explain a conversion, earliest first. */
    before(conversion: Conversion, person: Person, windows: AttributionWindows): Touch[] {
      const { shop, subjects } = person
      const { clicksFromMs, viewsFromMs, toMs } = touchWindow(conversion, windows)
      const products = new Set(conversion.lines.map((line) => line.productId))
      const touches = [...subjects].flatMap((subject) => [
        ...[...products].flatMap((id) => clicksOf(shop, subject, id, { fromMs: clicksFromMs, toMs })),
        ...viewsOf(shop, subject, products, { fromMs: viewsFromMs, toMs }),
      ])
      return touches.sort(compareTouches)
    },

    prune(shop: number, newestAtMs: number, windows: AttributionWindows): void {
      const { clicksFromMs, viewsFromMs } = keptTouches(newestAtMs, windows)
      db.prepare('DELETE FROM clicks WHERE shop = ? AND at < ?').run(shop, clicksFromMs)
      db.prepare('DELETE FROM views WHERE shop = ? AND at < ?').run(shop, viewsFromMs)
    },
  }
}

interface Person {
  readonly shop: number
  readonly subjects: Iterable<Subject>
}

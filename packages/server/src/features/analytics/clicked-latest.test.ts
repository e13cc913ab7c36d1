/** Which events of the log count as a choice. */
import { expect, it } from 'vitest'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import type { EventLog } from '../../ports/event-log/event-log.ts'
import { SqliteEventTables } from '../../ports/event-log/sqlite-event-tables.ts'
import { line, NOW, shopEvent } from '../../ports/event-log/testing/shop-events.ts'
import { toNewEvent } from '../../ports/event-log/to-new-event.ts'
import { ClickedProducts } from './clicked-products.ts'

it('counts clicks of people on a product of an answer that is known, and nothing else', async () => {
  const log = new SqliteEventTables(':memory:') as unknown as EventLog
  let ids = 0
  const click = (parts: Partial<ShopEvent>) =>
    shopEvent({
      id: `c${++ids}`,
      action: 'surface_click',
      track: { requestId: 'r' } as never,
      lines: [line(1)],
      ...parts,
    })
  const events = [
    click({}),
    click({ track: { serveId: 'q' } as never, lines: [line(2)] }),
    click({ bot: true }),
    click({ track: {} as never }),
    click({ lines: [] }),
    click({ action: 'surface_view' as never }),
  ]
  await log.append(
    'a',
    events.map((event) => toNewEvent({ event, sent: { context: {} } })),
  )
  const products = [1, 2].map((productId, i) => ({ productId, position: i + 1 }))
  const serve = { surface: 'search' as const, atMs: NOW, subjects: [], query: 'mug', products }
  const store = { findServes: async () => new Map([['r', [serve]], ['q', [serve]]]) } // biome-ignore format: one line reads better
  expect(await new ClickedProducts({ log, store }).of('a', NOW)).toEqual([
    { query: 'mug', productId: 1, clicks: 1, ofClicks: 2, position: 1 },
    { query: 'mug', productId: 2, clicks: 1, ofClicks: 2, position: 2 },
  ])
  await log.close()
})

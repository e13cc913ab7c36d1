import { describe, expect, it } from 'vitest'
import type { EventLog } from '../../ports/event-log/event-log.ts'
import { SqliteEventTables } from '../../ports/event-log/sqlite-event-tables.ts'
import { toNewEvent } from '../../ports/event-log/to-new-event.ts'
import { exportEvents } from './export-events.ts'

describe('the log as NDJSON', () => {
  it('V4: has each event once and in order, within offset and limit, with the names of the API', async () => {
    const log = new SqliteEventTables(':memory:') as unknown as EventLog
    const atMs = Date.parse('2026-03-10T12:00:00Z')
    const event = (i: number) =>
      toNewEvent({
        event: { id: `e${i}`, atMs, receivedAtMs: atMs + 1, visitorId: 'v', lines: [{ productId: i }] } as never,
        sent: { data: { camelCase: 1 } } as never,
      })
    await log.append(
      'a',
      Array.from({ length: 1201 }, (_, i) => event(i)),
    )
    const read = async (after: number, limit: number) => {
      const pages: string[] = []
      for await (const page of exportEvents(log, 'a', { after, limit })) pages.push(page)
      return { pages: pages.length, lines: pages.join('').trim().split('\n').filter(Boolean).map((line) => JSON.parse(line)) } // biome-ignore format: one line reads better
    }
    const all = await read(0, 10_000)
    expect([all.pages, all.lines.length]).toEqual([3, 1201])
    expect(all.lines.map(({ id }) => id)).toEqual(Array.from({ length: 1201 }, (_, i) => `e${i}`))
    expect(all.lines[2]).toMatchObject({
      offset: 3,
      timestamp: '2026-03-10T12:00:00.000Z',
      received_at: '2026-03-10T12:00:00.001Z',
      visitor_id: 'v',
      lines: [{ product_id: 2 }],
      data: { camelCase: 1 },
    })
    expect((await read(1199, 10)).lines.map(({ id }) => id)).toEqual(['e1199', 'e1200'])
    expect((await read(0, 501)).lines).toHaveLength(501)
    expect(await read(0, 0)).toEqual({ pages: 0, lines: [] })
    await log.close()
  })
})

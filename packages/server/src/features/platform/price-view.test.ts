import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { EventLog } from '../../ports/event-log/event-log.ts'
import { SqliteEventTables } from '../../ports/event-log/sqlite-event-tables.ts'
import { toNewEvent } from '../../ports/event-log/to-new-event.ts'
import { exportEvents } from './export-events.ts'
import { inTurns } from './in-turns.ts'
import { decimalsOf, displayPrice, listPrice, priceViewOf } from './price-view.ts'

describe('prices as one shopper sees them', () => {
  const config = completeConfig({ shop: { currency: 'EUR' }, currency_rates: { USD: 1.2, JPY: 160 } } as never)

  it('V1: in the currency that is asked for where there is a rate, else in the shop’s own', () => {
    expect(priceViewOf(config, 'usd')).toMatchObject({ currency: 'USD', rate: 1.2, shopCurrency: 'EUR', decimals: 2 })
    for (const currency of [undefined, 'EUR', 'GBP'])
      expect(priceViewOf(config, currency)).toMatchObject({ currency: 'EUR', rate: 1, discountPercent: 0 })
    expect(displayPrice(10, priceViewOf(config, 'USD'))).toBe(12)
    expect(displayPrice(10.01, priceViewOf(config, 'JPY'))).toBe(1602)
  })

  it('V2: less what the account’s list takes off', () => {
    const view = priceViewOf(config, 'USD', 25)
    expect([listPrice(10, view), displayPrice(10, view)]).toEqual([7.5, 9])
  })

  it('V3: with as many decimals as the currency has', () => {
    expect(['EUR', 'JPY', 'KWD', 'XXX', 'BIF', 'TND'].map(decimalsOf)).toEqual([2, 0, 3, 2, 0, 3])
  })
})

describe('the log as lines', () => {
  it('V4: has each event once, in order, from a place on and up to a number, with the names of the wire', async () => {
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

describe('bytes in small pieces', () => {
  it('V5: are the same bytes, none more than sixteen kilobytes at once', async () => {
    async function* source() {
      yield Uint8Array.from({ length: 40_000 }, (_, i) => i % 251)
      yield new Uint8Array(0)
      yield Uint8Array.of(1, 2)
    }
    const pieces: Buffer[] = []
    for await (const piece of inTurns(source())) pieces.push(Buffer.from(piece))
    expect(pieces.map(({ length }) => length)).toEqual([16_384, 16_384, 7232, 2])
    expect([...Buffer.concat(pieces).subarray(39_998)]).toEqual([39_998 % 251, 39_999 % 251, 1, 2])
  })
})

import { describe, expect, it, onTestFinished } from 'vitest'
import type { EventLog } from '../../ports/event-log/event-log.ts'
import type { ShopEvent } from '../../ports/event-log/shop-event.ts'
import { SqliteEventTables } from '../../ports/event-log/sqlite-event-tables.ts'
import { applyOrder, applyRefund } from './order-webhooks.ts'
import type { Webhook, WebhookDeps } from './receive-webhook.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const mug = { product_id: 7, variant_id: 71, quantity: 2, price: '9.50' }
const order = (parts: object = {}) => ({
  id: 1001,
  created_at: '2026-03-09T10:00:00Z',
  currency: 'EUR',
  total_price: '19.00',
  line_items: [mug],
  ...parts,
})

function openShop(webhook_secret = 'of the shop') {
  const shop = { id: 'a.example', config: { webhook_secret } } as Webhook['shop']
  const log = new SqliteEventTables(':memory:') as unknown as EventLog
  onTestFinished(() => log.close())
  let appended = 0
  const deps = { log, onAppended: () => void appended++ } as unknown as WebhookDeps
  const send = (topic: string, payload: Record<string, unknown>) =>
    (topic === 'refunds/create' ? applyRefund : applyOrder)(deps, { shop, topic, payload, nowMs: NOW } as Webhook)
  const events = async () => (await log.read(shop.id, 0, 100)).map(({ body }) => JSON.parse(body) as ShopEvent)
  return { send, events, log, appended: () => appended }
}

describe('orders that the platform reports', () => {
  it('O1: become one event each, even if they arrive several times under several topics', async () => {
    const { send, events, appended } = openShop()
    for (const topic of ['orders/create', 'orders/paid', 'orders/updated']) await send(topic, order())
    expect(await events()).toMatchObject([
      {
        name: 'checkout_completed',
        action: 'order',
        orderId: '1001',
        atMs: Date.parse('2026-03-09T10:00:00Z'),
        receivedAtMs: NOW,
        currency: 'EUR',
        total: 19,
        lines: [{ productId: 7, variantId: 71, quantity: 2, price: 9.5 }],
      },
    ])
    expect(appended()).toBe(1)
    const [{ id }] = (await events()) as [ShopEvent]
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('O1b: get ids that nobody can predict without the shop’s secret', async () => {
    const idWith = async (secret?: string) => {
      const { send, events } = openShop(secret)
      await send('orders/create', order())
      return (await events())[0]?.id
    }
    expect(await idWith()).toBe(await idWith())
    expect(await idWith('another secret')).not.toBe(await idWith())
  })

  it('O2: have the time of processing, or else of creation, or else of arrival', async () => {
    const at = async (parts: object) => {
      const { send, events } = openShop()
      await send('orders/create', order(parts))
      return (await events())[0]?.atMs
    }
    expect(await at({ processed_at: '2026-03-08T10:00:00Z' })).toBe(Date.parse('2026-03-08T10:00:00Z'))
    expect(await at({ created_at: null })).toBe(NOW)
    expect(await at({ created_at: 'soon' })).toBe(NOW)
  })

  it('O3: have a verified customer, or none', async () => {
    const { send, events } = openShop()
    await send('orders/create', order({ customer: { id: 55, email: 'a@b.example' } }))
    await send('orders/create', order({ id: 1002 }))
    const [known, unknown] = await events()
    expect(known).toMatchObject({ customerId: '55', isCustomerVerified: true })
    expect(unknown).not.toHaveProperty('customerId')
    expect(unknown).not.toHaveProperty('isCustomerVerified')
    expect(JSON.stringify(await events())).not.toContain('a@b.example')
  })

  it('O3b: have the visitor in the attribute of their cart', async () => {
    const { send, events } = openShop()
    const marked = (value: unknown) => ({ note_attributes: [{ name: 'gift', value: 'yes' }, { name: '_vitrine_visitor', value }] }) // biome-ignore format: one line reads better
    await send('orders/create', order(marked(' v-1 ')))
    await send('orders/create', order({ id: 1002, ...marked('x'.repeat(256)) }))
    await send('orders/create', order({ id: 1003, note_attributes: 'none' }))
    expect((await events()).map(({ visitorId }) => visitorId)).toEqual(['v-1', undefined, undefined])
  })

  it('O4: are ignored if they are tests or have no lines', async () => {
    const { send, events, appended } = openShop()
    await send('orders/create', order({ test: true }))
    await send('orders/create', order({ line_items: [] }))
    await send('orders/create', order({ line_items: [{ ...mug, quantity: 0 }, { quantity: 1 }, 'x'] }))
    await send('orders/create', order({ line_items: undefined }))
    expect([await events(), appended()]).toEqual([[], 0])
    await expect(send('orders/create', order({ id: undefined }))).rejects.toThrow('id')
  })

  it('O5: have quantity 1 and no price for lines without them', async () => {
    const { send, events } = openShop()
    await send('orders/create', order({ line_items: [{ product_id: 8 }] }))
    expect((await events())[0]?.lines).toEqual([{ productId: 8, quantity: 1 }])
  })

  it('O6: are refunded in full, once, at the time of cancellation', async () => {
    const { send, events } = openShop()
    const cancelled = order({ cancelled_at: '2026-03-10T09:00:00Z' })
    await send('orders/updated', cancelled)
    await send('orders/cancelled', cancelled)
    const [, refund, ...rest] = await events()
    expect(refund).toMatchObject({
      name: 'order_refunded',
      action: 'refund',
      orderId: '1001',
      refundId: 'cancelled',
      atMs: Date.parse('2026-03-10T09:00:00Z'),
      lines: [{ productId: 7, quantity: 2, price: 9.5 }],
    })
    expect(rest).toEqual([])
    const other = openShop()
    await other.send('orders/cancelled', order())
    expect((await other.events()).map(({ action }) => action)).toEqual(['order', 'refund'])
    const live = openShop()
    await live.send('orders/updated', order({ cancelled_at: null }))
    expect(await live.events()).toHaveLength(1)
  })
})

describe('refunds that the platform reports', () => {
  const item = (parts: object = {}) => ({ quantity: 1, subtotal: '9.50', line_item: mug, ...parts })
  const refund = (items: unknown[], parts: object = {}) => ({
    id: 5,
    order_id: 1001,
    created_at: '2026-03-10T10:00:00Z',
    refund_line_items: items,
    ...parts,
  })

  it('O7: take back the quantity of a line at the price paid for each unit', async () => {
    const { send, events, appended } = openShop()
    await send('refunds/create', refund([item({ quantity: 2, subtotal: '15.00' })]))
    await send('refunds/create', refund([item()]))
    expect(await events()).toMatchObject([
      { action: 'refund', orderId: '1001', refundId: '5', lines: [{ productId: 7, quantity: 2, price: 7.5 }] },
    ])
    expect([(await events())[0]?.atMs, appended()]).toEqual([Date.parse('2026-03-10T10:00:00Z'), 1])
  })

  it('O8: use the price of the line if there is no subtotal', async () => {
    const { send, events } = openShop()
    await send('refunds/create', refund([item({ subtotal: undefined })]))
    expect((await events())[0]?.lines).toEqual([{ productId: 7, variantId: 71, quantity: 1, price: 9.5 }])
  })

  it('O9: without lines are ignored, and without an order are refused', async () => {
    const { send, events } = openShop()
    await send('refunds/create', refund([]))
    await send('refunds/create', refund([item({ quantity: 0 }), item({ line_item: null }), 'x']))
    expect(await events()).toEqual([])
    await expect(send('refunds/create', refund([item()], { order_id: null }))).rejects.toThrow('order_id')
  })
})

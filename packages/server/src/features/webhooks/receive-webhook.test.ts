import { createHmac } from 'node:crypto'
import { completeConfig, type ShopConfigInput, SHOPIFY_HEADERS } from '@vitrine/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sqliteDerivedTables } from '../../ports/derived-store/sqlite-derived-tables.ts'
import type { EventLog } from '../../ports/event-log/event-log.ts'
import { SqliteEventTables } from '../../ports/event-log/sqlite-event-tables.ts'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { sqliteRecordStore } from '../../ports/record-store/sqlite.ts'
import { sqliteWebhookMemory } from '../../ports/webhook-memory/sqlite.ts'
import { inProcessExclusiveWork } from '../../ports/exclusive-work/in-process.ts'
import { InventoryItems } from './inventory-items.ts'
import { checkSignature, receiveWebhook, type WebhookDeps } from './receive-webhook.ts'
import { NotSigned } from './signature-check.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const SECRET = 'of the platform'
const at = (minute: number) => new Date(NOW + minute * 60_000).toISOString()

async function openShop(config: ShopConfigInput = {}, id = 'a.example') {
  const store = sqliteRecordStore({ path: ':memory:' })
  const memory = sqliteWebhookMemory(':memory:')
  const log = new SqliteEventTables(':memory:') as unknown as EventLog
  const aside = sqliteDerivedTables(':memory:')
  onTestFinished(async () => void (await Promise.all([store.close(), memory.close(), log.close(), aside.close()])))
  const shop = (await store.putShop(id, completeConfig({ webhook_secret: SECRET, ...config }))) as Shop
  const deps: WebhookDeps = {
    findShop: async (asked) => (asked === id ? store.getShop(asked) : undefined),
    store,
    memory,
    log,
    items: new InventoryItems(store),
    onAppended: () => {},
    exclusively: inProcessExclusiveWork(),
    aside,
    replayed: new Set(),
  }
  const post = async (headers: Record<string, string | string[] | undefined>, rawBody: Uint8Array, nowMs = NOW) => {
    const check = await checkSignature(deps, headers, SHOPIFY_HEADERS)
    check.update(rawBody)
    if (!check.isRight()) throw new NotSigned()
    return receiveWebhook(deps, { headers, rawBody, signedWith: check.secret, nowMs }, SHOPIFY_HEADERS)
  }
  const send = (topic: string, payload: unknown, { webhookId, nowMs }: { webhookId?: string; nowMs?: number } = {}) => {
    const body = Buffer.from(JSON.stringify(payload))
    return post({ ...signed(body, topic, id), 'x-shopify-webhook-id': webhookId }, body, nowMs)
  }
  return {
    deps,
    shop,
    store,
    post,
    send,
    product: async (productId: number) => (await store.getProducts(id, [productId]))[0],
    collections: async () => (await store.getShop(id))!.config.collections,
  }
}

const signed = (body: Uint8Array, topic: string, id = 'a.example', secret = SECRET) => ({
  'x-shopify-topic': topic,
  'x-shopify-shop-domain': id,
  'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
})
const raw = (parts: object = {}) => ({
  id: 7,
  title: 'Mug',
  handle: 'mug',
  updated_at: at(0),
  variants: [{ id: 71, price: '9.50', inventory_item_id: 700, inventory_quantity: 1 }],
  ...parts,
})

describe('the sender of a webhook', () => {
  it('W1: gets the same answer for an unknown shop, a missing secret, and a missing or wrong signature', async () => {
    const { post } = await openShop()
    const body = Buffer.from('{"id":7}')
    const good = signed(body, 'products/delete')
    const wrong = [
      { ...good, 'x-shopify-shop-domain': 'b.example' },
      { ...good, 'x-shopify-shop-domain': undefined },
      { ...good, 'x-shopify-hmac-sha256': undefined },
      signed(body, 'products/delete', 'a.example', 'guessed'),
    ]
    for (const headers of wrong) await expect(post(headers, body)).rejects.toThrow('not signed by this shop')
    await expect(post(good, Buffer.from('{"id":8}'))).rejects.toThrow('not signed by this shop')
    const open = await openShop({ webhook_secret: null } as never)
    await expect(open.post(good, body)).rejects.toThrow('not signed by this shop')
    await expect(open.post(signed(body, 'products/delete', 'a.example', ''), body)).rejects.toThrow('not signed')
    expect(await post({ ...good, 'x-shopify-shop-domain': 'A.Example' }, body)).toEqual({ ok: true })
  })

  it('W1b: is refused without a body, and if the secret was replaced while the body arrived', async () => {
    const { deps, shop } = await openShop()
    const body = Buffer.from('{"id":7}')
    const headers = signed(body, 'products/delete')
    const call = { headers, rawBody: body, nowMs: NOW }
    await deps.store.putShop(shop.id, completeConfig({ webhook_secret: 'another' }))
    for (const signedWith of [undefined, SECRET])
      await expect(receiveWebhook(deps, { ...call, signedWith }, SHOPIFY_HEADERS)).rejects.toThrow('not signed')
  })

  it('W2: is read from the first of several headers with one name', async () => {
    const { post, product, send } = await openShop()
    await send('products/create', raw())
    const body = Buffer.from('{"id":7}')
    const headers = { ...signed(body, 'products/delete'), 'x-shopify-topic': ['products/delete', 'products/update'] }
    await post(headers, body, NOW + 1)
    expect(await product(7)).toBeUndefined()
  })

  it('W3: may use an unknown topic, which is ignored with any body', async () => {
    const { post } = await openShop()
    const body = Buffer.from('no JSON')
    expect(await post(signed(body, 'themes/update'), body)).toEqual({ ok: true })
  })

  it('W4: is refused with a body that is no JSON object or is nested too deeply', async () => {
    const { post } = await openShop()
    for (const text of ['no JSON', '[1]', 'null', `{"a":${'['.repeat(2000)}`]) {
      const body = Buffer.from(text)
      await expect(post(signed(body, 'products/update'), body)).rejects.toMatchObject({ status: 400 })
    }
  })

  it('W5: may repeat an id, which is applied once unless it failed', async () => {
    const { send, product } = await openShop()
    await send('products/create', raw(), { webhookId: 'w1' })
    await send('products/update', raw({ title: 'Cup', updated_at: at(1) }), { webhookId: 'w1' })
    expect((await product(7))?.title).toBe('Mug')
    await expect(send('products/update', raw({ title: '', updated_at: at(2) }), { webhookId: 'w2' })).rejects.toThrow()
    await send('products/update', raw({ title: 'Bowl', updated_at: at(3) }), { webhookId: 'w2' })
    expect((await product(7))?.title).toBe('Bowl')
    await send('products/update', raw({ title: 'Pot', updated_at: at(4) }))
    await send('products/update', raw({ title: 'Pan', updated_at: at(5) }))
    expect((await product(7))?.title).toBe('Pan')
  })
})

describe('products', () => {
  it('W6: keep the latest version by the platform’s clock, in any order of arrival', async () => {
    const { send, product } = await openShop()
    await send('products/update', raw({ title: 'New', updated_at: at(5) }))
    await send('products/create', raw({ title: 'Old', updated_at: at(1) }))
    expect((await product(7))?.title).toBe('New')
    await send('products/delete', { id: 7 }, { nowMs: NOW + 10 * 60_000 })
    expect(await product(7)).toBeUndefined()
    await send('products/update', raw({ updated_at: at(9) }))
    expect(await product(7)).toBeUndefined()
    await send('products/update', raw({ updated_at: at(11) }))
    expect((await product(7))?.title).toBe('Mug')
  })

  it('W7: keep imported fields that webhooks never contain; metafields are replaced if they are sent', async () => {
    const { send, product, store, shop } = await openShop()
    const metafields = [{ namespace: 'a', key: 'b', value: 'c' }]
    const kept = {
      collections: ['sale'],
      publicationIds: ['1'],
      marketIds: [3],
      catalogIds: ['c'],
      rating: { value: 4, count: 2 },
      translations: { de: { title: 'Becher' } },
    }
    await store.putProducts(shop.id, [sampleProduct(7, { ...kept, metafields } as never)])
    await send('products/update', raw())
    expect(await product(7)).toMatchObject({ ...kept, metafields, title: 'Mug' })
    await send('products/update', raw({ metafields: [], updated_at: at(1) }))
    expect(await product(7)).toMatchObject({ ...kept, metafields: [] })
  })

  it('W8: are refused without an id, or if invalid', async () => {
    const { send } = await openShop()
    await expect(send('products/update', raw({ id: '' }))).rejects.toThrow('id must be an id')
    await expect(send('products/update', raw({ variants: [] }))).rejects.toThrow('variants is empty')
  })

  it('W9: have the time of arrival if they state none', async () => {
    const { send, product } = await openShop()
    await send('products/update', raw({ title: 'A', updated_at: null }), { nowMs: NOW + 60_000 })
    await send('products/update', raw({ title: 'B', updated_at: at(0) }))
    expect((await product(7))?.title).toBe('A')
  })
})

describe('collections', () => {
  const collection = (parts: object = {}) => ({ id: 5, handle: 'sale', title: 'Sale', updated_at: at(0), ...parts })

  it('W10: are added in the order of their ids, replaced, and deleted', async () => {
    const { send, collections } = await openShop({ collections: [{ id: 9, handle: 'new', title: 'New' }] })
    await send('collections/create', collection({ body_html: '<p>x</p>' }))
    expect(await collections()).toEqual([
      { id: 5, handle: 'sale', title: 'Sale', description: '<p>x</p>' },
      { id: 9, handle: 'new', title: 'New' },
    ])
    await send('collections/update', collection({ title: 'All', updated_at: at(1) }))
    expect((await collections())[0]).toMatchObject({ title: 'All', description: '<p>x</p>' })
    await send('collections/update', collection({ title: 'Earlier', updated_at: at(0) }))
    expect((await collections())[0]?.title).toBe('All')
    await send('collections/delete', { id: 5 }, { nowMs: NOW + 120_000 })
    expect((await collections()).map(({ id }) => id)).toEqual([9])
    await send('collections/update', collection({ updated_at: at(1) }))
    expect(await collections()).toHaveLength(1)
  })

  it('W10b: take over the handle of another collection, which is called by its number until its own webhook comes', async () => {
    const { deps, send, collections } = await openShop({ collections: [{ id: 9, handle: 'sale', title: 'Old sale' }] })
    await send('collections/create', collection())
    expect((await collections()).map(({ handle }) => handle)).toEqual(['sale', '9'])
    await send('collections/update', collection({ id: 9, handle: 'old-sale' }))
    expect((await collections()).map(({ handle }) => handle)).toEqual(['sale', 'old-sale'])
    expect(await deps.aside.setAside('a.example', 10)).toEqual([])
  })

  it('W11: without handle or title keep the known ones, or else use handle or number', async () => {
    const { send, collections } = await openShop()
    await send('collections/create', collection({ handle: '', title: undefined }))
    expect((await collections())[0]).toEqual({ id: 5, handle: '5', title: '5' })
    await send('collections/update', collection({ updated_at: at(1), title: '' }))
    expect((await collections())[0]).toEqual({ id: 5, handle: 'sale', title: '5' })
    await send(
      'collections/update',
      collection({ updated_at: at(2), handle: undefined, title: 'Sale', body_html: null }),
    )
    expect((await collections())[0]).toEqual({ id: 5, handle: 'sale', title: 'Sale', description: '' })
  })

  it('W12: have the supported rules; without any, the members stay', async () => {
    const { send, collections } = await openShop()
    const rule = { column: 'tag', relation: 'equals', condition: 'sale' }
    await send(
      'collections/create',
      collection({ rules: [{ ...rule, condition_object_id: 3 }, 'x', { column: 'moon' }] }),
    )
    expect((await collections())[0]).toMatchObject({ rules: [rule], disjunctive: false })
    await send('collections/update', collection({ rules: [rule], disjunctive: true, updated_at: at(1) }))
    expect((await collections())[0]).toMatchObject({ rules: [rule], disjunctive: true })
    await send('collections/update', collection({ rules: [], disjunctive: false, updated_at: at(2) }))
    expect((await collections())[0]).toMatchObject({ rules: [rule], disjunctive: true })
  })
})

describe('stock', () => {
  const level = (parts: object = {}) => ({
    inventory_item_id: 700,
    location_id: 1,
    available: 4,
    updated_at: at(0),
    ...parts,
  })

  it('W13: of a variant is the sum of the latest reports of all locations', async () => {
    const { send, product } = await openShop()
    const other = { id: 72, price: 1, inventory_item_id: 701, inventory_quantity: 9 }
    await send('products/create', raw({ variants: [...raw().variants, other] }))
    const stock = async () => (await product(7))?.variants.map(({ inventoryQuantity }) => inventoryQuantity)
    await send('inventory_levels/update', level())
    await send('inventory_levels/update', level({ location_id: 2, available: -1 }))
    expect(await stock()).toEqual([3, 9])
    await send('inventory_levels/update', level({ available: 10, updated_at: at(-1) }))
    expect(await stock()).toEqual([3, 9])
    await send('inventory_levels/update', level({ available: 0, updated_at: at(1) }))
    expect(await stock()).toEqual([-1, 9])
  })

  it('W14: changes nothing for an untracked location, or for an unknown item', async () => {
    const { send, product } = await openShop()
    await send('products/create', raw())
    const before = await product(7)
    await send('inventory_levels/update', level({ available: null }))
    await send('inventory_levels/update', level({ inventory_item_id: 999 }))
    expect(await product(7)).toEqual(before)
    await expect(send('inventory_levels/update', level({ location_id: null }))).rejects.toThrow('location_id')
    await expect(send('inventory_levels/update', level({ inventory_item_id: 0 }))).rejects.toThrow('inventory_item_id')
  })
})

describe('work with one key', () => {
  it('W15: runs in sequence, continues after a failure, and does not wait for another key', async () => {
    const exclusively = inProcessExclusiveWork()
    const order: string[] = []
    const gate = Promise.withResolvers<void>()
    const first = exclusively('a', async () => {
      await gate.promise
      order.push('a1')
      throw new Error('lost')
    })
    const second = exclusively('a', async () => void order.push('a2'))
    await exclusively('b', async () => void order.push('b'))
    gate.resolve()
    await expect(first).rejects.toThrow('lost')
    await second
    expect(await exclusively('a', async () => 'again')).toBe('again')
    expect(order).toEqual(['b', 'a1', 'a2'])
  })
})

describe('a webhook that cannot be applied', () => {
  it('W-aside: is tried again, answered, set aside without personal data, and applied after the fix', async () => {
    const { deps, send } = await openShop()
    const append = deps.log.append.bind(deps.log)
    let tries = 0
    deps.log.append = async () => {
      tries++
      throw new Error('cannot store it')
    }
    const order = { id: 9, currency: 'EUR', email: 'a@b.example', customer: { id: 5 }, line_items: [{ product_id: 7, quantity: 2, price: '3', name: 'N' }] } // biome-ignore format: one line reads better
    expect(await send('orders/create', order, { webhookId: 'w1' })).toEqual({ ok: true })
    const [aside] = await deps.aside.setAside('a.example', 10)
    expect([tries, aside]).toMatchObject([
      2,
      { kind: 'webhook', key: 'w1', name: 'orders/create', cause: 'cannot store it' },
    ])
    expect(aside?.body).not.toMatch(/a@b|customer|"N"/)
    deps.log.append = append
    deps.replayed.clear()
    await send('orders/create', { ...order, id: 10 }, { webhookId: 'w2' })
    expect(await deps.aside.setAside('a.example', 10)).toEqual([])
    expect(await deps.log.lastOffset('a.example')).toBe(2)
  })

  it('W-aside: keeps the lines of a refund, in both of their forms, and no personal data', async () => {
    const { deps, send } = await openShop()
    deps.log.append = async () => {
      throw new Error('cannot store it')
    }
    const line = { product_id: 7, variant_id: 71, quantity: 1, price: '3' }
    const refund = { order_id: 9, created_at: '2026-06-01T12:00:00Z', user: { email: 'a@b.example' } }
    await send('refunds/create', { ...refund, id: 1, line_items: [{ ...line, name: 'N' }] }, { webhookId: 'r1' })
    const nested = { quantity: 1, subtotal: 3, line_item: { ...line, name: 'N' } }
    await send('refunds/create', { ...refund, id: 2, refund_line_items: [nested] }, { webhookId: 'r2' })
    const bodies = (await deps.aside.setAside('a.example', 10)).map(({ body }) => JSON.parse(body))
    const { user: _, ...kept } = refund
    expect(bodies).toContainEqual({ ...kept, id: 1, line_items: [line] })
    expect(bodies).toContainEqual({
      ...kept,
      id: 2,
      refund_line_items: [{ quantity: 1, subtotal: 3, line_item: line }],
    })
  })

  it('W-away: is rejected while the store is unavailable, and if the sender is at fault, so that the platform sends it again', async () => {
    const { deps, send } = await openShop()
    deps.log.append = async () => {
      throw Object.assign(new Error('no answer'), { name: 'StoreUnavailable' })
    }
    await expect(send('orders/create', { id: 9, line_items: [{ product_id: 7 }] })).rejects.toThrow('no answer')
    await expect(send('orders/create', { id: {} })).rejects.toThrow('id')
    await expect(send('orders/create', { id: 9, currency: 'ZZZ' })).rejects.toThrow('ISO 4217')
    expect(await deps.aside.setAside('a.example', 10)).toEqual([])
  })
})

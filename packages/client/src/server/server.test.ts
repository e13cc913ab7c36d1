import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Client } from '../client.ts'
import { NetworkError, UnauthorizedError } from '../errors.ts'
import { createWebhooks, searchWindow } from './index.ts'

describe('a window of results', () => {
  it('contains the products of the list in that range, read in pages of at most a hundred', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 0, max: 250 }),
        async (total, skip, take) => {
          const all = Array.from({ length: total }, (_, productId) => ({ productId }))
          const pages: number[] = []
          const search = async ({ pagination: { page, limit } }: { pagination: { page: number; limit: number } }) => {
            expect(limit).toBeGreaterThan(0)
            expect(limit).toBeLessThanOrEqual(100)
            pages.push(page)
            return { page, products: all.slice((page - 1) * limit, page * limit) }
          }
          const client = { search } as unknown as Client
          const { products, answer } = await searchWindow(client, { query: 'a' }, { skip, take })
          expect(products).toEqual(all.slice(skip, skip + take))
          expect(answer).toMatchObject({ page: pages[0] })
          expect(pages.length).toBeLessThanOrEqual(Math.ceil(take / 100) + 1)
        },
      ),
    ))
})

describe("reports of a shop's server", () => {
  const order = { id: 7, currency: 'EUR', line_items: [] }
  const sending = (status = 200, body = '{}') => {
    const sent: { url: string; headers: Record<string, string>; body: string }[] = []
    const fetch = (async (url: string, init: { headers: Record<string, string>; body: string }) => {
      sent.push({ url, ...init })
      return new Response(body, { status })
    }) as unknown as typeof globalThis.fetch
    return { sent, webhooks: createWebhooks({ baseUrl: 'http://x/', shop: 's', secret: 'secret', fetch }) }
  }

  it('are signed over their bytes, and carry their topic', async () => {
    const { sent, webhooks } = sending()
    await webhooks.order(order)
    await webhooks.cancelOrder(order)
    await webhooks.refund({ id: 1, order_id: 7, refund_line_items: [] })
    expect(sent.map(({ headers }) => headers['x-vitrine-topic'])).toEqual([
      'orders/create',
      'orders/cancelled',
      'refunds/create',
    ])
    for (const { url, headers, body } of sent) {
      const signature = createHmac('sha256', 'secret').update(body).digest('hex')
      expect([url, headers['x-vitrine-shop']]).toEqual(['http://x/webhooks/vitrine', 's'])
      expect(headers['x-vitrine-signature']).toBe(`sha256=${signature}`)
    }
  })

  it('fail if the service does not accept them, or if there is no secret', async () => {
    await expect(sending(401, 'wrong').webhooks.order(order)).rejects.toBeInstanceOf(UnauthorizedError)
    const fetch = () => Promise.reject(new TypeError('fetch failed'))
    const away = createWebhooks({ baseUrl: 'http://x', shop: 's', secret: 'secret', fetch })
    await expect(away.order(order)).rejects.toBeInstanceOf(NetworkError)
    expect(() => createWebhooks({ baseUrl: 'http://x', shop: 's', secret: '' })).toThrow('webhook_secret')
  })
})

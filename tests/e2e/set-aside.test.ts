import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sampleEnvelope } from '../conformance/event-samples.ts'
import { POISON_HANDLE, POISON_PRODUCT, POISON_VIEWED, poisonFolder } from '../conformance/poison-folder.ts'
import { sharedBrowser } from './browser.ts'
import { newShopper, seriousFindings } from './shopper.ts'
import { callShop, enterAsOwner, fillShop, startEmptyServer } from './small-shop.ts'

const browser = await sharedBrowser()

const SHOP = 'small.example'
const SECRET = 'shpss_small'
const product = (id: number, handle: string) => ({ id, handle, title: handle, variants: [{ id: id * 10, price: '1' }] })

/** Sends four items that this data folder cannot process. */
async function sendPoison(url: string): Promise<void> {
  const lines = [product(POISON_PRODUCT, 'broken'), product(2, `${POISON_HANDLE}-line`)]
  await callShop(url, 'POST', '/products/bulk?wait=true', lines.map((line) => JSON.stringify(line)).join('\n'))
  const body = JSON.stringify(product(4, `${POISON_HANDLE}-webhook`))
  const signature = createHmac('sha256', SECRET).update(body).digest('base64')
  const headers = { 'x-shopify-topic': 'products/update', 'x-shopify-shop-domain': SHOP, 'x-shopify-webhook-id': 'w' }
  await fetch(`${url}/webhooks/shopify`, {
    ...{ method: 'POST', body },
    headers: { ...headers, 'content-type': 'application/json', 'x-shopify-hmac-sha256': signature },
  })
  const { event, ...envelope } = sampleEnvelope('product_viewed', Date.now())
  const data = { productVariant: { id: '1', product: { id: String(POISON_VIEWED) } } }
  const sent = await fetch(`${url}/api/storefront/event`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shop': SHOP },
    body: JSON.stringify({ ...envelope, event: { ...event, data } }),
  })
  expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining('true')])
}

/** Delays the page's first answer, which is outdated by then, until the stream has reported more. */
async function holdingFirstAnswer(page: Page) {
  const [read, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(/\/events\/debug/, async (route) => {
    const response = await route.fetch()
    read.resolve()
    await released.promise
    // The page may have canceled the request to repeat it.
    await route.fulfill({ response }).catch(() => {})
  })
  await page.addInitScript((shop) => {
    new BroadcastChannel(`vitrine /api/admin/v1/shops/${shop}/stream`).onmessage = ({ data: { name, data } }) => {
      if (name === 'set_aside') Reflect.set(globalThis, 'toldAside', data.set_aside.length)
    }
  }, SHOP)
  const openTail = async (url: string) => {
    await page.goto(`${url}/dashboard/events?tab=tail`)
    await read.promise
  }
  return { openTail, release: released.resolve }
}

describe('what was set aside', () => {
  it.each([1440, 375])('is listed with its cause, and removed once it is processed, %i pixels wide', async (width) => {
    const server = await startEmptyServer()
    await fillShop(server.url)
    await callShop(server.url, 'PATCH', '/config', JSON.stringify({ webhook_secret: SECRET }))
    const { page, complaints, close } = await newShopper(browser, width, 900)
    await enterAsOwner(page, server)
    await page.getByRole('button', { name: 'Sign in with this link' }).click()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    // Ignores failed requests before the sign-in.
    complaints.length = 0

    const { openTail, release } = await holdingFirstAnswer(page)
    await openTail(server.url)
    const poison = poisonFolder(server.folder)
    await sendPoison(server.url)
    await page.waitForFunction(() => Reflect.get(globalThis, 'toldAside') === 4)
    release()
    const list = page.getByRole('region', { name: 'Set aside' })
    const rows = list.locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(4)
    const { event, row, product: unindexable } = poison.causes
    const texts = (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')).sort()
    expect(texts).toEqual(
      [
        [String(POISON_PRODUCT), 'Product', unindexable],
        ['poison-line', 'Line of an import', row],
        ['product_viewed', 'Event', event],
        ['products/update', 'Webhook', row],
      ].map((parts) => expect.stringMatching(parts.join('.*'))),
    )
    for (const part of await rows.locator('td, th').all()) {
      const box = await part.boundingBox()
      if (box) expect(box.x + box.width).toBeLessThanOrEqual(width)
    }
    expect(await seriousFindings(page)).toEqual([])

    const again = page.getByRole('button', { name: 'Try again' })
    await again.click()
    await expect.poll(() => again.isEnabled()).toBe(true)
    expect(await rows.count()).toBe(4)
    poison.heal()
    await again.click()
    await list.waitFor({ state: 'detached' })
    const { products } = await callShop<{ products: { id: number }[] }>(server.url, 'GET', '/products?limit=20')
    expect(products.map(({ id }) => id)).toEqual(expect.arrayContaining([2, 4, POISON_PRODUCT]))
    expect(complaints).toEqual([])
    await close()
  })
})

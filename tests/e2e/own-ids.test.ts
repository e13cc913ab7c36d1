import { beforeAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { demoUrl } from './demo-url.ts'
import { newMerchant } from './merchant.ts'
import { newShopper, search } from './shopper.ts'

const SHOP = 'own-ids.example'
const TITLES = [
  'Velvet sofa',
  'Wool sofa',
  'Linen sofa',
  'Leather sofa',
  'Oak table',
  'Ash table',
  'Brass lamp',
  'Paper lamp',
]
const id = (at: number) => `prod_01HX${at}`

const product = (title: string, at: number) => ({
  id: id(at),
  title,
  handle: title.toLowerCase().replaceAll(' ', '-'),
  body_html: `<p>${title}, made to last.</p>`,
  vendor: 'Northloom',
  product_type: `${title.split(' ')[1]}s`,
  status: 'active',
  published_at: '2026-01-01T00:00:00Z',
  variants: [
    { id: `variant_01HX${at}`, title: 'One', sku: `OWN-${at}`, price: String(100 + at), inventory_quantity: 9 },
  ],
})

const browser = await sharedBrowser()

describe('a shop with ids of its own', () => {
  const url = demoUrl()
  let key = ''

  const admin = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer vak_demo${'0'.repeat(28)}`, 'content-type': 'application/json' }
    const sent = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await fetch(`${url}/api/admin/v1/shops/${SHOP}${path}`, { method, headers, body: sent ?? null })
    expect([path, answer.ok]).toEqual([path, true])
    return answer.status === 204 ? undefined : answer.json()
  }

  beforeAll(async () => {
    await admin('PUT', '', { name: 'Own ids', currency: 'EUR' })
    await admin('PATCH', '/config', {
      sections: [
        { id: 1, title: 'Picked', type: 'custom', page_types: ['home'], product_ids: [id(4), id(0)] },
        { id: 2, title: 'Alike', type: 'similar_products', page_types: ['product'] },
      ],
    })
    await admin(
      'POST',
      '/products/bulk?wait=true',
      TITLES.map((title, at) => JSON.stringify(product(title, at))).join('\n'),
    )
    key = (await admin('POST', '/keys', { label: 'browser', kind: 'storefront' })).key
  })

  it('can be merchandised: a rule is made from products that are picked by name, and explains their positions', async () => {
    const { page, open, complaints, close } = await newMerchant(browser, url)
    await page.addInitScript((shop) => localStorage.setItem('vitrine-shop', shop), SHOP)
    await open('/rules')
    await page.getByRole('button', { name: 'New rule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Search', { exact: true }).fill('sofa')
    for (const [label, title] of [
      ['Find a product to pin', 'Linen sofa'],
      ['Find a product to hide', 'Wool sofa'],
    ] as const) {
      await dialog.getByLabel(label).fill(title)
      await dialog.getByRole('button', { name: title, exact: true }).click()
    }
    await dialog.getByRole('button', { name: 'Keep in draft' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText(/Published as version/).waitFor()
    expect((await admin('GET', '/config')).search.rules[0]).toMatchObject({
      pin: [{ product_id: id(2) }],
      hide: [id(1)],
    })
    await open('/workbench?q=sofa')
    const first = page.locator('.draft .tile').first()
    await expect.poll(() => first.locator('.result-title').textContent()).toBe('Linen sofa')
    await first.getByRole('button', { name: /^Why/ }).click()
    await dialog.getByText('It is number 1 of').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('can be shopped in: search, rules, product page, sections, cart and order; the order is attributed', async () => {
    const { page, complaints, close } = await newShopper(browser)
    await page.goto(`${url}/demo/?shop=${SHOP}&key=${key}`)
    await page.getByText('Oak table').first().waitFor()
    await search(page, 'sofa')
    const titles = () => page.locator('.grid .card h3').allTextContents()
    await expect.poll(titles).not.toContain('Wool sofa')
    expect((await titles())[0]).toBe('Linen sofa')
    await page.locator('.grid .card a').first().click()
    await page.waitForURL(/\/demo\/products\/\d+\/linen-sofa/)
    await page.getByText('Linen sofa, made to last.').first().waitFor()
    await page.getByRole('heading', { name: 'Alike' }).waitFor()
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'View cart' }).click()
    await page.getByRole('link', { name: 'Checkout' }).click()
    for (const label of ['E-mail', 'Name', 'Street', 'Zip', 'City'])
      await page.getByLabel(label).fill(label === 'E-mail' ? 'someone@example.com' : '10001')
    await page.getByRole('button', { name: /Place order/ }).click()
    await page.waitForURL(/\/demo\/order\//)
    const totals = async () => (await admin('GET', '/analytics/overview')).totals
    await expect.poll(async () => (await totals()).attributed_orders, { timeout: 60_000 }).toBe(1)
    expect(await totals()).toMatchObject({ orders: 1, revenue: 102 })
    expect(complaints).toEqual([])
    await close()
    const merchant = await newMerchant(browser, url)
    await merchant.page.addInitScript((shop) => localStorage.setItem('vitrine-shop', shop), SHOP)
    await merchant.open('/attribution')
    await expect.poll(() => merchant.page.locator('main').textContent()).toContain('€102')
    await merchant.close()
  })
})

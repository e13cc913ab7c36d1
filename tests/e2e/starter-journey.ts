/** All starters have the same pages with the same names. */
import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import { newShopper } from './shopper.ts'

const SHOP = 'demo-shop.myshopify.com'
const ADMIN = { authorization: `Bearer vak_demo${'0'.repeat(28)}`, 'content-type': 'application/json' }
const PICTURE = '/demo/images/hollow-floor-lamp-navy-front.webp'
/** Every starter must report these events. */
const REPORTED = [
  'page_viewed',
  'svc:section:render',
  'svc:section:view',
  'search_submitted',
  'svc:search_result_rendered',
  'svc:search_result_clicked',
  'product_viewed',
  'product_added_to_cart',
  'cart_viewed',
  'svc:image_search_results_rendered',
]

interface Sent {
  events: { event: { name: string } }[]
}

/** `server` is the URL of Vitrine, `shop` that of the starter. */
export async function shopThrough(browser: Browser, server: string, shop: string): Promise<void> {
  await demandConsent(server, ['*'])
  try {
    await walk(browser, server, shop)
  } finally {
    await demandConsent(server, [])
  }
}

async function walk(browser: Browser, server: string, shop: string): Promise<void> {
  const { page, complaints, close } = await newShopper(browser)
  const sent: string[] = []
  const refused: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/events/batch'))
      sent.push(...(request.postDataJSON() as Sent).events.map(({ event }) => event.name))
  })
  page.on('response', async (response) => {
    if (!response.url().endsWith('/events/batch')) return
    // A page that is closed has no body to read.
    const answer = await response.json().catch(() => ({ ok: true }))
    if (!answer.ok) refused.push(answer)
  })

  await page.goto(`${shop}/`)
  await page.locator('h2').first().waitFor()
  const consent = page.getByRole('region', { name: 'Consent' })
  await consent.waitFor()
  expect(sent).toEqual([])
  await consent.getByRole('button', { name: 'Yes' }).click()
  await expect.poll(() => sent).toContain('svc:section:render')

  const box = page.locator('header input[type=search]')
  await box.pressSequentially('lam')
  await page.locator('[role=option], [aria-label=Suggestions] li').first().waitFor()
  await box.fill('lamp')
  await box.press('Enter')
  await page.waitForURL(/\/search\?q=lamp$/)
  const total = async () => Number.parseInt((await page.getByText(/^\d+ products/).textContent()) ?? '', 10)
  await expect.poll(total).toBeGreaterThan(24)
  const all = await total()
  await page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox').first().click()
  await expect.poll(total).toBeLessThan(all)
  expect(new URL(page.url()).searchParams.size).toBe(2)
  await page.goBack()
  await expect.poll(total).toBe(all)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.waitForURL(/page=2/)
  await expect.poll(() => page.getByRole('button', { name: 'Previous' }).isEnabled()).toBe(true)

  await page.locator('.search .card a').first().click()
  await page.locator('article h1').waitFor()
  await page.locator('h2').first().waitFor()
  await page.locator('article').getByRole('button', { name: 'Add to cart' }).click()
  await page.locator('header').getByRole('link', { name: 'Cart (1)' }).click()
  await page.getByText(/^1 × /).waitFor()

  await page.getByRole('link', { name: 'Search by picture' }).click()
  const buffer = Buffer.from(await (await fetch(server + PICTURE)).arrayBuffer())
  await page.getByLabel('Picture', { exact: true }).setInputFiles({ name: 'lamp.webp', mimeType: 'image/webp', buffer })
  await page.locator('.card').first().waitFor()
  await expect.poll(() => REPORTED.filter((name) => !sent.includes(name))).toEqual([])
  expect([refused, complaints]).toEqual([[], []])
  await close()
}

async function demandConsent(server: string, places: string[]): Promise<void> {
  const url = `${server}/api/admin/v1/shops/${SHOP}/config`
  const body = JSON.stringify({ consent_required_in: places })
  const answer = await fetch(url, { method: 'PATCH', headers: ADMIN, body })
  expect(answer.status).toBe(200)
}

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { demoUrl } from './demo-url.ts'
import { newShopper, search } from './shopper.ts'

const browser = await sharedBrowser()

describe('a shopper', () => {
  const url = demoUrl()
  const cutOff = (page: Page) => page.route('**/api/storefront/**', (route) => route.abort())

  it('sees that a search failed, and no older results below', async () => {
    const { page, close } = await newShopper(browser)
    await page.goto(`${url}/demo/`)
    await search(page, 'sofa')
    await cutOff(page)
    await page.getByRole('combobox').first().fill('lamp')
    await page.getByRole('combobox').first().press('Enter')
    await page.getByRole('alert').filter({ hasText: 'is not responding' }).waitFor()
    await expect.poll(() => page.locator('.grid .card').count()).toBe(0)
    await close()
  })

  it('sees that the shop does not answer, instead of waiting forever', async () => {
    const { page, close } = await newShopper(browser)
    await cutOff(page)
    for (const path of ['', 'search?q=sofa', 'products/1/anything']) {
      await page.goto(`${url}/demo/${path}`)
      await page.getByRole('alert').filter({ hasText: 'is not responding' }).first().waitFor()
      // Each list of the page fails on its own.
      await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
    }
    await close()
  })

  it('sees an empty frame if a picture cannot be loaded', async () => {
    const { page, close } = await newShopper(browser)
    await page.route('**/*', (route) => (route.request().resourceType() === 'image' ? route.abort() : route.continue()))
    await page.goto(`${url}/demo/search?q=sofa`)
    await page.locator('.grid .card img[data-failed]').first().waitFor({ state: 'attached' })
    await expect.poll(() => page.locator('.grid .card img[data-failed]').first().isVisible()).toBe(false)
    await close()
  })

  it('closes the suggestions with Escape and keeps the text', async () => {
    const { page, close } = await newShopper(browser)
    await page.goto(`${url}/demo/`)
    const box = page.getByRole('combobox').first()
    await box.pressSequentially('lam')
    await page.getByRole('listbox').waitFor()
    await box.press('Escape')
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0)
    await expect.poll(() => box.inputValue()).toBe('lam')
    await close()
  })

  it('filters on a phone in a sheet, which can be cleared and closed, and shows the number of results', async () => {
    const { page, close } = await newShopper(browser, 390, 800)
    await page.goto(`${url}/demo/search?q=lamp`)
    await page.getByRole('button', { name: 'Filters' }).click()
    const sheet = page.locator('.facets-open')
    await sheet.getByRole('heading', { name: 'Filters' }).waitFor()
    await sheet.locator('.value').first().click()
    await expect.poll(() => page.url()).toContain('f.')
    await sheet.getByRole('button', { name: 'Clear all' }).click()
    await expect.poll(() => page.url()).not.toContain('f.')
    await sheet.getByRole('button', { name: /^Show \d+ products$/ }).click()
    await expect.poll(() => page.locator('.facets-open').count()).toBe(0)
    await close()
  })

  it('goes back from a price range in one step, however often it was moved', async () => {
    const { page, close } = await newShopper(browser)
    await page.goto(`${url}/demo/`)
    await search(page, 'sofa')
    const before = page.url()
    const handle = page.getByLabel('Price to')
    for (let i = 0; i < 3; i++) await handle.press('ArrowLeft')
    await expect.poll(() => page.url()).toContain('f.price')
    await page.goBack()
    await expect.poll(() => page.url()).toBe(before)
    await close()
  })

  it('finds breadcrumbs, stock and data for search engines on a product page', async () => {
    const { page, close } = await newShopper(browser)
    await page.goto(`${url}/demo/`)
    await search(page, 'lamp')
    await page.locator('.grid .card a').first().click()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor()
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '{}')
    expect(data).toMatchObject({ '@type': 'Product', name: await page.locator('.product-info h1').textContent() })
    expect(data.offers.price).toBeGreaterThan(0)
    await close()
  })
})

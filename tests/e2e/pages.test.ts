import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { demoUrl } from './demo-url.ts'
import { newShopper, seriousFindings } from './shopper.ts'

const browser = await sharedBrowser()

describe('the pages of the demo shop', () => {
  const url = demoUrl()

  it('after an order list what was bought and recommend nothing of the same type', async () => {
    const { page, complaints, close } = await newShopper(browser)
    await page.goto(`${url}/demo/search?q=armchair`)
    await page.locator('.grid .card a').first().click()
    await page.waitForURL(/\/products\//)
    const bought = await page.locator('.product-info h1').textContent()
    const kind = (await page.locator('.product-info .muted').first().textContent())?.split('·').at(-1)?.trim()
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    const offered = page.waitForResponse(
      (one) => one.url().endsWith('/sections') && (one.request().postData() ?? '').includes('order_status'),
    )
    await placeOrder(page, url)
    await expect.poll(() => page.locator('.order-lines').textContent()).toContain(bought)
    const { sections } = (await (await offered).json()) as { sections: { products: { product_type: string }[] }[] }
    const kinds = sections.flatMap(({ products }) => products.map((one) => one.product_type))
    expect(kinds.length).toBeGreaterThan(3)
    expect(kinds).not.toContain(kind)
    expect(complaints).toEqual([])
    await close()
  })

  it('do not repeat products of a list in the sections below', async () => {
    const { page, close } = await newShopper(browser)
    for (const path of ['/demo/collections/slow-mornings', '/demo/collections/kitchen', '/demo/search?q=lamp']) {
      await page.goto(url + path)
      await page.locator('.section .card h3').first().waitFor()
      const list = await titles(page, '.grid .card h3')
      const below = await titles(page, '.section .card h3')
      expect(list.length).toBeGreaterThan(5)
      expect([path, below.filter((title) => list.includes(title))]).toEqual([path, []])
    }
    await close()
  })

  it.each([
    ['/demo/', 'Vitrine Living'],
    ['/demo/search?q=sofa', '“sofa” · Vitrine Living'],
    ['/demo/collections/kitchen', 'Kitchen · Vitrine Living'],
    ['/demo/cart', 'Cart · Vitrine Living'],
    ['/demo/pages/size-guide', 'Size guide · Vitrine Living'],
    ['/demo/blogs/journal/one-good-pan', 'The case for one good pan · Vitrine Living'],
    ['/demo/returns', 'Returns · Vitrine Living'],
    ['/demo/nowhere/at/all', 'Not found · Vitrine Living'],
    ['/demo/collections/no-such', 'Not found · Vitrine Living'],
    ['/demo/pages/no-such', 'Not found · Vitrine Living'],
    ['/demo/products/1/no-such', 'Not found · Vitrine Living'],
  ])('say what they are: %s', async (path, title) => {
    const { page, complaints, close } = await newShopper(browser)
    await page.goto(url + path)
    await expect.poll(() => page.title()).toBe(title)
    // An empty cart has no recommendations.
    const content = path === '/demo/cart' ? 'main p.muted' : '.section .card h3, .grid .card h3'
    await page.locator(content).first().waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('move the focus to the page that was opened', async () => {
    const { page, close } = await newShopper(browser)
    await page.goto(`${url}/demo/search?q=mug`)
    await page.locator('.grid .card a').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/products\//)
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await page.locator('.product-info h1').waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
    await close()
  })

  it('do not jump while they load', async () => {
    for (const width of [390, 1280]) {
      const { page, close } = await newShopper(browser, width)
      await page.addInitScript(() => {
        const shifts: number[] = []
        Object.assign(globalThis, { shifts })
        const take = (list: PerformanceObserverEntryList) => {
          for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
        }
        new PerformanceObserver(take).observe({ type: 'layout-shift', buffered: true })
      })
      for (const path of ['/demo/', '/demo/search?q=sofa', '/demo/collections/kitchen', '/demo/pages/about']) {
        await page.goto(url + path)
        await page.locator('.section .card h3').first().waitFor()
        await page.waitForLoadState('networkidle')
        const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)
        const sum = shifts.reduce((total, one) => total + one, 0)
        expect([path, width, sum < 0.1]).toEqual([path, width, true])
      }
      await close()
    }
  })

  it('scroll a row of products by its arrows', async () => {
    const { page, close } = await newShopper(browser)
    await page.goto(`${url}/demo/`)
    const row = page.locator('.section-carousel', { has: page.locator('.card h3') }).first()
    await row.waitFor()
    await row.locator('.arrows button').last().click()
    await expect.poll(() => row.locator('.section-products').evaluate((one) => one.scrollLeft)).toBeGreaterThan(300)
    await close()
  })

  it('show a rating as a rating and a price as money', async () => {
    const { page, close } = await newShopper(browser)
    await page.goto(`${url}/demo/search?q=lamp`)
    const facet = (name: string) => page.locator('.facet', { hasText: name })
    await facet('Rating').waitFor()
    expect(await facet('Rating').textContent()).not.toContain('$')
    await expect.poll(() => facet('Price').locator('.price-range p').textContent()).toContain('$')
    await page.getByText('3 & up').click()
    await page.getByText('4 & up').click()
    await expect
      .poll(() => page.locator('.chip:not(.chip-understood)').allTextContents())
      .toEqual(['Remove filter 4 & up'])
    await close()
  })

  it('show the chosen price range even if no product is left', async () => {
    const { page, close } = await newShopper(browser)
    await page.goto(`${url}/demo/search?q=sofa&f.color=Teal&f.price=1:2`)
    await page.locator('.no-results').waitFor()
    const handles = page.locator('.price-range input').first()
    // The handle is at a multiple of the step; the text shows the chosen value.
    await expect.poll(() => page.locator('.price-range p').textContent()).toMatch(/\$1(\.00)? – \$2(\.00)?$/)
    expect(Number(await handles.getAttribute('max'))).toBeGreaterThan(1)
    await close()
  })

  it('load more results of an image search', async () => {
    const { page, close } = await newShopper(browser)
    const path = await page
      .goto(`${url}/demo/search?q=mug`)
      .then(() => page.locator('.grid .card img').first().getAttribute('src'))
    const picture = await (await fetch(new URL(path ?? '', url))).arrayBuffer()
    await page.getByRole('button', { name: 'Search by picture' }).click()
    await page
      .locator('.drop-zone input')
      .setInputFiles({ name: 'mug.webp', mimeType: 'image/webp', buffer: Buffer.from(picture) })
    const count = () => page.locator('.grid .card h3').count()
    const total = async () => Number.parseInt((await page.locator('.picture-head .muted').textContent()) ?? '', 10)
    await page.waitForURL(/\/image-search/)
    await expect.poll(count).toBeGreaterThan(4)
    expect(await count()).toBe(Math.min(24, await total()))
    const more = page.getByRole('button', { name: 'Show more' })
    await expect.poll(() => more.count()).toBe((await total()) > 24 ? 1 : 0)
    if ((await more.count()) > 0) await more.click()
    // More products may be embedded by the second answer.
    await expect.poll(async () => (await count()) === Math.min(48, await total())).toBe(true)
    await close()
  })

  it('show a message while the shop is being created', async () => {
    const { page, close } = await newShopper(browser)
    let asked = 0
    await page.route('**/ready', (route) =>
      ++asked > 2
        ? route.continue()
        : route.fulfill({ status: 503, json: { status: 'starting', waiting_for: ['creating the demo shop'] } }),
    )
    await page.goto(`${url}/demo/`)
    await page.getByText('creating the demo shop').waitFor()
    await page.locator('.hero').waitFor()
    await close()
  })

  it('have no serious accessibility finding, also on a phone', async () => {
    const { page, close } = await newShopper(browser, 390, 844)
    await page.goto(`${url}/demo/search?q=candle`)
    await page.locator('.grid .card a').first().click()
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    for (const path of ['/demo/search?q=sofa', '/demo/cart', '/demo/checkout', '/demo/image-search', '/demo/returns']) {
      await page.goto(url + path)
      await page.waitForLoadState('networkidle')
      expect([path, await seriousFindings(page)]).toEqual([path, []])
    }
    await placeOrder(page, url)
    expect(await seriousFindings(page)).toEqual([])
    await close()
  })
})

async function placeOrder(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/demo/checkout`)
  for (const label of ['E-mail', 'Name', 'Street', 'Zip', 'City']) {
    await page.getByLabel(label).fill(label === 'E-mail' ? 'someone@example.com' : 'Any')
  }
  await page.getByRole('button', { name: /Place order/ }).click()
  await page.waitForURL(/\/demo\/order\//)
}

function titles(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((all) => all.map((one) => one.textContent ?? ''))
}

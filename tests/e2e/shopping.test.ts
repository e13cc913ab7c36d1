import { describe, expect, it } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { demoUrl } from './demo-url.ts'
import { newShopper, search, seriousFindings } from './shopper.ts'

const browser = await sharedBrowser()

const ADMIN_KEY = `vak_demo${'0'.repeat(28)}`
const SHOP = 'demo-shop.myshopify.com'

describe('a shopper in the demo shop', () => {
  const url = demoUrl()

  it('searches with a typo, filters by color and price, buys with a bought-together item; analytics show the attributed order', async () => {
    const { page, complaints, close } = await newShopper(browser)
    const before = await orders(url)
    await page.goto(`${url}/demo/`)
    await search(page, 'velvt sofa')
    await expect.poll(() => page.locator('.card h3').first().textContent()).toMatch(/sofa/i)

    const total = await resultCount(page)
    await page.locator('.swatches .value').first().click()
    await expect.poll(() => resultCount(page)).toBeLessThan(total)
    await page.getByLabel('Price to').fill('2000')
    await page.getByLabel('Price to').press('Tab')
    await expect.poll(() => page.url()).toContain('f.price')
    await expect.poll(() => page.locator('.chip:not(.chip-understood)').count()).toBe(2)
    await expect.poll(() => page.locator('.grid-busy').count()).toBe(0)

    await page.locator('.grid .card a').first().click()
    await page.waitForURL(/\/demo\/products\//)
    const title = await page.locator('.product-info h1').textContent()
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep shopping' }).click()
    // Keeps a single other product of the bundle.
    const ticks = page.locator('.bundle input')
    for (let at = 0; at < (await ticks.count()); at++) if (at !== 1) await ticks.nth(at).uncheck()
    await page.getByRole('button', { name: 'Add 1 to cart' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'View cart' }).click()
    await page.waitForURL(/\/demo\/cart/)
    await expect.poll(() => page.locator('.cart-count').textContent()).toBe('2')
    await expect.poll(() => page.locator('.cart-lines li').count()).toBe(2)
    await expect.poll(() => page.locator('.cart-lines').textContent()).toContain(title)
    await page.getByRole('link', { name: 'Checkout' }).click()
    for (const [label, value] of [
      ['E-mail', 'someone@example.com'],
      ['Name', 'Some One'],
      ['Street', 'Long Road 1'],
      ['Zip', '10001'],
      ['City', 'Anytown'],
    ] as const) {
      await page.getByLabel(label).fill(value)
    }
    await page.getByRole('button', { name: /Place order/ }).click()
    await page.waitForURL(/\/demo\/order\//)
    await expect.poll(() => page.locator('h1').textContent()).toContain('Thank you')

    await expect.poll(() => orders(url).then((now) => now.orders)).toBe(before.orders + 1)
    // The click may arrive after the order.
    await expect.poll(() => orders(url).then((now) => now.attributed)).toBeGreaterThan(before.attributed)
    expect(complaints).toEqual([])
    await close()
  })

  it('returns to the list with its filters, sort order and page, which are in the URL', async () => {
    const { page, close } = await newShopper(browser)
    await page.goto(`${url}/demo/search?q=lamp&sort=price_asc`)
    await expect.poll(() => page.locator('.grid .card h3').count()).toBeGreaterThan(2)
    await page.locator('.facet-values:not(.swatches) .value').first().click()
    await expect.poll(() => page.locator('.chip:not(.chip-understood)').count()).toBe(1)
    const filtered = page.url()
    await page.locator('.grid .card a').first().click()
    await page.waitForURL(/\/products\//)
    await page.goBack()
    expect(page.url()).toBe(filtered)
    await expect.poll(() => page.locator('.chip:not(.chip-understood)').count()).toBe(1)
    await close()
  })

  it('searches and opens a product with the keyboard alone', async () => {
    const { page, close } = await newShopper(browser)
    await page.goto(`${url}/demo/`)
    await page.getByRole('combobox').first().focus()
    await page.keyboard.type('linen')
    await page.getByRole('listbox').waitFor()
    const options = page.getByRole('option')
    const products = page.locator('.choice-product')
    await expect.poll(() => products.count()).toBeGreaterThan(0)
    const first = await options.evaluateAll((all) => all.findIndex((one) => one.classList.contains('choice-product')))
    for (let i = 0; i <= first; i++) await page.keyboard.press('ArrowDown')
    const active = await page.getByRole('combobox').first().getAttribute('aria-activedescendant')
    expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/demo\/products\//)
    await close()
  })

  it('finds products by an uploaded picture', async () => {
    const { page, complaints, close } = await newShopper(browser)
    await page.goto(`${url}/demo/search?q=sofa`)
    const image = page.locator('.grid .card img').first()
    await image.waitFor()
    const picture = await (await fetch(new URL((await image.getAttribute('src')) ?? '', url))).arrayBuffer()
    await page.getByRole('button', { name: 'Search by picture' }).click()
    await page
      .locator('.drop-zone input')
      .setInputFiles({ name: 'sofa.webp', mimeType: 'image/webp', buffer: Buffer.from(picture) })
    await page.waitForURL(/\/demo\/image-search/)
    await expect.poll(() => page.locator('.grid .card h3').count()).toBeGreaterThan(4)
    await expect.poll(() => page.locator('.picture-colors li').count()).toBeGreaterThan(0)
    // The part recognized as the product can be changed.
    const answered = page.waitForResponse((response) => response.url().includes('/headless/image-search'))
    await page.locator('.crop-box').press('Shift+ArrowLeft')
    const { search_metadata } = await (await answered).json()
    expect(search_metadata.image_analysis.cropped_by).toBe('caller')
    await expect.poll(() => page.locator('.grid-busy').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('changes language, currency and market', async () => {
    const { page, close } = await newShopper(browser)
    await page.goto(`${url}/demo/search?q=sofa`)
    await expect.poll(() => page.locator('.grid .price').first().textContent()).toContain('$')
    await page.locator('.market select').selectOption('eu de')
    await expect.poll(() => page.locator('.grid .price').first().textContent()).toContain('€')
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await close()
  })

  it('gets help when nothing is found', async () => {
    const { page, complaints, close } = await newShopper(browser)
    await page.goto(`${url}/demo/search?q=sofa&f.price=${encodeURIComponent(':1')}`)
    await page.locator('.no-results').waitFor()
    await expect.poll(() => page.locator('.no-results').textContent()).toContain('sofa')
    await page.getByRole('button', { name: 'Clear all' }).last().click()
    await expect.poll(() => page.locator('.grid .card h3').count()).toBeGreaterThan(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('is told that products which are only close in meaning are not matches, and that a product does not exist', async () => {
    const { page, close } = await newShopper(browser)
    await page.goto(`${url}/demo/search?q=helicopter`)
    await page.locator('.grid .card:not(.skeleton)').first().waitFor()
    await page.getByText('Few or no products match all of these words').waitFor()
    await page.goto(`${url}/demo/products/no-such-product`)
    await page.getByText('the product may no longer exist').waitFor()
    await close()
  })

  it('can use the shop at 360 pixels: nothing overflows, the filters open and close', async () => {
    const { page, close } = await newShopper(browser, 360, 740)
    for (const path of ['/demo/', '/demo/search?q=mug', '/demo/cart']) {
      await page.goto(url + path)
      await page.waitForLoadState('networkidle')
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([path, overflow]).toEqual([path, 0])
    }
    await page.goto(`${url}/demo/search?q=mug`)
    await page.getByRole('button', { name: 'Filters' }).first().click()
    await page.locator('.facets-open').waitFor()
    await page.locator('.facets-done').click()
    await expect.poll(() => page.locator('.facets-open').count()).toBe(0)
    await close()
  })

  it('finds no serious accessibility problem on the main pages', async () => {
    const { page, close } = await newShopper(browser)
    const paths = [
      '/demo/',
      '/demo/search?q=sofa',
      '/demo/collections/kitchen',
      '/demo/cart',
      await productPath(page, url),
    ]
    for (const path of paths) {
      await page.goto(url + path)
      await page.waitForLoadState('networkidle')
      expect([path, await seriousFindings(page)]).toEqual([path, []])
    }
    await close()
  })

  it('sees only in the developer view what the API returned and why each product is shown', async () => {
    const { page, close } = await newShopper(browser)
    await page.goto(`${url}/demo/search?q=mug`)
    await expect.poll(() => page.locator('.grid .card h3').count()).toBeGreaterThan(0)
    expect(await page.locator('.drawer-toggle, .why').count()).toBe(0)
    await page.getByRole('button', { name: 'Developer view' }).click()
    await page.locator('.drawer-toggle').click()
    const row = page.locator('.drawer details', { hasText: '/v1/headless/search' }).first()
    await row.locator('summary').click()
    await expect.poll(() => row.locator('.reasons li').count()).toBeGreaterThan(0)
    await close()
  })
})

type PageLike = Awaited<ReturnType<typeof newShopper>>['page']

async function resultCount(page: PageLike): Promise<number> {
  return Number((await page.locator('.list-head [role=status]').textContent())?.match(/\d+/)?.[0])
}

async function productPath(page: PageLike, url: string): Promise<string> {
  await page.goto(`${url}/demo/search?q=lamp`)
  const link = page.locator('.grid .card a').first()
  await link.waitFor()
  return (await link.getAttribute('href')) ?? ''
}

/** Orders of the last two days in the analytics. */
async function orders(url: string): Promise<{ orders: number; attributed: number }> {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const query = `from=${day(Date.now() - 86_400_000)}&to=${day(Date.now() + 86_400_000)}`
  const answer = await fetch(`${url}/api/admin/v1/shops/${SHOP}/analytics/overview?${query}`, {
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
  })
  const body = await answer.json()
  return {
    orders: body.totals?.orders ?? body.orders,
    attributed: body.totals?.attributed_orders ?? body.attributed_orders,
  }
}

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { demoUrl } from './demo-url.ts'
import { newShopper, search, seriousFindings } from './shopper.ts'

const url = demoUrl()
const browser = await sharedBrowser()

async function openProduct(page: Page, query: string): Promise<void> {
  await page.goto(`${url}/demo/`)
  await search(page, query)
  await page.locator('.grid .card a').first().click()
  await page.locator('.product-info h1').waitFor()
}

async function readIn(page: Page, locale: string): Promise<void> {
  await page.goto(`${url}/demo/`)
  await page.evaluate(
    (text) => localStorage.setItem('vitrine-demo-market', text),
    `{"handle":"eu","locale":"${locale}"}`,
  )
}

describe('a product page', () => {
  it('has a description, a rating, swatches and a bundle with its total', async () => {
    const { page, complaints, close } = await newShopper(browser)
    await openProduct(page, 'sofa')
    expect((await page.locator('.description').textContent())?.length).toBeGreaterThan(40)
    await page.getByRole('img', { name: /out of 5 stars/ }).waitFor()
    await expect.poll(() => page.locator('.option .swatch').count()).toBeGreaterThan(1)
    const money = (text: string) => Number(text.replace(/[^\d.]/g, ''))
    const prices = (await page.locator('.bundle li b').allTextContents()).map(money)
    const sum = prices.reduce((total, one) => total + one, 0)
    const total = () => page.locator('.bundle-total b').textContent()
    expect(money((await total()) ?? '')).toBeCloseTo(sum, 2)
    await page.locator('.bundle input').last().uncheck()
    expect(money((await total()) ?? '')).toBeCloseTo(sum - prices.at(-1)!, 2)
    expect(complaints).toEqual([])
    await close()
  })

  it('shows the cart when a product is added, until Escape', async () => {
    const { page, close } = await newShopper(browser)
    await openProduct(page, 'mug')
    const title = await page.locator('.product-info h1').textContent()
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Cart' })
    await drawer.getByText(title ?? '').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => drawer.count()).toBe(0)
    await close()
  })
})

describe('a product card', () => {
  it('explains why it is shown, with a bar for each part of the score', async () => {
    const { page, close } = await newShopper(browser)
    await page.goto(`${url}/demo/`)
    await page.getByRole('button', { name: 'Developer view' }).click()
    await search(page, 'lamp')
    await page
      .getByRole('button', { name: /^Why\?/ })
      .first()
      .click()
    const bars = page.locator('.grid .card').first().locator('meter')
    await expect.poll(() => bars.count()).toBeGreaterThan(1)
    await page.goto(`${url}/demo/`)
    await page
      .getByRole('button', { name: /^Why\?/ })
      .first()
      .click()
    expect((await page.locator('.section .why p').first().textContent())?.length).toBeGreaterThan(5)
    await close()
  })

  it('comes from a call that can be repeated with curl', async () => {
    const { page, close } = await newShopper(browser)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${url}/demo/`)
    await search(page, 'lamp')
    await page.getByRole('button', { name: 'Developer view' }).click()
    await page.getByRole('button', { name: /What the API said/ }).click()
    await page.locator('.drawer summary', { hasText: '/v1/headless/search' }).first().click()
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const command = await page.evaluate(() => navigator.clipboard.readText())
    expect(command).toMatch(/^curl -X POST 'http.*\/v1\/headless\/search'/)
    expect(JSON.parse(/-d '(.*)'$/s.exec(command)?.[1] ?? '{}')).toMatchObject({ query: 'lamp' })
    await close()
  })
})

describe('the shop', () => {
  it.each([
    ['de', 'Wohnzimmer', 'Farbe', 'Straße und Hausnummer', 'Jetzt kaufen', 'Über uns'],
    ['fr', 'Salon', 'Couleur', 'Rue et numéro', 'Passer la commande', 'À propos'],
  ])('speaks %s in its menu, options, checkout and pages', async (locale, menu, option, field, order, about) => {
    const { page, close } = await newShopper(browser)
    await readIn(page, locale)
    await openProduct(page, 'sofa')
    await page.getByRole('navigation').getByRole('link', { name: menu }).waitFor()
    await page.locator('.option legend', { hasText: option }).waitFor()
    await page.locator('.product-info > .button-wide').click()
    await page.getByRole('dialog').locator('.button').first().click()
    await page.getByLabel(field).waitFor()
    await page.getByRole('button', { name: new RegExp(order) }).waitFor()
    await page.goto(`${url}/demo/pages/about`)
    await page.getByRole('heading', { level: 1, name: about }).waitFor()
    await close()
  })

  it('has text on every page and article that search finds', async () => {
    const { page, close } = await newShopper(browser)
    const paths = ['about', 'shipping-and-returns', 'size-guide', 'care-guide', 'sustainability', 'contact']
    for (const path of [...paths.map((one) => `pages/${one}`), 'blogs/journal/one-good-pan']) {
      await page.goto(`${url}/demo/${path}`)
      await expect.poll(() => page.locator('.content p').count()).toBeGreaterThan(1)
    }
    await close()
  })

  it("follows the system's dark mode, and keeps the shopper's own choice", async () => {
    const { page, close } = await newShopper(browser)
    await page.emulateMedia({ colorScheme: 'dark' })
    const brightness = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    await page.goto(`${url}/demo/`)
    const dark = await brightness()
    await page.getByRole('button', { name: 'Switch between light and dark' }).click()
    expect(await brightness()).not.toBe(dark)
    await page.reload()
    await page.locator('.hero').waitFor()
    expect(await brightness()).not.toBe(dark)
    await close()
  })

  it('has no serious accessibility finding in dark mode', async () => {
    const { page, close } = await newShopper(browser)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await openProduct(page, 'sofa')
    await page.locator('.product-info > .button-wide').click()
    await page.getByRole('dialog').waitFor()
    expect(['drawer', await seriousFindings(page)]).toEqual(['drawer', []])
    for (const path of [
      '',
      'search?q=sofa',
      'collections/sale',
      'cart',
      'checkout',
      'returns',
      'pages/about',
      'none',
    ]) {
      await page.goto(`${url}/demo/${path}`)
      await page.locator('.section .card h3').first().waitFor()
      expect([path, await seriousFindings(page)]).toEqual([path, []])
    }
    await close()
  })
})

describe('the first product on a slow connection', () => {
  /** Slow 3G loads this in less than five seconds: 50 kB/s and five round trips of 400 ms. */
  const MAX_BYTES = 120_000

  it('needs no more bytes than a slow connection loads in time', async () => {
    const { page, close } = await newShopper(browser)
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    let bytes = 0
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await page.route('**/*.webp*', (route) => route.abort())
    await page.goto(`${url}/demo/`)
    await page.locator('.section .card h3').first().waitFor()
    expect(bytes).toBeGreaterThan(30_000)
    expect(bytes).toBeLessThan(MAX_BYTES)
    await close()
  })

  it('has compressed scripts and styles, which are cached forever under a name made from their content', async () => {
    const html = await (await fetch(`${url}/demo/`)).text()
    const files = [...html.matchAll(/\/demo\/(?:app|style)-[A-Z0-9]{8}\.(?:js|css)/g)].map(([path]) => path)
    expect(files).toHaveLength(2)
    for (const path of files) {
      const answer = await fetch(url + path, { headers: { 'accept-encoding': 'br' } })
      expect(answer.headers.get('content-encoding')).toBe('br')
      expect(answer.headers.get('cache-control')).toContain('immutable')
      expect(answer.headers.get('vary')).toContain('accept-encoding')
    }
  })
})

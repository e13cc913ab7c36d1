import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { demoUrl } from './demo-url.ts'
import { newMerchant } from './merchant.ts'
import { seriousFindings } from './shopper.ts'

const browser = await sharedBrowser()

const SCREENS = [
  '/',
  '/searches',
  '/searches?tab=lost',
  '/searches?tab=health',
  '/searches/lamp',
  '/workbench?q=candle',
  '/collections',
  '/collections/sofas',
  '/rules',
  '/synonyms',
  '/facets',
  '/sections',
  '/experiments',
  '/attribution',
  '/catalog',
  '/catalog?tab=quality',
  '/catalog?tab=imports',
  '/catalog?tab=connect',
  '/events',
  '/events?tab=coverage',
  '/events?tab=install',
  '/pictures',
  '/settings',
  '/settings?tab=alerts',
  '/settings?tab=users',
  '/settings?tab=shops',
  '/settings?tab=keys',
  '/settings?tab=audit',
  '/settings?tab=account',
]

/** Returns what is too wide: the page, tables or tabs. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(':root, main :is(.table-wrap, .tabs)')]
      .filter((part) => part.scrollWidth > part.clientWidth)
      .map((part) => part.getAttribute('aria-label') ?? (part.className || part.tagName)),
  )
}

describe('every screen of the dashboard', () => {
  const url = demoUrl()

  it.each([
    { width: 375, height: 812, colorScheme: 'dark', otherWidths: [] },
    { width: 1440, height: 900, colorScheme: 'light', otherWidths: [768] },
  ] as const)('has no serious accessibility finding and fits at $width pixels', async (size) => {
    const { width, height, colorScheme, otherWidths } = size
    const { page, open, get, complaints, close } = await newMerchant(browser, url, width, height)
    await page.emulateMedia({ colorScheme })
    const word = 'one-word-that-a-shopper-pasted-as-the-query'.replaceAll('-', '')
    await page.goto(`${url}/demo/search?q=${word}`)
    const lost = () => get<{ rows: { query: string }[] }>('/analytics/queries-without-results?limit=200')
    await expect.poll(async () => (await lost()).rows.map(({ query }) => query)).toContain(word)
    // The first report is computed while the shop serves requests.
    await expect
      .poll(async () => (await get<{ health: object | null }>('/search-health')).health, { timeout: 300_000 })
      .not.toBeNull()
    const [product] = (await get<{ products: { id: number }[] }>('/products?limit=1')).products
    const [order] = (await get<{ orders: { order_id: string }[] }>('/analytics/orders?limit=1')).orders
    for (const path of [...SCREENS, `/catalog/${product!.id}`, `/attribution/${order!.order_id}`]) {
      await open(path)
      expect([path, await seriousFindings(page)]).toEqual([path, []])
      for (const shown of [...otherWidths, width]) {
        await page.setViewportSize({ width: shown, height })
        expect([path, shown, await tooWide(page)]).toEqual([path, shown, []])
      }
    }
    expect(complaints).toEqual([])
    await close()
  })
})

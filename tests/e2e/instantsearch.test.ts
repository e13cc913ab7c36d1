import { join } from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { demoUrl } from './demo-url.ts'
import { newShopper } from './shopper.ts'

const browser = await sharedBrowser()

const PAGE =
  '<div id="box"></div><div id="stats"></div><div id="sort"></div><div id="colors"></div><div id="price"></div><div id="hits"></div><div id="pages"></div>'

describe('InstantSearch with Vitrine', () => {
  const url = demoUrl()

  it('searches, refines, sorts and pages with the real widgets', async () => {
    const { page, complaints, close } = await newShopper(browser)
    await page.goto(`${url}/demo/`)
    await page.setContent(PAGE)
    await page.evaluate(await bundle(url))
    await expect.poll(() => hitCount(page)).toBeGreaterThan(5)

    await page.locator('#box input').fill('mug')
    await page.locator('#box input').press('Enter')
    await expect
      .poll(async () => (await page.locator('.ais-Hits-item').first().textContent())?.toLowerCase())
      .toContain('mug')
    await page.locator('#colors .ais-RefinementList-checkbox').first().click()
    // Hits, figures and facets are rendered one after another.
    await expect.poll(async () => (await total(page)) === (await selectedCount(page))).toBe(true)

    await page.locator('#sort select').selectOption('products_price_asc')
    await expect
      .poll(async () => {
        const prices = (await page.locator('.ais-Hits-item').allTextContents()).map((text) =>
          Number(text.trim().split(' ').at(-1)),
        )
        // Products that are sold out come last, so the price may drop once.
        const stepsDown = prices.filter((price, at) => at > 0 && price < (prices[at - 1] ?? 0)).length
        return prices.length > 1 && stepsDown <= 1
      })
      .toBe(true)
    expect(complaints).toEqual([])
    await close()
  })
})

async function bundle(url: string): Promise<string> {
  const result = await build({
    entryPoints: [join(import.meta.dirname, 'instantsearch-page.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    define: { VITRINE_URL: JSON.stringify(url), 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })
  return result.outputFiles[0]!.text
}

function hitCount(page: Page): Promise<number> {
  return page.locator('.ais-Hits-item').count()
}

async function selectedCount(page: Page): Promise<number> {
  const selected = page.locator('#colors .ais-RefinementList-item--selected .ais-RefinementList-count')
  return Number(await selected.textContent())
}

async function total(page: Page): Promise<number> {
  return Number((await page.locator('#stats').textContent())?.replaceAll(',', '').match(/\d+/)?.[0])
}

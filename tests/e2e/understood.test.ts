import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { demoUrl } from './demo-url.ts'
import { newShopper, search, seriousFindings } from './shopper.ts'

const browser = await sharedBrowser()

describe('a recognized constraint', () => {
  const url = demoUrl()

  it('is a chip: removing it shows more products, and the next query does not remember that', async () => {
    const { page, complaints, close } = await newShopper(browser)
    await page.goto(`${url}/demo/`)
    await search(page, 'sofa under $1000')
    const chip = page.getByRole('button', { name: 'Remove filter ≤ $1,000' })
    await chip.waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Clear all' }).count()).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    const within = await resultCount(page)

    await chip.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => resultCount(page)).toBeGreaterThan(within)
    await expect.poll(() => chip.count()).toBe(0)
    expect(new URL(page.url()).searchParams.getAll('ignore')).toEqual(['under $1000'])

    await search(page, 'chair under $1000')
    await chip.waitFor()
    expect(page.url()).not.toContain('ignore')
    expect(complaints).toEqual([])
    await close()
  })

  it('is a chip for every kind of constraint, and each can be removed', async () => {
    const { page, complaints, close } = await newShopper(browser)
    await page.goto(`${url}/demo/search?q=${encodeURIComponent('black sofa -velvet under $5000')}`)
    const chips = page.locator('.chip-understood')
    await expect.poll(() => chips.allTextContents()).toContain('Remove filter − velvet')
    await expect.poll(() => chips.allTextContents()).toContain('Remove filter black')
    await expect.poll(() => chips.allTextContents()).toContain('Remove filter ≤ $5,000')
    await page.getByRole('button', { name: 'Remove filter black' }).click()
    await expect.poll(() => chips.allTextContents()).not.toContain('Remove filter black')
    await expect.poll(() => chips.allTextContents()).toContain('Remove filter − velvet')
    expect(complaints).toEqual([])
    await close()
  })

  it('opens a product with the matching variant', async () => {
    const { page, complaints, close } = await newShopper(browser)
    await page.goto(`${url}/demo/search?q=sofa`)
    await page.locator('.swatches .value').nth(1).click()
    await expect.poll(() => page.locator('.chip:not(.chip-understood)').count()).toBe(1)
    await expect.poll(() => page.locator('.grid-busy').count()).toBe(0)
    const color = new URL(page.url()).searchParams.get('f.color')
    const card = page.locator('.grid .card').first()
    const price = await card.locator('.price span').first().textContent()
    await card.locator('a').click()
    await page.waitForURL(/\/products\/.*\?variant=\d+/)
    await page.locator('.product-info h1').waitFor()
    await expect.poll(() => page.locator('.option-on').allTextContents()).toContain(color)
    await expect.poll(() => page.locator('.price-large span').first().textContent()).toBe(price)
    expect(complaints).toEqual([])
    await close()
  })
})

async function resultCount(page: Page): Promise<number> {
  return Number.parseInt((await page.locator('.list-head [role=status]').textContent()) ?? '', 10) || 0
}

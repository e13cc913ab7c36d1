import { join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { demoUrl } from './demo-url.ts'
import { newShopper, seriousFindings } from './shopper.ts'

const browser = await sharedBrowser()

const PAGE = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1><form><input aria-label="Search" /></form>
  <p id="chosen"></p><button id="destroy">Away</button></main></html>`

describe('the type-ahead of the client package', () => {
  const url = demoUrl()

  it('suggests, follows the arrow keys, chooses, closes and is removed', async () => {
    const { page, complaints, close } = await newShopper(browser)
    await page.goto(`${url}/demo/`)
    await page.setContent(PAGE)
    await page.evaluate(await script(url))
    const box = page.getByRole('combobox', { name: 'Search' })
    await box.pressSequentially('lam')
    await page.getByRole('option').first().waitFor()
    expect((await page.getByRole('listbox').textContent())?.toLowerCase()).toContain('lamp')
    expect(await seriousFindings(page)).toEqual([])

    await box.press('ArrowDown')
    const active = await box.getAttribute('aria-activedescendant')
    expect(await page.locator(`#${active}`).getAttribute('aria-selected')).toBe('true')
    await box.press('Enter')
    await expect.poll(() => page.locator('#chosen').textContent()).toMatch(/^suggestion \/search\?q=/)
    expect(await box.getAttribute('aria-expanded')).toBe('false')

    await box.fill('mug')
    await page.locator('[role=option][data-kind=product]').first().click()
    await expect.poll(() => page.locator('#chosen').textContent()).toMatch(/^product \/products\//)
    await box.fill('sofa')
    await page.getByRole('option').first().waitFor()
    await box.press('Escape')
    await expect.poll(() => page.getByRole('option').count()).toBe(0)
    await expect.poll(() => box.inputValue()).toBe('sofa')
    await page.locator('#destroy').click()
    await expect.poll(() => page.locator('[role=listbox]').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })
})

async function script(url: string): Promise<string> {
  const result = await build({
    entryPoints: [join(import.meta.dirname, 'type-ahead-page.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    define: { VITRINE_URL: JSON.stringify(url) },
    logLevel: 'error',
  })
  return result.outputFiles[0]!.text
}

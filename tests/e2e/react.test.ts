import { join } from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { demoUrl } from './demo-url.ts'
import { newShopper } from './shopper.ts'

const browser = await sharedBrowser()

describe('the React hooks', () => {
  const url = demoUrl()

  it('search, load more, refetch, and keep the search in the URL', async () => {
    const { page, close } = await newShopper(browser)
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/headless/search')) asked++
    })
    await page.goto(`${url}/demo/`)
    await page.evaluate(await bundle(url))
    await page.locator('#query').fill('mug')
    await expect.poll(() => titles(page)).toHaveLength(5)
    expect((await titles(page)).join().toLowerCase()).toContain('mug')
    expect(new URL(page.url()).search).toBe('?q=mug')
    await expect
      .poll(async () => page.locator('#looked').textContent())
      .toBe((await titles(page)).slice(0, 2).join(', '))

    const all = Number(await page.locator('#state').textContent())
    await page.locator('#more').click()
    await expect.poll(() => titles(page)).toHaveLength(Math.min(10, all))
    expect(new Set(await titles(page)).size).toBeGreaterThan(5)

    const before = asked
    await page.locator('#again').click()
    await expect.poll(() => asked).toBe(before + 1)

    const color = await page.locator('#color').textContent()
    await page.locator('#color').click()
    await expect.poll(() => new URL(page.url()).searchParams.get('color')).toBe(color)
    await expect.poll(async () => Number(await page.locator('#state').textContent())).toBeLessThan(all)
    await page.goBack()
    await expect.poll(async () => Number(await page.locator('#state').textContent())).toBe(all)
    await close()
  })

  it('keep the previous data until the next arrives, unless told otherwise', async () => {
    const { page, close } = await newShopper(browser)
    await page.goto(`${url}/demo/`)
    await page.evaluate(await bundle(url))
    await expect.poll(() => titles(page)).toHaveLength(5)
    await page.locator('#query').fill('mug')
    await expect.poll(async () => (await titles(page)).join().toLowerCase()).toContain('mug')
    const renders = await page.evaluate<{ cleared: boolean; kept: boolean }[]>('RENDERS')
    expect(renders.filter(({ kept }) => kept).length).toBeGreaterThan(0)
    expect(renders.filter(({ cleared }) => cleared)).toEqual([])
    await close()
  })
})

const titles = (page: Page) => page.locator('li').allTextContents()

async function bundle(url: string): Promise<string> {
  const result = await build({
    entryPoints: [join(import.meta.dirname, 'react-page.tsx')],
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    define: { VITRINE_URL: JSON.stringify(url), 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })
  return result.outputFiles[0]!.text
}

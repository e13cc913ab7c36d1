/** With any router, one navigation must be one search. */
import { join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { sharedBrowser } from '../browser.ts'
import { demoUrl } from '../demo-url.ts'
import { newShopper } from '../shopper.ts'

const browser = await sharedBrowser()

describe('the search state of a router', () => {
  const url = demoUrl()

  it.each(['react-router', 'tanstack-router'])('%s: links, navigate, filters and the back button', async (router) => {
    const { page, complaints, close } = await newShopper(browser)
    const searches: string[] = []
    await page.goto(`${url}/demo/`)
    await page.evaluate(await bundle(`${router}-page.tsx`, url))
    page.on('request', (request) => {
      if (request.url().endsWith('/headless/search')) searches.push(request.postDataJSON().query)
    })
    const state = () => page.locator('#state').textContent()
    await expect.poll(state).toMatch(/^ +\d+$/)

    searches.length = 0
    await page.getByRole('link', { name: 'Lamps' }).click()
    await expect.poll(state).toMatch(/^lamp +\d+$/)
    await page.locator('#push').click()
    await expect.poll(state).toMatch(/^mug +\d+$/)
    expect(searches).toEqual(['lamp', 'mug'])

    // On a slow connection, the choice is shown before the results.
    const held = Promise.withResolvers<void>()
    await page.route('**/headless/search', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.locator('#colors').click()
    await expect.poll(() => page.locator('#next').textContent()).toBe('Black')
    expect(await state()).toMatch(/^mug +\d+$/)
    held.resolve()
    await expect.poll(state).toMatch(/^mug Black \d+$/)
    expect(await page.locator('#next').textContent()).toBe('Black')
    expect(new URL(page.url()).search).toBe('?q=mug&color=Black')
    await page.locator('#both').click()
    await expect.poll(() => new URL(page.url()).search).toBe('?q=mug&color=Black&color=White')
    await expect.poll(state).toMatch(/^mug Black,White \d+$/)
    expect(searches).toHaveLength(4)

    await page.goBack()
    await expect.poll(state).toMatch(/^mug Black \d+$/)
    await page.goBack()
    await page.goBack()
    await expect.poll(state).toMatch(/^lamp +\d+$/)
    expect((await page.locator('li').allTextContents()).join().toLowerCase()).toContain('lamp')
    expect(complaints).toEqual([])
    await close()
  })
})

async function bundle(file: string, url: string): Promise<string> {
  const result = await build({
    entryPoints: [join(import.meta.dirname, file)],
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    define: { VITRINE_URL: JSON.stringify(url), 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })
  return result.outputFiles[0]!.text
}

import { describe, expect, it } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { demoUrl } from './demo-url.ts'

const browser = await sharedBrowser()

describe('the API reference', () => {
  const url = demoUrl()

  it('sends no request to another host, shows nothing of its vendor, and has the demo’s keys filled in', async () => {
    const page = await browser.newPage()
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await page.goto(`${url}/docs/`)
    await page.getByText('Start a visit on the search host').first().waitFor()
    expect([...hosts]).toEqual([new URL(url).host])
    const body = page.locator('body')
    await expect
      .poll(() => body.innerText())
      .toContain('Start a visit: visitor id, session token, features of the shop.')
    await expect.poll(() => body.innerHTML()).toContain('demo-shop.myshopify.com')
    expect(await body.innerText()).not.toMatch(/scalar|Ask AI|Generate MCP/i)
    await page.close()
  })

  it('is linked from a first page that also leads to the demo', async () => {
    const page = await browser.newPage()
    await page.goto(url)
    expect(new URL(page.url()).pathname).toBe('/demo/')
    await page.close()
  })
})

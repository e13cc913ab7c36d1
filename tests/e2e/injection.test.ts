/** Sends texts that run as scripts if a page treats them as HTML: in queries, answers and URLs. */
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { demoUrl } from './demo-url.ts'
import { newShopper } from './shopper.ts'

const browser = await sharedBrowser()

/** Each text would create an element with `data-injected`, or call `alert`, if a page treated it as HTML. */
const ELEMENTS = [
  '<img src=x data-injected onerror=alert(1)>',
  '<svg data-injected onload=alert(1)>',
  '<script data-injected>alert(1)</script>',
  '<iframe data-injected srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<a data-injected href="javascript:alert(1)">x</a>',
  '<details data-injected open ontoggle=alert(1)>',
  '<input data-injected autofocus onfocus=alert(1)>',
  '<video data-injected><source onerror=alert(1)></video>',
  '<math><mtext data-injected><img src=x onerror=alert(1)></mtext></math>',
  '<form data-injected><button formaction=javascript:alert(1)>x</button></form>',
  '<base data-injected href="//evil.example/">',
  '<style data-injected>@import "//evil.example/x.css"</style>',
  '<meta data-injected http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<object data-injected data="javascript:alert(1)"></object>',
]
/** Characters that could end the attribute or element around an inserted text. */
const WAYS_OUT = [
  '', '"', "'", '">', "'>", '`>', '</title>', '</script>', '</textarea>', '</style>', '</option>', '</a>', '-->', ']]>',
  '\u0000', '\\u003c/b>', '&lt;/b&gt;', '<mark>', '</mark>', '${alert(1)}',
] // biome-ignore format: a list of words
const PAYLOADS = [...ELEMENTS.flatMap((one) => WAYS_OUT.map((way) => way + one)), 'javascript:alert(1)']

describe('a page', () => {
  const url = demoUrl()

  async function watched() {
    const { page, close } = await newShopper(browser)
    const alerts: string[] = []
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message())
      void dialog.dismiss()
    })
    return { page, close, alerts }
  }

  const injected = (page: Page) =>
    page.evaluate(
      () => document.querySelectorAll('[data-injected], a[href^="javascript:"], [onerror], [onload]').length,
    )

  it('shows every answer of the service as text', async () => {
    const { page, close, alerts } = await watched()
    const poison = async (route: Route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: poisoned(await response.json()) })
    }
    // Requests of a page that was left cannot be answered.
    await page.route('**/api/storefront/**', (route) => poison(route).catch(() => undefined))
    for (const path of ['search?q=sofa', '', 'products/1/anything']) {
      await page.goto(`${url}/demo/${path}`)
      await page.getByText('onerror=alert(1)').first().waitFor({ state: 'attached' })
      expect([path, await injected(page), alerts]).toEqual([path, 0, []])
    }
    await close()
  })

  it('treats no query and no handle as HTML', async () => {
    const { page, close, alerts } = await watched()
    for (const payload of ELEMENTS) {
      for (const path of [`search?q=${encodeURIComponent(payload)}`, `pages/${encodeURIComponent(payload)}`]) {
        await page.goto(`${url}/demo/${path}`)
        await page.locator('main h1').first().waitFor()
        expect([path, await injected(page), alerts]).toEqual([path, 0, []])
      }
    }
    await close()
  })

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'that does not exist is not found, even by a name that every object has: %s',
    async (handle) => {
      const { page, close } = await watched()
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      for (const kind of ['pages', 'articles']) {
        await page.goto(`${url}/demo/${kind}/${handle}`)
        // The heading is empty until the answer arrives.
        await page.locator('main h1', { hasText: /not|found/i }).waitFor()
        expect(errors).toEqual([])
      }
      await close()
    },
  )
})

let next = 0

/** Replaces every text that a shopper reads by payloads. Ids, URLs and amounts stay the same. */
function poisoned(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) {
    const list = value.map((one) => poisoned(one, name))
    // Has enough products to show every payload.
    return name === 'products' && list.length > 0 ? PAYLOADS.map(() => poisoned(value[0], 'product')) : list
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, poisoned(one, key)]))
  return typeof value === 'string' && READ.has(name) ? PAYLOADS[next++ % PAYLOADS.length] : value
}

const READ = new Set(['title', 'vendor', 'product_type', 'description', 'label', 'text', 'corrected_query', 'did_you_mean', 'name', 'alt']) // biome-ignore format: a list of words

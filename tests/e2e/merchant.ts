/** Opens the dashboard as a merchant of the demo. */
import type { Browser, Page } from 'playwright-core'
import { newShopper, type Shopper } from './shopper.ts'

const API = '/api/admin/v1/shops/demo-shop.myshopify.com'

export interface Merchant extends Shopper {
  open(path: string): Promise<void>
  /** The admin API, with the rights of the page's session. */
  get<T>(path: string): Promise<T>
}

export async function newMerchant(browser: Browser, url: string, width = 1280, height = 900): Promise<Merchant> {
  const shopper = await newShopper(browser, width, height)
  const { page } = shopper
  await page.context().request.post(`${url}/api/admin/v1/session`, { data: { demo: true } })
  return {
    ...shopper,
    async open(path) {
      await page.goto(`${url}/dashboard${path}`)
      await page.locator('main h1').first().waitFor()
      await whenLoaded(page)
    },
    get: async (path) => (await page.context().request.get(`${url}${API}${path}`)).json(),
  }
}

/** The event stream never ends, so the network is never idle. This waits for loading indicators instead. */
export async function whenLoaded(page: Page): Promise<void> {
  await page.locator('.loading, [aria-busy="true"]').first().waitFor({ state: 'detached' })
}

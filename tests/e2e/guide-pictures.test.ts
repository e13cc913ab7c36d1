/** Takes the pictures of README and dashboard guide, and saves them to the folder `GUIDE_PICTURES`, if given. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { demoUrl } from './demo-url.ts'
import { type Merchant, newMerchant, whenLoaded } from './merchant.ts'
import { newShopper } from './shopper.ts'

const browser = await sharedBrowser()

interface OrderReport {
  orders: { order_id: string; lines: { linear: object[] }[] }[]
}

/** The order matters: the review needs the workbench's draft. */
const SCREENS: Record<string, (merchant: Merchant) => Promise<void>> = {
  today: ({ open }) => open('/'),
  searches: ({ open }) => open('/searches?market=eu'),
  query: ({ open }) => open('/searches/sofa'),
  async health({ open, get }) {
    // The first report is computed while the shop serves requests.
    await expect
      .poll(async () => (await get<{ health: object | null }>('/search-health')).health, { timeout: 300_000 })
      .not.toBeNull()
    await open('/searches?tab=health')
  },
  collection: ({ open }) => open('/collections/sofas'),
  rules: ({ open }) => open('/rules'),
  synonyms: ({ open }) => open('/synonyms'),
  facets: ({ open }) => open('/facets'),
  sections: ({ open }) => open('/sections'),
  experiments: ({ open }) => open('/experiments'),
  attribution: ({ open }) => open('/attribution'),
  order: async (merchant) => merchant.open(`/attribution/${await orderOfManyTouches(merchant)}`),
  async product({ open, get }) {
    const { products } = await get<{ products: { id: number }[] }>('/products?query=sofa&limit=1')
    await open(`/catalog/${products[0]!.id}`)
  },
  quality: ({ open }) => open('/catalog?tab=quality'),
  pictures: ({ open }) => open('/pictures'),
  events: ({ open }) => open('/events?tab=install'),
  history: ({ open }) => open('/settings?tab=history'),
  async workbench({ open, page }) {
    await open('/workbench?q=candle')
    await page.locator('.draft .handle').nth(2).press('ArrowUp')
    await page.locator('.draft .move').first().waitFor()
    await whenLoaded(page)
  },
  async review({ page }) {
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('dialog').waitFor()
    await whenLoaded(page)
  },
}

describe('the guides', () => {
  const url = demoUrl()
  const folder = process.env.GUIDE_PICTURES

  it('show screens of the dashboard, which can be taken from the demo', async () => {
    const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/dashboard.md'), 'utf8')
    const shown = [...guide.matchAll(/images\/dashboard-(\w+)\.png/g)].map(([, name]) => name)
    expect(shown.toSorted()).toEqual(Object.keys(SCREENS).toSorted())

    const merchant = await newMerchant(browser, url, 1200, 760)
    for (const [name, show] of Object.entries(SCREENS)) {
      await show(merchant)
      await expect.poll(() => merchant.page.evaluate<boolean>(ARE_PICTURES_LOADED)).toBe(true)
      const picture = await merchant.page.screenshot()
      // An empty picture has a single color.
      expect((await sharp(picture).stats()).entropy).toBeGreaterThan(0.5)
      if (folder) await keep(picture, folder, `dashboard-${name}`)
    }
    await merchant.page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    expect(merchant.complaints).toEqual([])
    await merchant.close()
  })

  it('start with the search page of the demo', async () => {
    const { page, complaints, close } = await newShopper(browser, 1280, 1000)
    await page.goto(`${url}/demo/search?q=sofa`)
    await page.locator('.grid .card:not(.skeleton)').first().waitFor()
    // The second search is fast, because the first one loads the model.
    await page.reload()
    await page.locator('.grid .card:not(.skeleton)').first().waitFor()
    await expect.poll(() => page.evaluate<boolean>(ARE_PICTURES_LOADED)).toBe(true)
    const picture = await page.screenshot()
    expect((await sharp(picture).stats()).entropy).toBeGreaterThan(0.5)
    if (folder) await keep(picture, folder, 'search')
    expect(complaints).toEqual([])
    await close()
  })
})

/** A palette makes the picture small enough for the repository. */
async function keep(picture: Buffer, folder: string, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await sharp(picture)
    .png({ palette: true, colours: 96, effort: 10 })
    .toFile(join(folder, `${name}.png`))
}

/** True once all visible pictures are loaded. Others are loaded when they are scrolled to. */
const ARE_PICTURES_LOADED =
  '[...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight)'

async function orderOfManyTouches({ get }: Merchant): Promise<string> {
  const { orders } = await get<OrderReport>('/analytics/orders?limit=500')
  const touches = ({ lines }: OrderReport['orders'][number]) => Math.max(...lines.map(({ linear }) => linear.length))
  return orders.toSorted((a, b) => touches(b) - touches(a))[0]?.order_id ?? ''
}

/**
 * Takes the pictures of the dashboard guide from a running demo: `node scripts/dashboard-pictures.ts http://127.0.0.1:3000`.
 * They are made small by a palette, so that they can live in the repository.
 */
import { join } from 'node:path'
import sharp from 'sharp'
import { launchBrowser } from '../tests/e2e/browser.ts'
import { newMerchant, whenLoaded } from '../tests/e2e/merchant.ts'

const [url = 'http://127.0.0.1:3000'] = process.argv.slice(2)
const OUT = join(import.meta.dirname, '../docs/images')

const browser = await launchBrowser()
const merchant = await newMerchant(browser, url, 1200, 760)
const { page } = merchant

/** Of those in sight; the others wait until they are scrolled to. */
const ARE_PICTURES_LOADED =
  '[...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight)'

async function take(name: string): Promise<void> {
  while (!(await page.evaluate<boolean>(ARE_PICTURES_LOADED))) await page.waitForTimeout(50)
  const picture = await page.screenshot()
  await sharp(picture)
    .png({ palette: true, colours: 96, effort: 10 })
    .toFile(join(OUT, `dashboard-${name}.png`))
}

interface OrderReport {
  orders: { order_id: string; lines: { linear: object[] }[] }[]
}

/** One with something to tell. */
async function orderOfManyTouches(): Promise<string> {
  const { orders } = await merchant.get<OrderReport>('/analytics/orders?limit=500')
  const touches = ({ lines }: OrderReport['orders'][number]) => Math.max(...lines.map(({ linear }) => linear.length))
  return orders.toSorted((a, b) => touches(b) - touches(a))[0]?.order_id ?? ''
}

await merchant.open('/')
await take('today')

await merchant.open('/searches?market=eu')
await take('searches')

await merchant.open('/experiments')
await take('experiments')

await merchant.open(`/attribution/${await orderOfManyTouches()}`)
await take('order')

await merchant.open('/catalog?tab=quality')
await take('quality')

await merchant.open('/workbench?q=candle')
await page.locator('.draft .handle').nth(2).press('ArrowUp')
await page.locator('.draft .move').first().waitFor()
await whenLoaded(page)
await take('workbench')

await page.getByRole('button', { name: 'Review' }).click()
await page.getByRole('dialog').waitFor()
await take('review')
await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
await browser.close()

/**
 * How long the first product of the demo storefront takes on a slow line: `node scripts/slow-line.ts [url]`. Chromium's own emulation, 400 kbit a
 * second and 400 ms a round trip (slow 3G), an empty cache, the median of five loads.
 */
import { newShopper } from '../tests/e2e/shopper.ts'
import { launchBrowser } from '../tests/e2e/browser.ts'

const LINE = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }
const LOADS = 5

const url = process.argv[2] ?? 'http://127.0.0.1:4000'
const browser = await launchBrowser()
const times: number[] = []
for (let load = 0; load < LOADS; load++) times.push(await firstProductMs())
await browser.close()
const median = times.toSorted((a, b) => a - b)[Math.floor(LOADS / 2)]!
process.stdout.write(`first product after ${Math.round(median)} ms (${times.map((ms) => Math.round(ms)).join(', ')})\n`)

async function firstProductMs(): Promise<number> {
  const { page, close } = await newShopper(browser)
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', LINE)
  const begun = performance.now()
  await page.goto(`${url}/demo/`, { waitUntil: 'commit' })
  await page.locator('.section .card:not(.skeleton) h3').first().waitFor()
  const took = performance.now() - begun
  await close()
  return took
}

import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPackage } from '../../packages/client/build/build-package.ts'
import { sharedBrowser } from './browser.ts'
import { demoUrl } from './demo-url.ts'
import { newShopper } from './shopper.ts'
import { shopThrough } from './starter-journey.ts'

const browser = await sharedBrowser()
const PLAIN = join(import.meta.dirname, '../../examples/plain')

describe('the starter without a framework', () => {
  const server = demoUrl()
  let shop: Awaited<ReturnType<typeof startPlain>>
  beforeAll(async () => {
    shop = await startPlain(server)
  })
  afterAll(() => shop.close())

  it('searches, filters, shows products and sections, fills a cart, asks for consent and reports events', () =>
    shopThrough(browser, server, shop.url))

  it('shows its events on the page after ?vitrine-debug, also on the next page', async () => {
    const { page, close } = await newShopper(browser)
    await page.goto(`${shop.url}/?vitrine-debug`)
    const panel = page.getByRole('region', { name: 'Vitrine events' })
    await panel.locator('[data-state=taken]', { hasText: 'svc:section:render' }).first().waitFor()
    await page.goto(`${shop.url}/cart`)
    await panel.locator('[data-state=taken]', { hasText: 'cart_viewed' }).waitFor()
    await page.evaluate(
      `import('/shop.js').then(({ tracker }) => tracker.standard('cart_viewed', {}, { timestamp: 'now' }))`,
    )
    const refused = panel.locator('[data-state=refused]')
    await expect.poll(() => refused.textContent()).toContain('Send an ISO 8601 time')
    await panel.getByRole('button', { name: 'Close' }).click()
    await page.reload()
    await page.locator('main h1').waitFor()
    await expect.poll(() => panel.count()).toBe(0)
    await close()
  })
})

/** Starts the starter as its README says, with the packed client. */
async function startPlain(server: string) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-plain-'))
  await cp(PLAIN, folder, { recursive: true })
  await buildPackage(join(folder, 'node_modules/@vitrine/client'))
  const settings = { baseUrl: server, shop: 'demo-shop.myshopify.com', apiKey: `vsk_demo${'0'.repeat(28)}` }
  await writeFile(join(folder, 'settings.js'), `export const settings = ${JSON.stringify(settings)}`)
  const env = { ...process.env, PORT: '0' }
  const started = spawn('node', ['serve.js'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve) => {
    started.stdout.once('data', (chunk: Buffer) => resolve(String(chunk).trim()))
  })
  return {
    url,
    async close() {
      started.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

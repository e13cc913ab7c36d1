import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { demoUrl } from './demo-url.ts'
import { newMerchant, whenLoaded } from './merchant.ts'
import { newShopper, seriousFindings } from './shopper.ts'
import { startServer } from './server-process.ts'
import { DEMO_ADMIN_KEY } from '@vitrine/contract/demo-shop'

const browser = await sharedBrowser()

const ADMIN_KEY = `vak_${'e'.repeat(32)}`
const SHOP = 'demo-shop.myshopify.com'

/** Makes a change as another user. */
function callAdmin(url: string, path: string, body: unknown, { key = DEMO_ADMIN_KEY, method = 'POST' } = {}) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return fetch(`${url}/api/admin/v1${path}`, { method, headers, body: JSON.stringify(body) })
}

describe('the dashboard', () => {
  const url = demoUrl()

  it('works in eight tabs at once, which share one stream, and passes it on when a tab is closed', async () => {
    const { page, open, close } = await newMerchant(browser, url)
    const tabs: Page[] = [page]
    await open('/synonyms')
    while (tabs.length < 8) tabs.push(await page.context().newPage())
    const streams = new Set<Page>()
    for (const tab of tabs) tab.on('request', (request) => request.url().endsWith('/stream') && streams.add(tab))
    for (const tab of tabs) {
      await tab.goto(`${url}/dashboard/synonyms`)
      await tab.getByRole('heading', { name: 'Synonyms', exact: true }).waitFor()
      await whenLoaded(tab)
    }
    const before = await (await page.context().request.get(`${url}/api/admin/v1/shops/${SHOP}/config`)).json()
    const publish = (synonyms: unknown) =>
      callAdmin(url, `/shops/${SHOP}/config`, { search: { synonyms } }, { method: 'PATCH' })
    await publish([['tabword', 'lamp']])
    for (const tab of tabs) await tab.getByText('tabword = lamp').waitFor()
    expect(streams.size).toBe(1)
    await [...streams][0]!.close()
    await publish(before.search.synonyms)
    for (const tab of tabs.filter((one) => !one.isClosed()))
      await tab.getByText('tabword = lamp').waitFor({ state: 'detached' })
    await close()
  })

  it("shows a user's own draft in another browser", async () => {
    const one = await newMerchant(browser, url)
    await one.open('/synonyms')
    await one.page.getByLabel('Words').fill('elsewhereword, vase')
    const saved = one.page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().includes('/drafts/'),
    )
    await one.page.getByRole('button', { name: 'Add to draft' }).click()
    await saved
    const other = await newMerchant(browser, url)
    await other.open('/rules')
    await other.page.getByText('You have a draft from another browser').first().waitFor()
    await other.page.getByRole('button', { name: 'Continue' }).first().click()
    await other.open('/synonyms')
    await other.page.getByText('elsewhereword = vase').waitFor()
    await other.page.getByRole('button', { name: 'Discard' }).first().click()
    await one.close()
    await other.close()
  })

  it('finds products, collections, rules and settings by ⌘K', async () => {
    const { page, open, get, close } = await newMerchant(browser, url)
    const [product] = (await get<{ products: { title: string }[] }>('/products?limit=1&status=active')).products
    await open('/')
    const find = async (text: string, kind: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill(text)
      await page.getByRole('option').filter({ hasText: kind }).filter({ hasText: text }).first().click()
    }
    await find(product!.title, 'Product')
    await page.getByRole('heading', { name: product!.title }).waitFor()
    const { collections } = await get<{ collections: { title: string; handle: string }[] }>('/config')
    await find(collections[0]!.title, 'Collection')
    await expect.poll(() => page.url()).toContain(`/collections/${collections[0]!.handle}`)
    await find('Keys', 'Setting')
    await page.getByRole('heading', { name: 'New key' }).waitFor()
    await close()
  })

  it('reloads when a deployment has removed its chunks', async () => {
    const { page, open, close } = await newMerchant(browser, url)
    await open('/')
    // The open page requests chunks of the previous build, which are gone.
    let missing = 0
    await page.route('**/dashboard/part-*.js', (route) =>
      missing++ === 0 ? route.fulfill({ status: 404, body: '{}' }) : route.continue(),
    )
    await page.getByRole('link', { name: 'Rules' }).click()
    await page.getByRole('heading', { name: 'Rules', exact: true }).waitFor()
    expect(missing).toBeGreaterThan(0)
    await close()
  })

  it('keeps working when one screen throws an error', async () => {
    const { page, open, close } = await newMerchant(browser, url)
    await page.route('**/analytics/orders*', (route) => route.fulfill({ json: { orders: 'no list' } }))
    await open('/synonyms')
    await page.getByRole('link', { name: 'Attribution' }).click()
    await page.getByRole('heading', { name: 'Something went wrong on this screen' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'Synonyms' }).click()
    await page.getByRole('heading', { name: 'Synonyms', exact: true }).waitFor()
    await close()
  })

  it('shows an analyst only buttons that they may use', async () => {
    const { page, close } = await newShopper(browser)
    const made = await callAdmin(url, '/users', { email: 'reader@example.com', role: 'analyst', shops: [SHOP] })
    const { link, user } = await made.json()
    onTestFinished(async () => void (await callAdmin(url, `/users/${user.id}`, {}, { method: 'DELETE' })))
    await page.goto(`${url}/dashboard/#link=${link}`)
    await page
      .getByLabel('New password')
      .or(page.getByRole('button', { name: 'Sign in with this link' }))
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Sign in with this link' }).click()
    await page.getByLabel('New password').fill('a password for reading')
    await page.getByRole('button', { name: 'Sign in with this link' }).click()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    const verbs =
      /^(Publish|New |Add|Edit|Remove|Hide|Pin|Unpin|Move|Boost|Bury|Restore|Discard|Cancel|Take|Invite|Issue|Fix|Plan|Import|Apply|Stop|Continue|Keep)/
    for (const path of [
      '/',
      '/searches/lamp',
      '/workbench?q=candle',
      '/collections/sofas',
      '/rules',
      '/synonyms',
      '/facets',
      '/sections',
      '/experiments',
      '/catalog?tab=imports',
      '/settings',
      '/settings?tab=alerts',
    ]) {
      await page.goto(`${url}/dashboard${path}`)
      await page.locator('main h1').first().waitFor()
      await whenLoaded(page)
      const names = await page
        .locator('main')
        .getByRole('button')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''))
      expect([path, names.filter((name) => verbs.test(name.trim()))]).toEqual([path, []])
    }
    await close()
  })

  it('says that the server cannot be reached, and continues when it is back', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-e2e-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const env = { VITRINE_DEMO: 'off', VITRINE_EMBEDDER: 'none', VITRINE_ADMIN_KEY: ADMIN_KEY }
    const first = await startServer(folder, env)
    await callAdmin(first.url, '/shops/small.example', { name: 'Small' }, { key: ADMIN_KEY, method: 'PUT' })
    const { page, close } = await newShopper(browser)
    await page.goto(await first.ownerLink())
    await page.getByLabel('E-mail').fill('owner@example.com')
    await page.getByLabel('New password').fill('a password to own')
    await page.getByRole('button', { name: 'Sign in with this link' }).click()
    await page.getByRole('link', { name: 'Synonyms' }).click()
    await page.getByLabel('Words').fill('awayword, vase')
    await page.getByRole('button', { name: 'Add to draft' }).click()
    await first.stop()
    await page.getByRole('link', { name: 'Searches' }).click()
    await page.getByText('The server is not responding').waitFor()
    const second = await startServer(folder, { ...env, PORT: new URL(first.url).port })
    onTestFinished(() => second.stop())
    await page.getByText('The server is not responding').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Searches' }).waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText(/Published as version/).waitFor()
    await close()
  })
})

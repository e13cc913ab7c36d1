import { describe, expect, it } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { demoUrl } from './demo-url.ts'
import { newMerchant } from './merchant.ts'
import { newShopper, seriousFindings } from './shopper.ts'
import { DEMO_ADMIN_KEY } from '@vitrine/contract/demo-shop'

const browser = await sharedBrowser()

describe('the dashboard', () => {
  const url = demoUrl()

  it('opens with one click in the demo, and signs out with another', async () => {
    const { page, close } = await newShopper(browser)
    await page.goto(`${url}/dashboard/`)
    await page.getByRole('button', { name: 'Open the demo shop' }).click()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await close()
  })

  it('says that e-mail or password is wrong, without saying which', async () => {
    const { page, close } = await newShopper(browser)
    await page.goto(`${url}/dashboard/`)
    await page.getByLabel('E-mail').fill('nobody@example.com')
    await page.getByLabel('Password').fill('wrong password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').waitFor()
    await expect.poll(() => page.getByRole('alert').textContent()).toBe('The e-mail address or password is wrong.')
    expect(await seriousFindings(page)).toEqual([])
    await close()
  })

  it('publishes a draft with one click and reverts it with another', async () => {
    const { page, open, get, complaints, close } = await newMerchant(browser, url)
    const synonyms = async () =>
      JSON.stringify((await get<{ search: { synonyms: unknown[] } }>('/config')).search.synonyms)
    const before = await synonyms()
    await open('/synonyms')
    await page.getByLabel('Words').fill('doodad, vase')
    await page.getByRole('button', { name: 'Add to draft' }).click()
    expect(await synonyms()).toBe(before)
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText(/Published as version \d+/).waitFor()
    expect(await synonyms()).toContain('doodad')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(/is live again/).waitFor()
    expect(await synonyms()).toBe(before)
    expect(complaints).toEqual([])
    await close()
  })

  it('shows a draft before and after, as YAML and as curl, and keeps it after a reload', async () => {
    const { page, open, close } = await newMerchant(browser, url)
    await open('/synonyms')
    await page.getByLabel('Words').fill('whatsit > lamp')
    await page.getByRole('button', { name: 'Add to draft' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Review' }).click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.textContent()).toContain('whatsit → lamp')
    await dialog.getByRole('button', { name: 'YAML' }).click()
    await expect.poll(() => dialog.textContent()).toContain('from: whatsit')
    await dialog.getByRole('button', { name: 'curl' }).click()
    await expect.poll(() => dialog.textContent()).toContain('curl -X PATCH')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Publish' }).count()).toBe(0)
    await close()
  })

  it("shows two editors of one setting each other's change before anything is overwritten", async () => {
    const [one, other] = [await newMerchant(browser, url), await newMerchant(browser, url)]
    for (const [merchant, title] of [
      [one, 'Hue'],
      [other, 'Shade'],
    ] as const) {
      await merchant.open('/facets')
      await merchant.page.getByLabel('Title of color').fill(title)
    }
    await one.page.getByRole('button', { name: 'Publish' }).click()
    await one.page.getByText(/Published as version/).waitFor()
    await other.page.getByRole('button', { name: 'Publish' }).click()
    const dialog = other.page.getByRole('dialog')
    await dialog.getByText('Somebody else published').waitFor()
    const titles = async () =>
      JSON.stringify((await one.get<{ filters: { title: string }[] }>('/config')).filters.map(({ title }) => title))
    expect(await titles()).toContain('Hue')
    await dialog.getByRole('button', { name: 'Overwrite with mine' }).click()
    await other.page.getByText(/Published as version/).waitFor()
    expect(await titles()).toContain('Shade')
    await other.open('/settings')
    await other.page.getByRole('button', { name: 'Restore' }).nth(1).click()
    await other.page.getByText(/is live again/).waitFor()
    expect(await titles()).toContain('Color')
    await one.close()
    await other.close()
  })

  it('edits every kind of rule in one dialog, without serious accessibility findings', async () => {
    const { page, open, complaints, close } = await newMerchant(browser, url)
    await open('/rules')
    await page.getByRole('button', { name: 'New rule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Search', { exact: true }).fill('tea')
    await dialog.getByText('Further conditions').click()
    await dialog.getByLabel('Orders, at least').fill('2')
    await dialog.getByLabel('Device').selectOption('mobile')
    await dialog.getByRole('button', { name: 'Add products by attribute' }).first().click()
    await dialog.getByLabel('Value', { exact: true }).first().fill('new')
    await dialog.getByLabel('From position').fill('2')
    await dialog.getByRole('button', { name: 'Add content' }).click()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Keep in draft' }).click()
    const row = page.locator('tbody tr', { hasText: '“tea”' })
    await expect.poll(() => row.textContent()).toMatch(/Phone, orders ≥ 2.*1 pinned.*shows content/)
    await page.getByRole('button', { name: 'Discard' }).first().click()
    expect(complaints).toEqual([])
    await close()
  })

  it('shows what a rule of a draft does to recommendations, before it is published', async () => {
    const headers = { authorization: `Bearer ${DEMO_ADMIN_KEY}`, 'content-type': 'application/json' }
    const api = `${url}/api/admin/v1/shops/demo-shop.myshopify.com`
    const asked = { method: 'POST', headers, body: JSON.stringify({ page_type: 'home' }) }
    const { live } = await (await fetch(`${api}/preview/sections`, asked)).json()
    const { title, products } = live.sections.find((one: { products: object[] }) => one.products.length > 2)
    const patch = { search: { rules: [{ id: 'hidden', when: {}, hide: [products[0].product_id] }] } }
    await fetch(`${api}/drafts/hidden`, { method: 'PUT', headers, body: JSON.stringify({ patch }) })

    const { page, open, complaints, close } = await newMerchant(browser, url)
    await open('/sections')
    const card = page.locator('.card', { has: page.getByRole('heading', { name: title, exact: true }) })
    expect(await card.locator('.shelf li').first().textContent()).toBe(products[0].title)
    // Today offers the drafts of other users.
    await open('/')
    await page.getByRole('button', { name: 'Add it to mine' }).click()
    await page.getByRole('link', { name: 'Sections' }).click()
    await card.getByText(`No longer here with your draft: ${products[0].title}`).waitFor()
    await card.getByText('was number 2').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Discard' }).first().click()
    await fetch(`${api}/drafts/hidden`, { method: 'DELETE', headers })
    expect(complaints).toEqual([])
    await close()
  })

  it('shows what another editor publishes, without a reload', async () => {
    const { page, open, complaints, close } = await newMerchant(browser, url)
    await open('/synonyms')
    const patch = { search: { synonyms: [['gizmo', 'lamp']] } }
    const headers = { authorization: `Bearer ${DEMO_ADMIN_KEY}`, 'content-type': 'application/json' }
    const api = `${url}/api/admin/v1/shops/demo-shop.myshopify.com`
    const before = await (await fetch(`${api}/config`, { headers })).json()
    await fetch(`${api}/config`, { method: 'PATCH', headers, body: JSON.stringify(patch) })
    await page.getByText(/published a change/).waitFor()
    await page.getByText('gizmo = lamp').waitFor()
    const back = { search: { synonyms: before.search.synonyms } }
    await fetch(`${api}/config`, { method: 'PATCH', headers, body: JSON.stringify(back) })
    expect(complaints).toEqual([])
    await close()
  })

  it('is in German if the browser is', async () => {
    const { page, open, close } = await newMerchant(browser, url)
    await open('/')
    await page.getByLabel('Language', { exact: true }).selectOption('de')
    await page.getByRole('heading', { name: 'Heute' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
    await close()
  })

  it('opens every screen by keyboard alone', async () => {
    const { page, open, close } = await newMerchant(browser, url)
    await open('/')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('synon')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Synonyms', exact: true }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    await close()
  })
})

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { demoUrl } from './demo-url.ts'
import { type Merchant, newMerchant } from './merchant.ts'
import { seriousFindings } from './shopper.ts'

const browser = await sharedBrowser()

interface Rule {
  when: { query?: string }
  pin?: { product_id: number; position: number }[]
  ends_at?: string | null
}

async function textVectorsAreComplete(get: Merchant['get']): Promise<boolean> {
  const { spaces } = await get<{ spaces: { kind: string; complete: boolean }[] }>('/embedding')
  return spaces.filter(({ kind }) => kind === 'text').every(({ complete }) => complete)
}

describe('a merchant', () => {
  const url = demoUrl()

  it('fixes the search that loses most in two clicks, or three if products must be chosen, after a preview', async () => {
    const { page, open, complaints, close } = await newMerchant(browser, url)
    await open('/')
    const row = page.locator('main li', { has: page.getByRole('button', { name: /^Fix / }) }).first()
    const query = (await row.locator('strong').textContent()) ?? ''
    await row.getByRole('button').click()
    const dialog = page.getByRole('dialog')
    // Without evidence from shoppers, nothing is proposed, and the merchant must choose products.
    const choice = dialog.getByRole('group', { name: 'Which products does it mean?' })
    await dialog.locator('.before > p').first().waitFor()
    const titles = (side: string) => dialog.locator(`.${side} .product-cell`).allTextContents()
    const before = await titles('before')
    const publishes = dialog.getByRole('button', { name: 'Publish' })
    if ((await choice.count()) > 0) {
      // If the chosen product were already first, nothing could be published.
      await choice.getByRole('checkbox', { name: before[0] }).check()
      await dialog.getByText('This changes nothing').waitFor()
      expect(await publishes.isDisabled()).toBe(true)
      await choice.getByRole('checkbox', { name: before[0] }).uncheck()
      await choice.getByRole('checkbox').last().check()
      await dialog
        .locator('.after .product-list li')
        .first()
        .getByText(/was number \d+|new/)
        .waitFor()
    }
    await dialog.getByText('With this change').waitFor()
    await expect.poll(() => publishes.isDisabled()).toBe(false)
    const after = await titles('after')
    // The sides must differ: in the number of hits, in the text, or in a former position.
    const reported = (side: string) => dialog.locator(`.${side} > p, .${side} li`).allTextContents()
    expect(await reported('after')).not.toEqual(await reported('before'))
    expect(await seriousFindings(page)).toEqual([])
    await publishes.click()
    await page.getByText(/Published as version/).waitFor()
    // Shoppers must see what the merchant saw.
    const other = await page.context().newPage()
    await other.goto(`${url}/dashboard/workbench?q=${encodeURIComponent(query)}`)
    await expect
      .poll(async () => (await other.locator('.live .result-title').allTextContents()).slice(0, after.length))
      .toEqual(after)
    await undo(page)
    expect(complaints).toEqual([])
    await close()
  })

  it('finds the worst search that can be fixed, sees the cause, drafts the fix, replays it and publishes, in at most 8 clicks', async () => {
    const { page, open, get, complaints, close } = await newMerchant(browser, url)
    await page.addInitScript(() => {
      addEventListener(
        'click',
        () => sessionStorage.setItem('clicks', String(1 + Number(sessionStorage.getItem('clicks')))),
        true,
      )
    })
    // The first report is computed while the shop serves requests.
    await expect
      .poll(async () => (await get<{ health: object | null }>('/search-health')).health, { timeout: 300_000 })
      .not.toBeNull()
    await open('/')
    await page.getByRole('link', { name: 'Searches' }).first().click()
    await page.getByRole('link', { name: 'Health' }).click()
    const row = page.locator('tr', { has: page.getByRole('button', { name: /^Fix / }) }).first()
    await expect.poll(() => row.textContent()).toMatch(/A word the shop does not use|Misspelled|Ranked too low/)
    await row.getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^Changes \d+ of \d+ searches/).waitFor()
    await expect.poll(() => dialog.locator('.before-after li').count()).toBeGreaterThan(0)
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add to the draft' }).click()
    // The review replays the draft too.
    await page.getByRole('button', { name: 'Review' }).click()
    await dialog.getByText(/^Changes \d+ of \d+ searches/).waitFor()
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.getByText(/Published as version/).waitFor()
    expect(Number(await page.evaluate(() => sessionStorage.getItem('clicks')))).toBeLessThanOrEqual(8)
    await undo(page)
    expect(complaints).toEqual([])
    await close()
  })

  it('states what a search must show, and publishes it as a golden query', async () => {
    const { page, open, get, complaints, close } = await newMerchant(browser, url)
    await expect
      .poll(async () => (await get<{ health: object | null }>('/search-health')).health, { timeout: 300_000 })
      .not.toBeNull()
    await open('/searches?tab=health')
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Golden queries' }) })
    await card.getByRole('textbox', { name: 'Search' }).fill('sofa')
    await card.getByRole('searchbox').fill('travel candle')
    await card.locator('.picker-found button').first().click()
    await card.getByRole('button', { name: 'Keep in draft' }).click()
    await card.getByText(/shows .*Candle among the first 10/).waitFor()
    await card.getByRole('textbox', { name: 'Search' }).fill('lamp')
    await card.getByLabel('It must show').selectOption('type')
    await card.getByLabel('Product type').fill('Lamps')
    await card.getByLabel('Among the first').fill('3')
    await card.getByRole('button', { name: 'Keep in draft' }).click()
    await card.getByText('shows Lamps among the first 3').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText(/Published as version/).waitFor()
    const { search } = await get<{ search: { golden_queries: object[] } }>('/config')
    expect(search.golden_queries).toEqual([
      { query: 'sofa', product_id: expect.any(Number) },
      { query: 'lamp', product_type: 'Lamps', within: 3 },
    ])
    await undo(page)
    await card.getByText(/^shows .* among the first/).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await close()
  })

  it('plans a test and sees how long it takes; nothing is called best before', async () => {
    const { page, open, close } = await newMerchant(browser, url)
    await open('/experiments')
    // The demo's experiment has reached its planned size. A larger plan removes the verdict.
    await expect
      .poll(() => page.locator('.verdict').first().textContent())
      .toMatch(/trending is ahead in conversion by \d/)
    await page
      .getByRole('button', { name: /^Plan of/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.locator('.estimate').textContent()).toMatch(/\d+ days for a 10% change/)
    await dialog.getByRole('button', { name: 'Keep in draft' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText(/Published as version/).waitFor()
    await expect
      .poll(() => page.locator('.verdict').first().textContent())
      .toMatch(/Not yet: [\d,]+ of [\d,]+ visitors/)
    await undo(page)
    await close()
  })

  it('imports a file, and sees what was rejected and what is wrong with the catalog', async () => {
    const { page, open, complaints, close } = await newMerchant(browser, url)
    await open('/catalog')
    await page.getByRole('link', { name: 'Import' }).click()
    const text = 'Handle,Title,Status,Variant Price\nimported,Imported,draft,59.00\nno-price,No price,draft,\n'
    const file = { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await page.getByLabel('Product file').setInputFiles(file)
    await page.getByText('Detected as: Shopify product CSV').waitFor()
    await page.getByText('1 products with 1 variants would be imported, 1 rejected.').waitFor()
    await page.getByRole('button', { name: 'Import them' }).click()
    await page.getByText('1 created, 0 updated, 0 unchanged, 1 rejected').waitFor()
    await page.getByText('Line 3:').waitFor()
    await page.getByRole('link', { name: 'Quality' }).click()
    await page.locator('main .card .badge').first().waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('sees why a product is seventh, drags it to the second position and publishes that with an end date', async () => {
    const { page, open, get, complaints, close } = await newMerchant(browser, url, 1440, 2400)
    const rules = async () => (await get<{ search: { rules: Rule[] } }>('/config')).search.rules
    // While products are being embedded, positions change.
    await expect.poll(() => textVectorsAreComplete(get), { timeout: 300_000 }).toBe(true)
    await open('/workbench?q=candle')
    const draft = page.locator('.draft .tile')
    const title = await draft.nth(6).locator('.result-title').textContent()

    await draft.nth(6).getByRole('button', { name: /^Why/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('It is number 7 of').waitFor()
    await expect.poll(() => dialog.textContent()).toMatch(/ranks above it because of \w+/)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })

    await draft.nth(6).locator('.handle').dragTo(draft.nth(1))
    await expect.poll(() => draft.nth(1).locator('.result-title').textContent()).toBe(title)
    await expect.poll(() => page.locator('.live .tile').nth(6).locator('.result-title').textContent()).toBe(title)
    await page.getByText('It acts on exactly this search and nowhere else.').waitFor()
    await page.getByLabel('Ends').fill('2031-01-01T00:00')
    expect((await rules()).some(({ when }) => when.query === 'candle')).toBe(false)

    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText(/Published as version/).waitFor()
    const [rule] = (await rules()).filter(({ when }) => when.query === 'candle')
    expect(rule?.pin?.map(({ position }) => position)).toEqual([2])
    expect(rule?.ends_at).toMatch(/^20(30|31)-/)
    await expect.poll(() => page.locator('.live .tile').nth(1).locator('.result-title').textContent()).toBe(title)
    await undo(page)
    expect(complaints).toEqual([])
    await close()
  })

  it('arranges a collection by keyboard alone, and sees what moved and why something is missing', async () => {
    const { page, open, get, complaints, close } = await newMerchant(browser, url, 1440)
    await expect.poll(() => textVectorsAreComplete(get), { timeout: 300_000 }).toBe(true)
    await open('/collections/sofas')
    const titles = () => page.locator('.draft .result-title').allTextContents()
    const before = await titles()
    const [, second, third, fourth, fifth] = before as [string, string, string, string, string]
    const press = async (key: string) => {
      await page.keyboard.press(key)
    }
    // The focus follows the moved product.
    await page.getByRole('button', { name: `Drag ${third}` }).focus()
    await press('ArrowLeft')
    await expect.poll(async () => (await titles())[1]).toBe(third)
    await press('ArrowLeft')
    await expect.poll(async () => (await titles())[0]).toBe(third)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain(third)
    await page.getByRole('button', { name: `Drag ${fourth}` }).focus()
    await press('h')
    await expect.poll(titles).not.toContain(fourth)
    await page.getByRole('button', { name: `Drag ${fifth}` }).focus()
    await press('b')
    await page.locator('.draft .tile', { hasText: fifth }).getByText('boosted').waitFor()
    // A product can also be moved by typing its position.
    await page.getByRole('button', { name: `move ${second}` }).focus()
    await press('Enter')
    await page.getByLabel('Move to position').fill('2')
    await press('Enter')
    await expect.poll(async () => (await titles()).slice(0, 2)).toEqual([third, second])
    // The live results do not change.
    expect((await page.locator('.live .result-title').allTextContents()).slice(0, 5)).toEqual(before.slice(0, 5))
    await page.getByRole('button', { name: 'Why isn’t it here?' }).focus()
    await press('Enter')
    await page.getByRole('dialog').getByRole('searchbox').fill(fourth)
    await page.getByRole('dialog').getByRole('button', { name: fourth }).first().waitFor()
    await press('Enter')
    await page.getByText(/rule .* hides it/).waitFor()
    await press('Escape')
    await page.getByRole('button', { name: 'Publish' }).focus()
    await press('Enter')
    await page.getByText(/Published as version/).waitFor()
    await expect.poll(async () => (await page.locator('.live .result-title').allTextContents())[0]).toBe(third)
    expect(await seriousFindings(page)).toEqual([])
    await undo(page)
    expect(complaints).toEqual([])
    await close()
  })

  it('sees in two clicks what an order was attributed to, and why', async () => {
    const { page, open, complaints, close } = await newMerchant(browser, url)
    await open('/')
    await page.getByRole('link', { name: 'Attribution' }).click()
    const row = page.locator('tbody tr', { has: page.locator('.badge') }).first()
    await row.getByRole('link').click()
    await page.getByText('gets it (last touch)').first().waitFor()
    await expect
      .poll(() => page.locator('.timeline').first().textContent())
      .toMatch(/(Clicked|Seen).*before the order.*Ordered/)
    expect(complaints).toEqual([])
    await close()
  })
})

async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(/is live again/).waitFor()
}

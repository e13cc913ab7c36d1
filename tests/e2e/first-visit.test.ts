import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { newShopper, seriousFindings } from './shopper.ts'
import { enterAsOwner, fillShop, PRODUCT_FILE, startEmptyServer, visit } from './small-shop.ts'

const browser = await sharedBrowser()

/** Clicks from the owner's link to the last completed step. */
const CLICKS = 17

describe('the first visit', () => {
  it(`leads from an empty server to a shop with products, events, a rule and a colleague in ${CLICKS} clicks`, async () => {
    const server = await startEmptyServer()
    const { page, complaints, close } = await newShopper(browser, 1280, 1200)
    let clicks = 0
    const click = async (target: Locator) => {
      clicks++
      await target.click()
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
    const today = () => click(page.getByRole('link', { name: 'Today' }))

    await enterAsOwner(page, server)
    await click(button('Sign in with this link'))
    await page.getByRole('heading', { name: 'Your first shop' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByLabel('Name').fill('Small')
    await page.getByLabel('Domain').fill('small.example')
    await click(button('Create shop'))

    await page.getByText('0 of 5 done').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    // Screens without data must say that there is none.
    for (const screen of ['searches?tab=lost', 'attribution', 'catalog?tab=quality']) {
      await page.goto(`${server.url}/dashboard/${screen}`)
      await page.getByText('The shop has no products yet').waitFor()
    }
    for (const [screen, next] of [
      ['rules', 'Open the workbench'],
      ['synonyms', 'Without a result'],
      ['events', 'Install events'],
    ]) {
      await page.goto(`${server.url}/dashboard/${screen}`)
      await link(next!).waitFor()
    }
    await page.goto(`${server.url}/dashboard/`)
    await click(link('Import products'))
    const file = { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(PRODUCT_FILE) }
    await page.getByLabel('Product file').setInputFiles(file)
    await click(button('Import them'))
    await page.getByText('4 created').waitFor()
    await today()

    // Without any views, product pages are previewed with any product.
    await page.goto(`${server.url}/dashboard/sections?tab=product`)
    await page
      .getByText(/Filled by|Not shown to this shopper/)
      .first()
      .waitFor()
    await page.goto(`${server.url}/dashboard/`)
    await page.getByText('1 of 5 done').waitFor()
    await page.getByText('No visit yet').waitFor()
    await click(link('Try a search'))
    await expect.poll(() => page.locator('.live .tile').count()).toBeGreaterThan(0)
    await today()

    await page.getByText('2 of 5 done').waitFor()
    await click(page.locator('.steps').getByRole('link', { name: 'Install events' }))
    await page.getByText('Waiting for an event').waitFor()
    await click(button('Create a key'))
    const code = page.getByRole('region', { name: 'JavaScript' })
    await expect.poll(() => code.textContent()).toMatch(/apiKey: 'vsk_\w+'/)
    expect(await code.textContent()).toContain("shop: 'small.example'")
    expect(await seriousFindings(page)).toEqual([])
    const key = /vsk_\w+/.exec((await code.textContent())!)![0]
    await visit(server.url, key)
    await page.getByText('accepted').waitFor()
    await today()

    await page.getByText('3 of 5 done').waitFor()
    await click(link('Open the workbench'))
    await page.locator('.draft .handle').nth(1).press('ArrowLeft')
    await click(button('Publish'))
    await page.getByText(/Published as version/).waitFor()
    await today()

    await page.getByText('4 of 5 done').waitFor()
    await click(page.locator('.steps').getByRole('link', { name: 'Invite' }))
    await page.getByRole('dialog').getByLabel('E-mail').fill('colleague@example.com')
    await click(button('Create invitation'))
    await page.getByText('It works once').waitFor()
    await click(page.getByRole('dialog').getByRole('button', { name: 'Close' }))
    await today()
    await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' })
    expect(clicks).toBe(CLICKS)
    expect(complaints.filter((one) => !one.includes('401'))).toEqual([])
    await close()
  })

  it('creates a collection by a rule, and shows how many products it matches', async () => {
    const server = await startEmptyServer()
    await fillShop(server.url)
    const { page, close } = await newShopper(browser)
    await enterAsOwner(page, server)
    await page.getByRole('button', { name: 'Sign in with this link' }).click()
    await page.getByRole('link', { name: 'Collections' }).click()
    await page.getByRole('button', { name: 'New collection' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Shirts of linen')
    await dialog.getByLabel('Attribute').selectOption('type')
    await dialog.getByLabel('Value').fill('shirt')
    await dialog.getByText('3 products').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Keep in draft' }).click()
    await page.getByText('automatic: Product type is shirt').waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText(/Published as version/).waitFor()
    await page.getByRole('link', { name: 'Shirts of linen' }).click()
    await expect.poll(() => page.locator('.live .tile').count()).toBe(3)
    await close()
  })
})

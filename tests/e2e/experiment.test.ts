import { describe, expect, it } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { newShopper, seriousFindings } from './shopper.ts'
import { callShop, enterAsOwner, fillShop, startEmptyServer, visit } from './small-shop.ts'

const browser = await sharedBrowser()

interface Config {
  search?: { rules?: { pin?: unknown[] }[] }
  experiences: { status: string; plan: object; variants: { patch?: object }[] }[]
}

/** Planned visitors per variant, reduced for this test. */
const PLANNED = 20

describe('an experiment', () => {
  it('goes from a draft to the applied winner in four clicks, and names no winner before its planned size', async () => {
    const server = await startEmptyServer()
    await fillShop(server.url)
    const { key } = await callShop<{ key: string }>(server.url, 'POST', '/keys', '{"label":"web"}')
    // A plan needs the shop's conversion rate, and so some visits and an order.
    for (let i = 0; i < 10; i++) await visit(server.url, key, { query: 'shirt', buysIf: () => i === 0 })

    const { page, complaints, close } = await newShopper(browser, 1280, 1000)
    await enterAsOwner(page, server)
    await page.getByRole('button', { name: 'Sign in with this link' }).click()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    await page.goto(`${server.url}/dashboard/workbench?q=shirt`)
    const tiles = page.locator('.draft .tile')
    const wanted = (await tiles.nth(2).locator('.result-title').textContent())!
    await tiles.nth(2).locator('.handle').press('ArrowLeft')
    await tiles.nth(1).locator('.handle').press('ArrowLeft')
    await expect.poll(() => tiles.first().locator('.result-title').textContent()).toBe(wanted)

    await page.getByRole('link', { name: 'Test', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.locator('.estimate').textContent()).toMatch(/\d+ days for a 10% change/)
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Start the test' }).click()
    await page.getByText(/Published as version/).waitFor()
    await expect.poll(() => page.locator('.verdict').textContent()).toMatch(/Not yet: 0 of [\d,]+ visitors/)
    const { experiences, search } = await callShop<Config>(server.url, 'GET', '/config')
    expect(experiences[0]?.variants[1]?.patch).toBeDefined()
    expect(search?.rules ?? []).toEqual([])
    expect(await page.getByRole('button', { name: /^Apply the winner/ }).count()).toBe(0)

    const smaller = { ...experiences[0], plan: { ...experiences[0]!.plan, visitors_per_variant: PLANNED } }
    await callShop(server.url, 'PATCH', '/config', JSON.stringify({ experiences: [smaller] }))
    const seen = { draft: 0, control: 0 }
    while (Math.min(seen.draft, seen.control) < PLANNED) {
      // Only visitors who see the draft buy.
      const titles = await visit(server.url, key, { query: 'shirt', buysIf: ([first]) => first === wanted })
      seen[titles[0] === wanted ? 'draft' : 'control']++
    }
    const verdict = async () => {
      await page.reload()
      return page.locator('.verdict').textContent()
    }
    await expect.poll(verdict, { interval: 2000 }).toMatch(/draft is ahead in conversion by/)
    expect(await seriousFindings(page)).toEqual([])

    await page.getByRole('button', { name: /^Apply the winner/ }).click()
    await page.getByText('stopped').first().waitFor()
    expect((await callShop<Config>(server.url, 'GET', '/config')).search?.rules ?? []).toEqual([])
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect
      .poll(async () => (await callShop<Config>(server.url, 'GET', '/config')).search?.rules?.[0]?.pin?.length)
      .toBeGreaterThan(0)
    expect((await callShop<Config>(server.url, 'GET', '/config')).experiences[0]?.status).toBe('paused')
    expect((await visit(server.url, key, { query: 'shirt' }))[0]).toBe(wanted)
    // Requests before the sign-in got a 401.
    expect(complaints.filter((one) => !one.includes('401'))).toEqual([])
    await close()
  })
})

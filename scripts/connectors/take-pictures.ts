/** Takes screenshots of a search and of the attributed order in the dashboard. */
import { join } from 'node:path'
import { launchBrowser } from '../../tests/e2e/browser.ts'
import { ROOT } from '../read-lockfile.ts'
import { until } from './measured-steps.ts'
import type { TriedShop } from './tried-shop.ts'

const OWNER = { email: 'owner@example.com', password: 'of the tried shop', role: 'owner' }

export async function takePictures({ baseUrl, shop, adminKey, admin }: TriedShop, name: string): Promise<void> {
  const api = `${baseUrl}/api/admin/v1`
  const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' }
  await fetch(`${api}/users`, { method: 'POST', headers, body: JSON.stringify(OWNER) })
  // Until embedding is complete, the workbench's columns can differ even without a draft.
  await until('search by meaning is complete', 60, async () => {
    const texts = (await admin.embedding()).spaces.filter(({ kind }) => kind === 'text')
    return texts.length > 0 && texts.every(({ complete }) => complete) ? true : undefined
  })
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    const { email, password } = OWNER
    await page.context().request.post(`${api}/session`, { data: { email, password } })
    await page.addInitScript((own) => localStorage.setItem('vitrine-shop', own), shop)
    for (const [part, path] of Object.entries({ search: '/workbench?q=labtop', order: '/attribution' })) {
      await page.goto(`${baseUrl}/dashboard${path}`)
      await page.locator('main h1').first().waitFor()
      await page.locator('.loading, [aria-busy="true"]').first().waitFor({ state: 'detached' })
      await page.waitForFunction('[...document.images].every(({ complete }) => complete)')
      await page.screenshot({ path: join(ROOT, `bench/results/try-${name}-${part}.png`) })
    }
  } finally {
    await browser.close()
  }
}

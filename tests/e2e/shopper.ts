/** Opens a page that collects its errors. */
import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'

const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

export interface Shopper {
  page: Page
  /** Console errors, uncaught exceptions and failed requests. */
  complaints: string[]
  close(): Promise<void>
}

export async function newShopper(browser: Browser, width = 1280, height = 900): Promise<Shopper> {
  // Headless Chromium's default user agent counts as a robot.
  const context = await browser.newContext({ viewport: { width, height }, userAgent: USER_AGENT })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const complaints: string[] = []
  page.on(
    'console',
    (message) => message.type() === 'error' && complaints.push(`${message.text()} ${message.location().url}`),
  )
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on(
    'response',
    (response) => response.status() >= 400 && complaints.push(`${response.status()} ${response.url()}`),
  )
  return { page, complaints, close: () => context.close() }
}

/** Runs axe-core and returns serious and critical findings. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // The content security policy blocks script elements but not `evaluate`.
  await page.evaluate(readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8'))
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: defined by the line above
    const { violations } = await (globalThis as any).axe.run({ resultTypes: ['violations'] })
    return violations
      .filter((one: { impact: string }) => one.impact === 'serious' || one.impact === 'critical')
      .map(
        (one: { id: string; nodes: { html: string }[] }) =>
          `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
      )
  })
}

export async function search(page: Page, query: string): Promise<void> {
  const box = page.getByRole('combobox').first()
  await box.fill(query)
  await box.press('Enter')
  await page.waitForURL(/\/demo\/search/)
  await expect.poll(() => page.locator('.grid .card:not(.skeleton)').count()).toBeGreaterThan(0)
}

/** Starts a server with one small shop. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { createClient } from '../../packages/client/src/index.ts'
import { createTracker, memoryStorage } from '../../packages/client/src/events/index.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const SHOP = 'small.example'
const ADMIN_KEY = `vak_${'f'.repeat(32)}`
const PRODUCTS = ['Linen shirt', 'Cotton shirt', 'Silk shirt', 'Wool coat']
export const PRODUCT_FILE = `Handle,Title,Type,Tags,Status,Variant Price\n${PRODUCTS.map(
  (title, i) => `p-${i},${title},${title.split(' ')[1]},summer,active,${20 + i}.00`,
).join('\n')}\n`

export async function startEmptyServer(): Promise<ServerProcess & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-e2e-'))
  const server = await startServer(folder, {
    VITRINE_DEMO: 'off',
    VITRINE_EMBEDDER: 'none',
    VITRINE_ADMIN_KEY: ADMIN_KEY,
  })
  onTestFinished(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return { ...server, folder }
}

export async function callShop<T>(url: string, method: string, path: string, body?: string): Promise<T> {
  const headers = { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/admin/v1/shops/${SHOP}${path}`, { method, headers, body })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json() as Promise<T>
}

export async function fillShop(url: string): Promise<void> {
  await callShop(url, 'PUT', '', '{"name":"Small"}')
  await callShop(url, 'POST', '/products/import?wait=true', PRODUCT_FILE)
}

export async function enterAsOwner(page: Page, server: ServerProcess): Promise<void> {
  await page.goto(await server.ownerLink())
  await page.getByLabel('E-mail').fill('owner@example.com')
  await page.getByLabel('New password').fill('a password to own')
}

interface Visit {
  query?: string
  /** Decides from the titles on the page whether the visitor buys. */
  buysIf?: (titles: readonly string[]) => boolean
}

/** Simulates a visitor by the events that a shop's own code would send. */
export async function visit(url: string, key: string, { query, buysIf = () => false }: Visit = {}): Promise<string[]> {
  const client = createClient({ shop: SHOP, apiKey: key, baseUrl: url })
  const tracker = createTracker({
    client,
    channel: 'headless',
    storage: memoryStorage(),
    context: () => ({ navigator: { user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' } }),
  })
  const { userId } = await client.init({ userId: tracker.identity.visitorId(), pageType: 'home' })
  tracker.identity.rememberVisitor(userId)
  await tracker.standard('page_viewed', {})
  const answer = query === undefined ? undefined : await client.search({ query, visitorId: userId })
  const titles = answer?.products.map(({ title }) => title) ?? []
  const [first] = answer?.products ?? []
  if (first && buysIf(titles)) await order(tracker, first.productId)
  return titles
}

async function order(tracker: ReturnType<typeof createTracker>, productId: number): Promise<void> {
  const price = { amount: 20, currencyCode: 'EUR' }
  await tracker.standard('checkout_completed', {
    checkout: {
      order: { id: `order-${Math.random()}` },
      currencyCode: 'EUR',
      totalPrice: price,
      lineItems: [
        { quantity: 1, finalLinePrice: price, variant: { id: '1', price, product: { id: String(productId) } } },
      ],
    },
  })
}

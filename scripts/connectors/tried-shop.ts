/** Runs a Vitrine server with one shop, for tests with real platforms. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createAdminClient, type ShopAdmin } from '@vitrine/client/admin'
import { ROOT } from '../read-lockfile.ts'

const ADMIN_KEY = `vak_${'T'.repeat(32)}`

export interface TriedShop {
  baseUrl: string
  shop: string
  apiKey: string
  adminKey: string
  webhookSecret: string
  admin: ShopAdmin
  process: ChildProcess
  close(): Promise<void>
}

export async function startShop(folder: string, shop: string, currency: string): Promise<TriedShop> {
  const child = spawn(process.execPath, [join(ROOT, 'packages/server/src/cli/vitrine.ts'), 'serve'], {
    env: { ...process.env, ...SETTINGS, VITRINE_DATA: join(folder, 'vitrine-data'), VITRINE_ADMIN_KEY: ADMIN_KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const baseUrl = await listening(child)
  const put = (path: string, method: string, body: object) =>
    fetch(`${baseUrl}/api/admin/v1/shops/${shop}${path}`, {
      method,
      headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const webhookSecret = 'secret of the tried shop'
  await put('', 'PUT', { name: shop, currency })
  await put('/config', 'PATCH', { webhook_secret: webhookSecret })
  const admin = createAdminClient({ baseUrl, apiKey: ADMIN_KEY }).shop(shop)
  const { key: apiKey } = await admin.issueKey({ label: 'try', kind: 'storefront' })
  const close = async () => {
    child.kill()
    await once(child, 'exit')
  }
  return { baseUrl, shop, apiKey, adminKey: ADMIN_KEY, webhookSecret, admin, process: child, close }
}

const SETTINGS = { VITRINE_DEMO: 'off', PORT: '0', LOG_LEVEL: 'info' }

async function listening(child: ChildProcess): Promise<string> {
  let url = ''
  for await (const line of createInterface({ input: child.stdout! })) {
    const entry = JSON.parse(line) as { msg: string; url?: string }
    if (entry.msg === 'listening') url = entry.url ?? ''
    if (entry.msg === 'ready') {
      child.stdout?.resume()
      return url
    }
  }
  throw new Error('Vitrine ended before it was ready')
}

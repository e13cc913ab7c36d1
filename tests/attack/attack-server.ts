/** Runs the server in its own process, with the attacked shop and another shop. */
import { generateProduct } from '../../bench/catalog/generate-products.ts'
import { compose } from '../../packages/server/src/compose/compose.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { startHealthListener } from '../../packages/server/src/http/health-listener.ts'

export interface AttackedServer {
  url: string
  healthUrl: string
  attacked: { shop: string; key: string }
  neighbour: { shop: string; key: string }
}

const PRODUCTS = 500
const admin = { authorization: `Bearer ${process.env.VITRINE_ADMIN_KEY}` }

/** Hosts of agent profiles take this long to fail. */
const SLOW_HOST_MS = 10_000
const agentProfiles = {
  fetch: () => new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), SLOW_HOST_MS)),
}

const vitrine = await compose(readConfig(process.env), { agentProfiles })
const url = await vitrine.app.server.listen({ port: 0, host: '127.0.0.1' })
await vitrine.start()
const { port } = await startHealthListener({ host: '127.0.0.1', port: 0 })
const server: AttackedServer = {
  url,
  healthUrl: `http://127.0.0.1:${port}`,
  attacked: await createShop('attacked.myshopify.com'),
  neighbour: await createShop('neighbour.myshopify.com'),
}
process.send?.(server)

async function createShop(shop: string): Promise<{ shop: string; key: string }> {
  await call('PUT', `/shops/${shop}`, 'application/json', JSON.stringify({ name: shop, currency: 'USD' }))
  const lines = Array.from({ length: PRODUCTS }, (_, i) => JSON.stringify(generateProduct(i + 1)))
  await call('POST', `/shops/${shop}/products/bulk?wait=true`, 'application/x-ndjson', lines.join('\n'))
  const made = await call('POST', `/shops/${shop}/keys`, 'application/json', JSON.stringify({ label: 'attack' }))
  return { shop, key: ((await made.json()) as { key: string }).key }
}

async function call(method: string, path: string, type: string, body: string): Promise<Response> {
  const response = await fetch(`${url}/api/admin/v1${path}`, {
    method,
    headers: { ...admin, 'content-type': type },
    body,
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response
}

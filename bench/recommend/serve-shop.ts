/** A server with one shop full of products and events, in its own process; tells its parent where, and how much CPU it has used. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose } from '../../packages/server/src/compose.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { makeVisits } from './make-visits.ts'

const [products, events] = process.argv.slice(2).map(Number) as [number, number]
const ADMIN_KEY = `vak_${'B'.repeat(32)}`
const SHOP = 'bench.myshopify.com'
const DAY_MS = 86_400_000

const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-recommend-'))
const vitrine = await compose(
  readConfig({
    PORT: '0',
    VITRINE_DATA: folder,
    VITRINE_DEMO: 'off',
    VITRINE_ADMIN_KEY: ADMIN_KEY,
    VITRINE_EMBEDDER: 'none',
    LOG_LEVEL: 'silent',
  }),
)
const url = await vitrine.app.server.listen({ port: 0, host: '127.0.0.1' })
await vitrine.start()
await admin('PUT', '', { name: 'Bench', currency: 'USD' })
const { key } = (await admin('POST', '/keys', { label: 'bench' })) as { key: string }
for (let from = 0; from < products; from += 500)
  await admin(
    'POST',
    `/products/bulk`,
    Array.from({ length: Math.min(500, products - from) }, (_, i) => product(from + i)),
  )
learn()
process.send?.({ url, key, shop: SHOP })
process.on('message', (message) => {
  if (message === 'cpu') process.send?.({ cpu: process.cpuUsage(), loop: process.threadCpuUsage() })
  else process.exit(0)
})
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Straight into the models: writing the log is another bench. */
function learn(): void {
  const models = vitrine.models.of(SHOP)
  const nowMs = Date.now()
  let made = 0
  for (const visit of makeVisits(products, events)) {
    made += visit.length
    const items = visit.map((number) => models.items.intern(number + 1))
    items.forEach((item, at) => {
      models.ranker.extend(items.slice(0, at), item, Math.floor((nowMs - (1 - made / events) * 60 * DAY_MS) / DAY_MS))
    })
    models.ranker.finish(items)
  }
}

function product(number: number): object {
  const group = Math.floor(number / 50)
  return {
    id: number + 1,
    title: `Thing ${number} of group ${group}`,
    handle: `thing-${number}`,
    vendor: `Vendor ${group % 97}`,
    product_type: `Type ${group}`,
    tags: `tag-${number % 31}, group-${group}`,
    status: 'active',
    published_at: new Date(Date.now() - number * 60_000).toISOString(),
    variants: [
      { id: number + 1, title: 'Default', sku: `S-${number}`, price: `${5 + (number % 90)}.00`, inventory_quantity: 3 },
    ],
  }
}

async function admin(method: string, path: string, body: object): Promise<unknown> {
  const isBulk = Array.isArray(body)
  const response = await fetch(`${url}/api/admin/v1/shops/${SHOP}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${ADMIN_KEY}`,
      'content-type': isBulk ? 'application/x-ndjson' : 'application/json',
    },
    body: isBulk ? body.map((line) => JSON.stringify(line)).join('\n') : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

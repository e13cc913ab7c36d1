/** Measures one workload in a process of its own: `node workload.ts <workload> <folder> <products>`. */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { completeConfig } from '@vitrine/contract'
import { importProducts } from '../../packages/server/src/features/catalog/import/import-products.ts'
import { readProducts } from '../../packages/server/src/features/catalog/import/read-products.ts'
import { sqliteRecordStore } from '../../packages/server/src/ports/record-store/sqlite.ts'

const SHOP = 'bench.example.com'
const BATCH = 250
const [workload = '', folder = '', countText = ''] = process.argv.slice(2)
const count = Number(countText)

const source = (file = 'products.ndjson') => createReadStream(join(folder, file), { highWaterMark: 256 * 1024 })

async function importWorkload(): Promise<void> {
  const isFeed = workload === 'import-feed'
  const store = sqliteRecordStore({ path: join(folder, isFeed ? 'feed.db' : 'records.db') })
  await store.putShop(SHOP, completeConfig({}))
  const report = await importProducts(store, SHOP, readProducts(source(isFeed ? 'feed.xml' : undefined)))
  await store.close()
  const expected = workload === 'import-again' ? report.unchanged : report.created
  if (expected !== count || report.rejected > 0)
    throw new Error(`the import has an unexpected outcome: ${JSON.stringify(report)}`)
}

/** Stores the lines unchanged, which no import can do faster. */
async function bareSqlite(): Promise<void> {
  const db = new DatabaseSync(join(folder, 'bare.db'))
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE products (id INTEGER PRIMARY KEY, body TEXT)',
  )
  const insert = db.prepare('INSERT INTO products VALUES (?, ?)')
  let id = 0
  for await (const line of createInterface({ input: source() })) {
    if (id % BATCH === 0) db.exec('BEGIN')
    insert.run(++id, line)
    if (id % BATCH === 0 || id === count) db.exec('COMMIT')
  }
  db.close()
}

const begunMs = performance.now()
const before = process.cpuUsage()
await (workload === 'bare-sqlite' ? bareSqlite() : importWorkload())
const { user, system } = process.cpuUsage(before)
const round = (value: number) => Math.round(value * 100) / 100
const measured = {
  products: count,
  seconds: round((performance.now() - begunMs) / 1000),
  cpuSeconds: round((user + system) / 1e6),
  peakRssMib: Math.round(process.resourceUsage().maxRSS / 1024),
}
process.stdout.write(JSON.stringify(measured))

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { completeConfig } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { normalizeProduct } from '../../packages/server/src/features/catalog/normalize/normalize-product.ts'
import { DATA_FILES, lockDataFolder } from '../../packages/server/src/ports/data-folder/data-folder.ts'
import { sqliteRecordStore } from '../../packages/server/src/ports/record-store/sqlite.ts'

const CHILD = fileURLToPath(new URL('./import-child.ts', import.meta.url))
const SHOP = 'a.example.com'
const COUNT = 3000
const folder = mkdtempSync(join(tmpdir(), 'vitrine-kill-'))
const file = join(folder, 'products.ndjson')

const raw = (id: number) => ({
  id,
  title: `Product ${id}`,
  handle: `product-${id}`,
  published_at: '2026-01-01T00:00:00Z',
  body_html: `<p>${'words '.repeat(id % 50)}</p>`,
  variants: Array.from({ length: 1 + (id % 4) }, (_, place) => ({
    id: id * 10 + place,
    price: `${id}.50`,
    option1: `V${place}`,
  })),
})

const open = () => sqliteRecordStore({ path: join(folder, DATA_FILES.records) })

beforeAll(async () => {
  const lines = Array.from({ length: COUNT }, (_, index) => JSON.stringify(raw(index + 1)))
  writeFileSync(file, lines.join('\n'))
  const store = open()
  await store.putShop(SHOP, completeConfig({}))
  await store.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function startImport(): { child: ChildProcess; lines: AsyncIterable<string> } {
  const child = spawn(process.execPath, [CHILD, folder, file, SHOP], { stdio: ['ignore', 'pipe', 'inherit'] })
  return { child, lines: createInterface({ input: child.stdout! }) }
}

/** Kills the import once it has acknowledged more than `after` products. Returns the last number that it printed. */
async function importAndKill(after: number): Promise<number> {
  const { child, lines } = startImport()
  const exited = once(child, 'exit')
  let acknowledged = 0
  for await (const line of lines) {
    if (line.startsWith('done')) break
    acknowledged = Number(line)
    if (acknowledged > after) child.kill('SIGKILL')
  }
  await exited
  return acknowledged
}

async function storedProducts() {
  // A lock that outlived its process would throw here.
  const lock = lockDataFolder(folder)
  const store = open()
  const products = await store.scanProducts(SHOP, 0, COUNT + 1)
  const changes = await store.readChanges(SHOP, 0, COUNT + 1)
  await store.close()
  lock.release()
  return { products, changes }
}

describe('an import killed with kill -9', () => {
  it('leaves whole products, which are a prefix of the file with all acknowledged ones, and completes when repeated', async () => {
    for (const after of [0, 700, 1900]) {
      const acknowledged = await importAndKill(after)
      const { products, changes } = await storedProducts()
      expect(products.length).toBeGreaterThanOrEqual(acknowledged)
      expect(changes.map((change) => change.productId)).toEqual(products.map((product) => product.id))
      for (const [index, product] of products.entries()) {
        expect({ kind: 'product', product }).toEqual(normalizeProduct(raw(index + 1)))
      }
    }
    const before = (await storedProducts()).products.length
    const { lines, child } = startImport()
    const exited = once(child, 'exit')
    let last = ''
    for await (const line of lines) last = line
    await exited
    expect(JSON.parse(last.replace('done ', ''))).toMatchObject({
      created: COUNT - before,
      updated: 0,
      unchanged: before,
      rejected: 0,
    })
    expect((await storedProducts()).products).toHaveLength(COUNT)
  })
})

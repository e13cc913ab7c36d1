/** Imports real exports, if there are any beside the repository. Nothing may be lost. */
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { completeConfig } from '@vitrine/contract'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { compareValues, orderedValue } from '../../packages/engine/src/columns/value-order.ts'
import { cutPrices } from '../../packages/engine/src/facets/cut-prices.ts'
import { importProducts } from '../../packages/server/src/features/catalog/import/import-products.ts'
import { readProducts } from '../../packages/server/src/features/catalog/import/read-products.ts'
import type { Product } from '../../packages/server/src/ports/record-store/product.ts'
import { sqliteRecordStore } from '../../packages/server/src/ports/record-store/sqlite.ts'

const FOLDER = fileURLToPath(new URL('../../../shared/data/catalogs/', import.meta.url))
const SHOP = 'catalog.example.com'

function catalogFiles(): string[] {
  if (!existsSync(FOLDER)) {
    console.log(`no catalogs are checked: ${FOLDER} is not there`)
    return []
  }
  const paths = readdirSync(FOLDER, { recursive: true }) as string[]
  return paths.filter((path) => /\.(csv|json)$/.test(path)).sort()
}

interface Counts {
  products: number
  variants: number
  images: number
}

/** Reads the whole file into memory and counts, as a reference. */
function countNaively(path: string): Counts {
  const text = readFileSync(path, 'utf8')
  if (path.endsWith('.json')) {
    const products = JSON.parse(text) as { variants: unknown[]; images: unknown[] }[]
    const sum = (field: 'variants' | 'images') => products.reduce((total, product) => total + product[field].length, 0)
    return { products: products.length, variants: sum('variants'), images: sum('images') }
  }
  const rows = parse(text, { columns: true, bom: true }) as Record<string, string>[]
  return {
    products: new Set(rows.map((row) => row.Handle)).size,
    variants: rows.filter((row) => row['Variant Price'] !== '').length,
    images: new Set(rows.filter((row) => row['Image Src'] !== '').map((row) => `${row.Handle} ${row['Image Src']}`))
      .size,
  }
}

async function importFile(path: string) {
  const store = sqliteRecordStore({ path: ':memory:' })
  await store.putShop(SHOP, completeConfig({}))
  const first = await importProducts(store, SHOP, readProducts(createReadStream(path)))
  const again = await importProducts(store, SHOP, readProducts(createReadStream(path)))
  const products = await store.scanProducts(SHOP, 0, Number.MAX_SAFE_INTEGER)
  await store.close()
  return { first, again, products }
}

/** Expects a total order of option values that does not depend on the order of insertion. */
function expectOneOrder(products: readonly Product[]): void {
  const values = new Map<string, Set<string>>()
  for (const { options } of products)
    for (const option of options)
      for (const value of option.values) {
        const known = values.get(option.name) ?? new Set()
        values.set(option.name, known.add(value))
      }
  for (const set of values.values()) {
    const inOrder = (given: string[]) => given.map((value) => orderedValue(value, 'words')).sort(compareValues)
    const sorted = inOrder([...set])
    expect(inOrder([...set].reverse())).toEqual(sorted)
    const wrong = sorted.flatMap((one, i) => sorted.slice(i + 1).filter((later) => compareValues(one, later) >= 0))
    expect(wrong).toEqual([])
  }
}

function expectEveryPriceOnce(products: readonly Product[]): void {
  const prices = products.map(({ variants }) => Math.min(...variants.map(({ price }) => price)))
  const ranges = cutPrices(prices, 2)
  const holders = prices.map((price) => ranges.filter(({ from, to }) => price >= from && price <= to).length)
  expect(new Set(holders)).toEqual(new Set([ranges.length === 0 ? 0 : 1]))
}

describe('catalogs of real shops', () => {
  const files = catalogFiles()

  it('are found if their folder exists', () => {
    expect(files.length === 0).toBe(!existsSync(FOLDER))
  })

  for (const file of files) {
    it(`imports ${file} completely, and a second time without a change`, async () => {
      const { first, again, products } = await importFile(FOLDER + file)
      const expected = countNaively(FOLDER + file)
      expect(first).toMatchObject({ created: expected.products, rejected: 0, faults: [] })
      expect(again).toMatchObject({ unchanged: expected.products, created: 0, updated: 0 })
      expect({
        products: products.length,
        variants: products.reduce((sum, product) => sum + product.variants.length, 0),
        images: products.reduce((sum, product) => sum + product.images.length, 0),
      }).toEqual(expected)
      expectOneOrder(products)
      expectEveryPriceOnce(products)
    })
  }
})

import { readFile } from 'node:fs/promises'
import type { Harness, TestShop } from '../../conformance/harness.ts'
import type { ShopQueries, ShopQuery } from './shop-queries.ts'

const SEARCH = '/api/storefront/v1/headless/search'
const PAGE = 100
/** Last page to read, because a larger result fails by its size alone. */
const LAST_PAGE = 4

export interface Found {
  /** `title | type | vendor` in order of rank. */
  products: string[]
  total: number
  /** Share of the visible products that was found. */
  share: number
}

export async function searchShop(harness: Harness, folder: string, shop: ShopQueries): Promise<Map<string, Found>> {
  const to = await harness.createShop({ shop: { primary_locale: shop.locale } })
  const imported = await harness.request(`/api/admin/v1/shops/${to.shop}/products/import?wait=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${harness.adminKey}`, 'content-type': 'application/octet-stream' },
    body: await readFile(folder + shop.file),
  })
  if (imported.status >= 300 || imported.body.rejected !== 0)
    throw new Error(`${shop.file}: ${JSON.stringify(imported.body)}`)
  const visible = (await searchPage(harness, to, '', 1)).total
  const found = new Map<string, Found>()
  for (const { query } of shop.queries) {
    const { products, total } = await searchAll(harness, to, query)
    found.set(query, { products, total, share: total / visible })
  }
  return found
}

async function searchAll(harness: Harness, to: TestShop, query: string) {
  const { products, total } = await searchPage(harness, to, query, 1)
  for (let page = 2; page <= LAST_PAGE && (page - 1) * PAGE < total; page++) {
    products.push(...(await searchPage(harness, to, query, page)).products)
  }
  return { products, total }
}

async function searchPage(harness: Harness, to: TestShop, query: string, page: number) {
  const { status, body } = await harness.post(SEARCH, { query, pagination: { page, limit: PAGE } }, to)
  if (status !== 200) throw new Error(`"${query}": ${status} ${JSON.stringify(body)}`)
  const shown: { title: string; product_type: string; vendor: string }[] = body.products
  return {
    products: shown.map(({ title, product_type: type, vendor }) => `${title} | ${type} | ${vendor}`),
    total: body.pagination.total as number,
  }
}

export function faultsOf(asked: ShopQuery, { products, share }: Found): string[] {
  const faults: string[] = []
  if (!firstIsGood(asked, products)) faults.push(`the first is "${products[0] ?? 'nothing'}", not ${asked.first}`)
  for (const pattern of asked.finds ?? []) {
    if (!products.some((product) => pattern.test(product))) faults.push(`${pattern} is not found`)
  }
  for (const pattern of asked.never ?? []) {
    const wrong = products.find((product) => pattern.test(product))
    if (wrong !== undefined) faults.push(`"${wrong}" is found`)
  }
  if (share > (asked.atMostShare ?? 1)) faults.push(`${(share * 100).toFixed(1)} % of the catalog is found`)
  return faults
}

/** If the shop has nothing suitable, an empty answer is right. */
export function firstIsGood({ first, atMostShare }: ShopQuery, products: string[]): boolean {
  if (first) return products[0] !== undefined && first.test(products[0])
  return atMostShare !== 0 || products.length === 0
}

export function medianShare(found: Map<string, Found>): number {
  const shares = [...found.values()].map(({ share }) => share).sort((a, b) => a - b)
  return shares[Math.floor(shares.length / 2)]!
}

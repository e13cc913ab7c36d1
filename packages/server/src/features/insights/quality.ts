/** Finds faults in a catalog, ranked by severity, with the searches that they affect. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { QualityFinding } from '@vitrine/contract'
import type { Product } from '../../ports/record-store/product.ts'
import type { RecordStore, Shop, ShopId } from '../../ports/record-store/record-store.ts'

type Check = QualityFinding['check']

interface Rule {
  severity: QualityFinding['severity']
  fix: string
  isWrong?: (product: Product) => boolean
}

const RULES: Readonly<Record<Check, Rule>> = {
  no_picture: {
    severity: 'high',
    fix: 'add a picture: products without one are rarely clicked, and image search cannot find them',
    isWrong: ({ images }) => images.length === 0,
  },
  price_zero: {
    severity: 'high',
    fix: 'set a price, or make the product a draft',
    isWrong: ({ variants }) => variants.some(({ price }) => price <= 0),
  },
  no_type: {
    severity: 'medium',
    fix: 'set a product type: filters and recommendations depend on it',
    isWrong: ({ productType }) => productType.trim() === '',
  },
  duplicate_title: {
    severity: 'medium',
    fix: 'tell them apart in the title, or merge them into variants of one product',
  },
  spelling: { severity: 'medium', fix: 'use one spelling: each spelling becomes a separate filter value' },
  no_description: {
    severity: 'low',
    fix: 'describe the product: search reads descriptions',
    isWrong: ({ bodyHtml }) => bodyHtml.replaceAll(/<[^>]*>/g, '').trim() === '',
  },
  unknown_stock: {
    severity: 'low',
    fix: 'let the platform count the stock: products without a count are always shown as in stock',
    isWrong: ({ variants }) => variants.every(({ inventoryTracked }) => !inventoryTracked),
  },
}

/** Always false for checks that compare products. */
export function isFaulty(check: Check, product: Product): boolean {
  return RULES[check].isWrong?.(product) ?? false
}

const SAMPLE = 20
const PAGE = 200

interface Sum {
  ids: number[]
  details: Map<string, number>
}

export interface QualityDeps {
  store: Pick<RecordStore, 'scanProducts'>
  searchesAbout(shop: Shop, productIds: readonly number[]): Promise<number>
}

/** Yields to requests between pages. */
export async function checkQuality(deps: QualityDeps, shop: Shop): Promise<QualityFinding[]> {
  const sums = new Map<Check, Sum>()
  const titles = new Map<string, number[]>()
  const spellings = new Map<string, Map<string, number[]>>()
  for await (const product of activeProducts(deps.store, shop.id)) {
    for (const [check, { isWrong }] of Object.entries(RULES) as [Check, Rule][])
      if (isWrong?.(product)) sumOf(sums, check).ids.push(product.id)
    push(titles, product.title.trim().toLowerCase(), product.id)
    noteSpellings(spellings, product)
  }
  addDuplicates(sums, titles)
  addSpellings(sums, spellings)
  const findings: QualityFinding[] = []
  for (const [check, sum] of sums) findings.push(await present(deps, shop, { check, ...sum }))
  return findings.sort((a, b) => RANKS.indexOf(a.severity) - RANKS.indexOf(b.severity) || b.count - a.count)
}

async function present(
  deps: QualityDeps,
  shop: Shop,
  { check, ids, details }: Sum & { check: Check },
): Promise<QualityFinding> {
  const { severity, fix } = RULES[check]
  return {
    check,
    severity,
    count: ids.length,
    sample_ids: ids.slice(0, SAMPLE),
    details: [...details]
      .sort(([, a], [, b]) => b - a)
      .slice(0, SAMPLE)
      .map(([text, count]) => ({ text, count })),
    searches_affected: await deps.searchesAbout(shop, ids),
    fix,
  }
}

const RANKS = ['high', 'medium', 'low']

async function* activeProducts(store: QualityDeps['store'], shop: ShopId): AsyncGenerator<Product> {
  for (let afterId = 0; ; ) {
    const page = await store.scanProducts(shop, afterId, PAGE)
    for (const product of page) if (product.status === 'active') yield product
    if (page.length < PAGE) return
    afterId = page.at(-1)!.id
    await nextTurn()
  }
}

function sumOf(sums: Map<Check, Sum>, check: Check): Sum {
  const known = sums.get(check) ?? { ids: [], details: new Map<string, number>() }
  sums.set(check, known)
  return known
}

function push<K>(map: Map<K, number[]>, key: K, id: number): void {
  const list = map.get(key)
  if (list) list.push(id)
  else map.set(key, [id])
}

function addDuplicates(sums: Map<Check, Sum>, titles: ReadonlyMap<string, number[]>): void {
  for (const [title, ids] of titles) {
    if (ids.length < 2) continue
    const sum = sumOf(sums, 'duplicate_title')
    for (const id of ids) sum.ids.push(id)
    sum.details.set(title, ids.length)
  }
}

/** Groups spellings that differ only in case, accents, spaces and punctuation. */
function noteSpellings(spellings: Map<string, Map<string, number[]>>, product: Product): void {
  const note = (field: string, value: string) => {
    if (value === '') return
    const key = `${field}\n${value
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
      .replaceAll('grey', 'gray')
      .replaceAll('colour', 'color')}`
    const written = spellings.get(key) ?? new Map<string, number[]>()
    spellings.set(key, written)
    push(written, value, product.id)
  }
  note('vendor', product.vendor)
  note('product_type', product.productType)
  for (const { name, values } of product.options) for (const value of values) note(name, value)
}

function addSpellings(sums: Map<Check, Sum>, spellings: ReadonlyMap<string, ReadonlyMap<string, number[]>>): void {
  const counted = new Set<number>()
  for (const [key, written] of spellings) {
    if (written.size < 2) continue
    const sum = sumOf(sums, 'spelling')
    const ids = new Set([...written.values()].flat())
    for (const id of ids) {
      if (!counted.has(id)) sum.ids.push(id)
      counted.add(id)
    }
    sum.details.set(`${key.split('\n')[0]}: ${[...written.keys()].join(', ')}`, ids.size)
  }
}

import type { AdminVariant } from '../catalog/admin-product.ts'
import { COLORS } from '../catalog/colors.ts'
import type { CatalogItem } from '../catalog/create-catalog.ts'
import type { Season } from '../catalog/kind.ts'
import { PUBLICATION_IDS } from '../catalog/sales-channels.ts'
import type { ProductFacts } from './taste.ts'

export interface AssortmentItem {
  item: CatalogItem
  id: number
  facts: ProductFacts
  inStock: readonly AdminVariant[]
  publishedMs: number
  appeal: number
  seasons: readonly Season[]
}

export interface Assortment {
  items: readonly AssortmentItem[]
  /** All items, with the most appealing first. */
  byAppeal: readonly AssortmentItem[]
  byId: ReadonlyMap<number, AssortmentItem>
  byType: ReadonlyMap<string, readonly AssortmentItem[]>
}

/** Products that shoppers can buy: active, in the online store, in stock, and not for business customers only. */
export function createAssortment(catalog: readonly CatalogItem[]): Assortment {
  const items = catalog.flatMap((item) => toAssortmentItem(item) ?? [])
  const byType = Map.groupBy(items, (item) => item.facts.productType)
  for (const sameType of byType.values()) rankPrices(sameType)
  const byAppeal = items.toSorted((a, b) => b.appeal - a.appeal || a.id - b.id)
  return { items, byAppeal, byId: new Map(items.map((item) => [item.id, item])), byType }
}

function toAssortmentItem(item: CatalogItem): AssortmentItem | undefined {
  const { product, draft } = item
  const inStock = product.variants.filter((v) => v.inventory_quantity > 0 || v.inventory_policy === 'continue')
  const shown = product.status === 'active' && product.published_at !== null && product.catalog_ids === undefined
  if (!shown || inStock.length === 0 || !product.publication_ids.includes(PUBLICATION_IDS.online)) return undefined
  const colors = draft.colors.map((key): string => COLORS[key].name.en)
  return {
    item,
    id: product.id,
    facts: { productType: product.product_type, vendor: product.vendor, colors, priceLevel: 0.5 },
    inStock,
    publishedMs: Date.parse(product.published_at!),
    appeal: draft.appeal,
    seasons: draft.kind.seasons,
  }
}

function rankPrices(items: readonly AssortmentItem[]): void {
  const price = (item: AssortmentItem): number => Number(item.item.product.variants[0]!.price)
  const sorted = [...items].sort((a, b) => price(a) - price(b) || a.id - b.id)
  sorted.forEach((item, rank) => {
    item.facts.priceLevel = sorted.length > 1 ? rank / (sorted.length - 1) : 0.5
  })
}

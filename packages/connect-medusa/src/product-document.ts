import type { GraphQuery, MedusaEvent, SearchDocument } from './medusa.ts'
import { isRow, numberOf, type Row, rowOf, rowsIn, textOf } from './values.ts'

export const PRODUCT_FIELDS = [
  'id',
  'title',
  'subtitle',
  'description',
  'handle',
  'status',
  'thumbnail',
  'material',
  'metadata',
  'created_at',
  'updated_at',
  'type.value',
  'tags.value',
  'collection.id',
  'collection.title',
  'collection.handle',
  'categories.id',
  'categories.name',
  'categories.handle',
  'sales_channels.id',
  'images.id',
  'images.url',
  'images.rank',
  'options.title',
  'options.values.value',
  'variants.id',
  'variants.title',
  'variants.sku',
  'variants.barcode',
  'variants.ean',
  'variants.upc',
  'variants.weight',
  'variants.variant_rank',
  'variants.manage_inventory',
  'variants.allow_backorder',
  'variants.options.value',
  'variants.options.option.title',
  'variants.prices.amount',
  'variants.prices.currency_code',
  'variants.prices.price_list_id',
  'variants.prices.min_quantity',
  'variants.prices.rules_count',
  'variants.inventory_items.required_quantity',
  'variants.inventory_items.inventory.location_levels.stocked_quantity',
  'variants.inventory_items.inventory.location_levels.reserved_quantity',
]

export const PRODUCT_EVENTS = [
  'product.created',
  'product.updated',
  'product.deleted',
  'product-variant.created',
  'product-variant.updated',
  'product-variant.deleted',
  'pricing.price.created',
  'pricing.price.updated',
  'pricing.price.deleted',
  'inventory.inventory-level.created',
  'inventory.inventory-level.updated',
  'inventory.inventory-level.deleted',
  'inventory.reservation-item.created',
  'inventory.reservation-item.updated',
  'inventory.reservation-item.deleted',
]

/** For each kind of event, the path from its entity to the affected products. */
const PATHS: [prefix: string, entity: string, field: string][] = [
  ['product-variant.', 'product_variant', 'product_id'],
  ['pricing.price.', 'price', 'price_set.variant.product_id'],
  ['inventory.inventory-level.', 'inventory_level', 'inventory_item.variants.product_id'],
  ['inventory.reservation-item.', 'reservation', 'inventory_item.variants.product_id'],
]

export async function productIdsOf(event: MedusaEvent, query: GraphQuery): Promise<string[]> {
  const ids = rowsIn(event.data).flatMap(({ id, ids }) => [id, ids].flat().flatMap((one) => textOf(one) ?? []))
  const path = PATHS.find(([prefix]) => event.name.startsWith(prefix))
  if (path === undefined) return ids
  const [, entity, field] = path
  const { data } = await query.graph({ entity, fields: [field], filters: { id: ids }, withDeleted: true })
  return [...new Set(data.flatMap((row) => valuesAt(row, field.split('.'))))]
}

function valuesAt(value: unknown, [name, ...rest]: string[]): string[] {
  if (name === undefined) return textOf(value) === undefined ? [] : [value as string]
  return rowsIn(value).flatMap((row) => valuesAt(row[name], rest))
}

export function toDocument(row: Row): SearchDocument {
  const { type, collection, ...rest } = row
  return {
    ...rest,
    id: String(row.id),
    type: textOf(rowOf(type).value) ?? null,
    tags: rowsIn(row.tags).flatMap(({ value }) => textOf(value) ?? []),
    collection_id: textOf(rowOf(collection).id) ?? null,
    collection: textOf(rowOf(collection).title) ?? null,
    collection_handle: textOf(rowOf(collection).handle) ?? null,
    category_ids: rowsIn(row.categories).flatMap(({ id }) => textOf(id) ?? []),
    categories: rowsIn(row.categories).flatMap(({ name }) => textOf(name) ?? []),
    category_handles: rowsIn(row.categories).flatMap(({ handle }) => textOf(handle) ?? []),
    sales_channel_ids: rowsIn(row.sales_channels).flatMap(({ id }) => textOf(id) ?? []),
    variants: rowsIn(row.variants).map((variant) => ({
      ...variant,
      inventory_items: undefined,
      inventory_quantity: stockOf(variant),
    })),
  }
}

/** Returns the unreserved stock of all locations; undefined if stock is not managed. */
function stockOf(variant: Row): number | undefined {
  if (variant.manage_inventory === false) return undefined
  const parts = rowsIn(variant.inventory_items).map(({ required_quantity, inventory }) => {
    const levels = rowsIn(rowOf(inventory).location_levels)
    const free = levels.reduce(
      (sum, level) => sum + (numberOf(level.stocked_quantity) ?? 0) - (numberOf(level.reserved_quantity) ?? 0),
      0,
    )
    return Math.floor(free / (numberOf(required_quantity) || 1))
  })
  return parts.length === 0 ? undefined : Math.min(...parts)
}

export function optionsOf(variant: Row): { name: string; value: string }[] {
  return rowsIn(variant.options).flatMap(({ value, option }) => {
    const name = isRow(option) ? textOf(option.title) : undefined
    return name !== undefined && typeof value === 'string' ? [{ name, value }] : []
  })
}

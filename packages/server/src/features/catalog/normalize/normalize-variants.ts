import { MAX_MEASURE } from '@vitrine/contract'
import { derivedNumber, readExternalId, readItemNumber } from '../../../ports/record-store/item-number.ts'
import type { ProductImage, ProductOption, Variant } from '../../../ports/record-store/product.ts'
import { type Faults, NO_ID } from './faults.ts'
import { normalizeMetafields } from './normalize-metafields.ts'
import { variantOptionValue } from './normalize-options.ts'
import {
  isAbsent,
  isRecord,
  type Raw,
  readNumericId,
  readMoney,
  readText,
  readWhole,
} from '../../platform/catalog-values.ts'

export interface VariantContext {
  handle: string
  options: readonly ProductOption[]
  images: readonly ProductImage[]
}

export function normalizeVariants(raw: Raw, context: VariantContext, faults: Faults): Variant[] {
  const given = raw.variants as unknown[]
  if (given.length === 0) faults.add('variants', 'is empty; a product needs at least one')
  const derive = variantIds(context.handle, given.filter(isRecord))
  const variants = given.map((value, index) => {
    const field = `variants[${index}]`
    if (!isRecord(value)) faults.add(field, 'must be an object', value)
    const variant = readVariant(isRecord(value) ? value : {}, index, context, faults)
    if (isRecord(value)) variant.id = variantId(value, variant, derive, field, faults)
    return variant
  })
  reportRepeats(variants, faults)
  assignPictures(variants, raw)
  return variants.sort((a, b) => a.position - b.position)
}

function readVariant(raw: Raw, index: number, context: VariantContext, faults: Faults): Variant {
  const field = `variants[${index}]`
  const optionValues = context.options.map((option, place) => variantOptionValue(raw, option.name, place))
  return {
    id: 0,
    ...readExternalId('variant', raw),
    title: readText(raw.title)?.trim() || optionValues.filter((value) => value !== '').join(' / ') || 'Default Title',
    position: readWhole(raw.position) ?? index + 1,
    sku: readText(raw.sku)?.trim() ?? '',
    barcode: readText(raw.barcode)?.trim() ?? '',
    price: priceOf(raw.price, `${field}.price`, faults),
    compareAtPrice: compareAtPrice(raw.compare_at_price, `${field}.compare_at_price`, faults),
    optionValues,
    ...inventoryOf(raw, field, faults),
    imageId: imageIdOf(raw, context.images),
    ...(readNumericId(raw.inventory_item_id) === undefined
      ? {}
      : { inventoryItemId: readNumericId(raw.inventory_item_id) }),
    ...weightOf(raw),
    ...metafieldsOf(raw, faults),
  }
}

function weightOf(raw: Raw): Pick<Variant, 'grams'> {
  const given = isAbsent(raw.grams)
    ? Number(readText(raw.weight) ?? Number.NaN) * gramsIn(raw.weight_unit)
    : Number(readText(raw.grams))
  return given > 0 && given <= MAX_MEASURE ? { grams: Math.round(given * 1000) / 1000 } : {}
}

const GRAMS: Record<string, number> = { g: 1, kg: 1000, oz: 28.349523, lb: 453.59237 }

function gramsIn(unit: unknown): number {
  return GRAMS[readText(unit)?.toLowerCase() ?? ''] ?? Number.NaN
}

function metafieldsOf(raw: Raw, faults: Faults): Pick<Variant, 'metafields'> {
  const metafields = normalizeMetafields(raw.metafields, faults)
  return metafields.length > 0 ? { metafields } : {}
}

function priceOf(value: unknown, field: string, faults: Faults): number {
  const price = readMoney(value)
  if (isAbsent(value)) faults.add(field, 'is missing')
  else if (price === undefined) faults.add(field, 'is not a price', value)
  return price ?? 0
}

/** The platform writes "0.00" if there is no compare-at price. */
function compareAtPrice(value: unknown, field: string, faults: Faults): number | null {
  if (isAbsent(value)) return null
  const price = readMoney(value)
  if (price === undefined) faults.add(field, 'is not a price', value)
  return price || null
}

type Inventory = Pick<Variant, 'inventoryQuantity' | 'inventoryPolicy' | 'inventoryTracked'>

/** A missing quantity is unknown, not zero. In a storefront export, `available: false` means a quantity of zero. */
function inventoryOf(raw: Raw, field: string, faults: Faults): Inventory {
  const quantity = isAbsent(raw.inventory_quantity) ? undefined : readWhole(raw.inventory_quantity)
  if (quantity === undefined && !isAbsent(raw.inventory_quantity)) {
    faults.add(`${field}.inventory_quantity`, 'is not a whole number', raw.inventory_quantity)
  }
  const policy = isAbsent(raw.inventory_policy) ? 'deny' : raw.inventory_policy
  if (policy !== 'deny' && policy !== 'continue') {
    faults.add(`${field}.inventory_policy`, 'is neither deny nor continue', policy)
  }
  return {
    inventoryQuantity: quantity ?? 0,
    inventoryPolicy: policy === 'continue' ? 'continue' : 'deny',
    inventoryTracked: isTracked(raw, quantity),
  }
}

function isTracked(raw: Raw, quantity: number | undefined): boolean {
  if (quantity === undefined) return raw.available === false
  return !('inventory_management' in raw) || !isAbsent(raw.inventory_management)
}

function imageIdOf(raw: Raw, images: readonly ProductImage[]): number | null {
  const id = readItemNumber('image', raw.image_id)
  const byId = images.find((image) => image.id === id)
  if (byId) return byId.id
  const src = readText(raw.image_src)?.trim()
  return images.find((image) => image.src === src)?.id ?? null
}

/** In REST, pictures list their variants. A picture in the variant itself takes precedence. */
function assignPictures(variants: readonly Variant[], raw: Raw): void {
  for (const image of (raw.images as unknown[]).filter(isRecord)) {
    const shows = new Set(
      Array.isArray(image.variant_ids) ? image.variant_ids.map((id) => readItemNumber('variant', id)) : [],
    )
    for (const variant of variants) {
      if (variant.imageId === null && shows.has(variant.id)) variant.imageId = readItemNumber('image', image.id) ?? null
    }
  }
}

type DeriveVariantId = (variant: Variant) => number

/** Derives ids from handle and SKU. If SKUs are not unique, uses option values; if those are equal, too, the order. */
function variantIds(handle: string, variants: readonly Raw[]): DeriveVariantId {
  const skus = Map.groupBy(variants, (variant) => readText(variant.sku)?.trim() ?? '')
  const taken = new Set<number>()
  return ({ sku, optionValues }) => {
    const isOwn = sku !== '' && skus.get(sku)?.length === 1
    const parts = isOwn ? ['variant', handle, sku] : ['variant', handle, sku, ...optionValues]
    let id = derivedNumber(...parts)
    for (let repeat = 2; taken.has(id); repeat++) id = derivedNumber(...parts, repeat)
    taken.add(id)
    return id
  }
}

function variantId(raw: Raw, variant: Variant, derive: DeriveVariantId, field: string, faults: Faults): number {
  if (isAbsent(raw.id)) return derive(variant)
  const id = readItemNumber('variant', raw.id)
  if (id === undefined) faults.add(`${field}.id`, NO_ID, raw.id)
  return id ?? 0
}

function reportRepeats(variants: readonly Variant[], faults: Faults): void {
  const seen = new Set<number>()
  for (const [index, { id }] of variants.entries()) {
    if (id !== 0 && seen.has(id)) faults.add(`variants[${index}].id`, 'is used twice', id)
    seen.add(id)
  }
}

import { pictureAlt, picturePath, pictureSize } from '../pictures/picture-path.ts'
import { createRandom, type Random } from '../random.ts'
import type { AdminImage, AdminProduct, AdminVariant } from './admin-product.ts'
import { COLORS } from './colors.ts'
import { materialName, type ProductDraft } from './draft-product.ts'
import { MATERIALS } from './materials.ts'
import { type PricedVariant, priceVariants } from './price-product.ts'
import { MARKET_IDS, PUBLICATION_IDS, TRADE_CATALOG } from './sales-channels.ts'
import { translateCopy, writeDescription, writeTitle } from './write-copy.ts'

const DAY_MS = 86_400_000
const FIRST_PRODUCT_ID = 8_100_000_000_000
const FIRST_VARIANT_ID = 45_100_000_000_000
const FIRST_IMAGE_ID = 39_100_000_000_000
const FIRST_OPTION_ID = 10_400_000_000_000

export function createProduct(seed: string, draft: ProductDraft, nowMs: number): AdminProduct {
  const random = createRandom(seed, 'product', draft.kind.key, draft.line)
  const title = writeTitle(random, draft)
  const handle = slug(title)
  const priced = priceVariants(random, draft)
  const images = listImages(draft, handle, title)
  const status = chooseStatus(random)
  return {
    id: FIRST_PRODUCT_ID + draft.index * 32_768,
    title,
    handle,
    body_html: writeDescription(random, draft),
    vendor: draft.brand,
    product_type: draft.kind.productType.en,
    tags: listTags(random, draft, priced).join(', '),
    status,
    ...listDates(draft, nowMs, status),
    options: listOptions(draft),
    variants: priced.map((variant, i) => writeVariant(draft, variant, i, images)),
    images,
    ...listChannels(random, draft),
    metafields: listMetafields(random, draft),
    ...rate(random, draft),
    translations: translateCopy(draft),
  }
}

export function slug(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/[\p{M}'’]/gu, '')
  return plain
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

function chooseStatus(random: Random): AdminProduct['status'] {
  return random.weighted(
    ['active', 'draft', 'archived'] as const,
    (s) => ({ active: 97.5, draft: 1.5, archived: 1 })[s],
  )
}

function listDates(draft: ProductDraft, nowMs: number, status: AdminProduct['status']) {
  const createdMs = nowMs - draft.ageDays * DAY_MS
  const iso = (ms: number): string => new Date(Math.floor(ms / 1000) * 1000).toISOString()
  return {
    created_at: iso(createdMs),
    updated_at: iso(createdMs + (nowMs - createdMs) * 0.8),
    published_at: status === 'draft' ? null : iso(createdMs + Math.min(2 * DAY_MS, (nowMs - createdMs) / 2)),
  }
}

function listTags(random: Random, draft: ProductDraft, priced: readonly PricedVariant[]): string[] {
  const tags = new Set([...draft.kind.tags, slug(draft.adjective)])
  for (const season of draft.kind.seasons) tags.add(season)
  if (draft.ageDays < 30) tags.add('new')
  if (priced.some((variant) => variant.compareAtPrice !== null)) tags.add('sale')
  if (draft.appeal > 2.6) tags.add('bestseller')
  if (random.chance(0.22)) tags.add('sustainable')
  return [...tags]
}

function listOptions(draft: ProductDraft): AdminProduct['options'] {
  const options = [{ name: 'Color', values: draft.colors.map((key): string => COLORS[key].name.en) }]
  if (draft.sizes.length > 0)
    options.push({ name: draft.kind.sizes!.option.en, values: draft.sizes.map((s) => s.value) })
  if (draft.materials.length > 1) options.push({ name: 'Material', values: draft.materials.map(materialName) })
  return options.map((option, i) => ({ id: FIRST_OPTION_ID + draft.index * 4 + i, position: i + 1, ...option }))
}

function writeVariant(
  draft: ProductDraft,
  variant: PricedVariant,
  i: number,
  images: readonly AdminImage[],
): AdminVariant {
  const color = COLORS[variant.color].name.en
  const values = [color, variant.size, variant.material && materialName(variant.material)].filter(
    (v) => v !== undefined,
  )
  const serial = draft.index * 128 + i
  return {
    id: FIRST_VARIANT_ID + serial * 32,
    title: values.join(' / '),
    position: i + 1,
    sku: writeSku(draft, values),
    barcode: String(4_000_000_000_000 + serial),
    price: variant.price.toFixed(2),
    compare_at_price: variant.compareAtPrice?.toFixed(2) ?? null,
    option1: values[0] ?? null,
    option2: values[1] ?? null,
    option3: values[2] ?? null,
    inventory_quantity: variant.quantity,
    inventory_policy: variant.policy,
    inventory_management: variant.tracked ? 'shopify' : null,
    image_id: images.find((image) => image.alt.endsWith(` in ${color}`))?.id ?? null,
  }
}

/** `MUG-0412-DUSTYROSE-M`: kind, position in the catalog, option values. */
function writeSku(draft: ProductDraft, values: readonly string[]): string {
  const code = (text: string): string => slug(text).replaceAll('-', '').toUpperCase()
  const number = String(draft.index + 1).padStart(4, '0')
  return [draft.kind.key.slice(0, 3).toUpperCase(), number, ...values.map(code)].join('-')
}

function listImages(draft: ProductDraft, handle: string, title: string): AdminImage[] {
  const [first, ...others] = draft.colors
  const shots = [
    { color: first!, view: 'front' as const },
    { color: first!, view: 'scene' as const },
    { color: first!, view: 'detail' as const },
    ...others.map((color) => ({ color, view: 'front' as const })),
  ]
  return shots.map(({ color, view }, i) => ({
    id: FIRST_IMAGE_ID + draft.index * 64 + i,
    src: picturePath(handle, color, view),
    alt: pictureAlt(title, COLORS[color].name.en, view),
    position: i + 1,
    ...pictureSize(draft.kind, view),
  }))
}

function listChannels(random: Random, draft: ProductDraft) {
  const roll = random.next()
  const { online, mobile } = PUBLICATION_IDS
  const publicationIds = roll < 0.86 ? [online, mobile] : roll < 0.96 ? [online] : [mobile]
  const bulky = ['sofa', 'armchair', 'table', 'rug'].includes(draft.kind.key)
  const homeOnly = bulky && random.chance(0.25)
  const trade = random.chance(0.02)
  return {
    publication_ids: publicationIds,
    ...(homeOnly ? { market_ids: [MARKET_IDS.us, MARKET_IDS.eu] } : {}),
    ...(trade ? { catalog_ids: [TRADE_CATALOG] } : {}),
  }
}

function listMetafields(random: Random, draft: ProductDraft): AdminProduct['metafields'] {
  const specs: [string, string][] = [
    ['material', materialName(draft.materials[0]!)],
    ['care', MATERIALS[draft.materials[0]!].care],
    ...(draft.dimensions ? [['dimensions', draft.dimensions] as [string, string]] : []),
    ...Object.entries(draft.facts),
    ['guarantee_years', String(random.pick([2, 2, 3, 5, 10]))],
  ]
  return specs.map(([key, value]) => ({ namespace: 'specs', key, value, type: 'single_line_text_field' }))
}

/** Appealing products have more and slightly better ratings. New products have none. */
function rate(random: Random, draft: ProductDraft): Pick<AdminProduct, 'rating'> {
  if (draft.ageDays < 10 || random.chance(0.08)) return {}
  const value = Math.min(5, Math.max(2.4, 4.15 + 0.25 * Math.log(draft.appeal) + 0.5 * random.normal()))
  const count = 1 + Math.floor(draft.appeal * Math.sqrt(draft.ageDays) * random.between(0.5, 4))
  return { rating: { value: Math.round(value * 10) / 10, count } }
}

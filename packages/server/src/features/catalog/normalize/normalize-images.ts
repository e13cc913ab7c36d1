import { derivedNumber, readItemNumber } from '../../../ports/record-store/item-number.ts'
import type { ProductImage } from '../../../ports/record-store/product.ts'
import { type Faults, NO_ID } from './faults.ts'
import { isAbsent, isRecord, type Raw, readText, readWhole } from '../../platform/catalog-values.ts'

/** The product's pictures in position order, then those that only a variant names, without repeats. */
export function normalizeImages(raw: Raw, handle: string, faults: Faults): ProductImage[] {
  const read = (raw.images as unknown[]).map((image, index) => readImage(image, index, handle, faults))
  read.sort((a, b) => a.position - b.position)
  const byId = new Map<number, ProductImage>()
  const sources = new Set<string>()
  for (const { image } of read) {
    if (!byId.has(image.id)) byId.set(image.id, image)
    sources.add(image.src)
  }
  for (const src of variantSources(raw)) {
    if (sources.has(src)) continue
    sources.add(src)
    const image = { id: derivedNumber('image', handle, src), src, alt: null, width: null, height: null }
    byId.set(image.id, image)
  }
  return [...byId.values()]
}

function readImage(value: unknown, index: number, handle: string, faults: Faults) {
  const raw = isRecord(value) ? value : {}
  const field = `images[${index}]`
  const src = readText(raw.src)?.trim() ?? ''
  if (src === '') faults.add(`${field}.src`, 'is missing')
  const id = isAbsent(raw.id) ? derivedNumber('image', handle, src) : readItemNumber('image', raw.id)
  if (id === undefined) faults.add(`${field}.id`, NO_ID, raw.id)
  const image: ProductImage = {
    id: id ?? 0,
    src,
    alt: readText(raw.alt) || null,
    width: sizeOf(raw.width),
    height: sizeOf(raw.height),
  }
  return { image, position: readWhole(raw.position) ?? index + 1 }
}

function sizeOf(value: unknown): number | null {
  const size = readWhole(value)
  return size !== undefined && size > 0 ? size : null
}

function variantSources(raw: Raw): string[] {
  const variants = (raw.variants as unknown[]).filter(isRecord)
  return variants.map((variant) => readText(variant.image_src)?.trim() ?? '').filter((src) => src !== '')
}

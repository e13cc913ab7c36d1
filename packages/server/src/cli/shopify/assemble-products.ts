/** Assembles products from the lines of a bulk operation. The parts of a product follow its own line. */
import { localeField } from './documents.ts'
import type { Places, SoldAt } from './places.ts'

type Line = Record<string, unknown>

interface Family {
  product: Line
  variants: Line[]
  media: Line[]
  metafields: Line[]
}

export interface AssembleOptions {
  /** The locales whose translations are added; the primary locale is not among them. */
  locales: readonly string[]
  placesOf(productId: string): (SoldAt & Pick<Places, 'collections'>) | undefined
}

export async function* assembleProducts(lines: AsyncIterable<Line>, options: AssembleOptions): AsyncGenerator<Line> {
  let family: Family | undefined
  for await (const line of lines) {
    if (line.__parentId === undefined) {
      if (family) yield assembled(family, options)
      family = { product: line, variants: [], media: [], metafields: [] }
    } else if (family) addChild(family, line)
  }
  if (family) yield assembled(family, options)
}

function addChild(family: Family, { __parentId: parent, ...child }: Line): void {
  const kind = /^gid:\/\/[^/]+\/([^/]+)\//.exec(String(child.id))?.[1]
  if (kind === 'ProductVariant') family.variants.push(child)
  else if (kind === 'Metafield') family.metafields.push(child)
  else if (parent === family.product.id) family.media.push(child)
  else {
    const variant = family.variants.find(({ id }) => id === parent)
    if (variant && child.image) variant.image ??= { id: child.id, ...(child.image as object) }
  }
}

function assembled({ product, variants, media, metafields }: Family, { locales, placesOf }: AssembleOptions): Line {
  const translations = locales.map((locale) => [locale, textsOf(product[localeField(locale)])] as const)
  const own = Object.entries(product).filter(([name]) => !name.startsWith('locale_'))
  return {
    ...Object.fromEntries(own),
    variants: variants.map(withWeight),
    media,
    metafields,
    translations: Object.fromEntries(translations.filter(([, texts]) => Object.keys(texts).length > 0)),
    ...placesOf(String(product.id)),
  }
}

function textsOf(list: unknown): Record<string, string> {
  const entries = Array.isArray(list) ? (list as { key: string; value: string | null }[]) : []
  return Object.fromEntries(entries.flatMap(({ key, value }) => (value ? [[key, value]] : [])))
}

const UNITS: Record<string, string> = { GRAMS: 'g', KILOGRAMS: 'kg', OUNCES: 'oz', POUNDS: 'lb' }

function withWeight(variant: Line): Line {
  const item = variant.inventoryItem as
    | { measurement?: { weight?: { unit: string; value: number } | null } }
    | undefined
  const weight = item?.measurement?.weight
  return weight ? { ...variant, weight: weight.value, weight_unit: UNITS[weight.unit] } : variant
}

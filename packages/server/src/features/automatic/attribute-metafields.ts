/** Decides which metafields are attributes that shoppers filter by, and names them. */
import type { AttributeSurvey } from '@vitrine/engine'
import type { Product } from '../../ports/record-store/product.ts'

const OTHER_USES =
  /^(?:global|seo|reviews|spr|judgeme|yotpo|loox|stamped|shopify--|app--|mc-facebook|mm-google-shopping\.(?:custom|mpn|google|gtin|condition))/
const OTHER_KEYS =
  /(?:^|[._-])(?:url|link|video|image|file|html|json|handle|sku|id|gtin|mpn|barcode|description|category|related|settings|queries|display|count)s?$/
const LONGEST_MEAN = 32
/** A metafield with more values is a list of names rather than an attribute. */
const MAX_VALUES = 150

export function isAttributeMetafield(id: string, { common, values }: AttributeSurvey): boolean {
  if (OTHER_USES.test(id) || OTHER_KEYS.test(id) || values > MAX_VALUES || common.length === 0) return false
  const lengths = common.reduce((sum, { value }) => sum + value.length, 0)
  if (lengths / common.length > LONGEST_MEAN) return false
  if (common.some(({ value }) => /^(?:gid:\/\/|https?:\/\/|\{|<)|> /.test(value))) return false
  const isNoValue = ({ value }: { value: string }) => SAYING.test(value) || HANDLE.test(value)
  return common.filter(isNoValue).length <= MAX_OTHERS * common.length
}

/** Matches advertising texts and sentences, such as "Free shipping!". */
const SAYING = /[!?]|\p{L}\.\s|(?:\S+\s+){5}/u
/** Matches a reference to another page or product, such as `gold-ring-with-pearl`. */
const HANDLE = /^[a-z0-9]+(?:[-_][a-z0-9]+){2,}$/
const MAX_OTHERS = 0.3

/** `shopify.color-pattern` is the platform's own metafield for colors. */
export function metafieldTitle(id: string): string {
  const key = id.slice(id.indexOf('.') + 1)
  if (key === 'color-pattern') return 'Color'
  const words = key.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns names keyed by `namespace.key`; the first name that a product gives is used. */
export function metafieldNames(products: readonly Pick<Product, 'metafields'>[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const { metafields } of products)
    for (const { namespace, key, name } of metafields) {
      const id = `${namespace}.${key}`
      if (name !== undefined && !names.has(id)) names.set(id, name)
    }
  return names
}

import { analyzerFor, colorMeant, fold, singular, valueKey } from '@vitrine/engine'
import type { Product } from '../../../ports/record-store/product.ts'

/** The product's type, the same for singular and plural; '' if the merchant gave none. Only the last level of a path counts. */
export function typeOf({ productType }: Pick<Product, 'productType'>): string {
  const last = productType.slice(productType.lastIndexOf('>') + 1).trim()
  return last === '' ? '' : valueKey(last, 'words')
}

/** Types that label a product instead of naming it: placeholders, promotions, seasons. */
const LABEL =
  /^(?:n\/?a|none|null|default|-+|\d+|brands?|new(?: in| arrivals?)?|(?:top|best)[ -]?sell(?:er|ing)s?|trending|featured|clearance|promotions?|.*\b(?:sale|collection|season|edition|offers?|deals?)s?|(?:spring|summer|autumn|fall|winter|christmas|holiday)s?(?: \d{2,4})?)$/

/** Types that state where or by whom something is used, not what it is. */
const SCOPE =
  /^(?:wom[ae]n|m[ae]n|ladie|kid|child(?:ren)?|boy|girl|unisex|adult|indoor|outdoor|home|garden|general)(?:[’' ]?s)?$/

/** Types so generic that half of all shops use them: "accessories" covers both caps and soap. */
const GENERIC =
  /^(?:(?:wom[ae]n|m[ae]n|kid|unisex|bike|home)(?:[’' ]?s)? )?(?:other|misc|product|item|accessor(?:y|ie)|apparel|clothing|clothes|gift|gear|equipment|merchandise|essential)s?$/

const isWide = (type: string) => SCOPE.test(type) || GENERIC.test(type)

/** Metafields in which imports keep the taxonomy's path of a product. */
const CATEGORY_FIELDS: ReadonlySet<string> = new Set([
  'shopify.product_category',
  'source.category_full_name',
  'source.category_fullname',
  'source.google_product_category',
  'mm-google-shopping.google_product_category',
])

/** The levels of the platform's taxonomy under which the merchant filed the product, broadest first; empty if it is not filed. */
export function categoryOf({ metafields }: Pick<Product, 'metafields'>): string[] {
  const field = metafields.find(
    ({ namespace, key, value }) => CATEGORY_FIELDS.has(`${namespace}.${key}`) && value.includes('>'),
  )
  return field ? field.value.split('>').map((step) => valueKey(step.trim(), 'words')) : []
}

/**
 * Returns what a product is: its type; if that is too broad, its name in the taxonomy, or its only tag ("Shirts" in
 * "Womens"); otherwise the noun of its title.
 */
export function kindOf(
  product: Pick<Product, 'productType' | 'title' | 'tags' | 'vendor' | 'metafields'>,
  locale: string,
): string {
  const type = givenType(product)
  if (type !== '' && !isWide(type)) return type
  const category = categoryOf(product).at(-1) ?? ''
  if (category !== '' && !isWide(category)) return category
  const [tag, ...more] = product.tags
  const tagged = type !== '' && tag !== undefined && more.length === 0 ? valueKey(tag, 'words') : ''
  if (tagged !== '' && !isWide(tagged)) return tagged
  return nounOf(product.title, locale) || type
}

/** The merchant's type, unless it is only a label. */
export function givenType(product: Pick<Product, 'productType' | 'vendor'>): string {
  const type = typeOf(product)
  return LABEL.test(type) || type === valueKey(product.vendor, 'words') ? '' : type
}

/** Returns what a product is if it has no type: the noun of its title ("Ocean Shirt Blue - M" is a shirt). */
export function nounOf(title: string, locale: string): string {
  const [main = ''] = title.split(/\s[-–—|/]\s|[,(|:]/)
  const language = analyzerFor(locale)
  const words = (fold(main).match(/\p{L}{3,}/gu) ?? []).filter((word) => colorMeant(word, language) === undefined)
  const noun = HEAD_FIRST.has(locale.toLowerCase().split('-')[0]!) ? words[0] : words.at(-1)
  return noun === undefined ? '' : singular(noun)
}

/** Languages in which the noun comes before its adjectives. */
const HEAD_FIRST = new Set(['es', 'fr', 'it', 'pt', 'ca', 'ro', 'vi', 'th', 'id'])

const SERVICE =
  /\b(?:e-?)?gift ?(?:cards?|vouchers?|certificates?)\b|\bgutscheine?\b|\bcartes?[ -]cadeaux?\b|\btarjetas? (?:de )?regalo\b|\b(?:shipping|package|order|delivery) (?:protection|insurance)\b|\binsurance\b|\bversicherung\b|\bextended warranty\b|\bdonations?\b|\bspende\b|\bgift ?wrap(?:ping)?\b/i
const THING = /\b(?:holder|envelope|wallet|case|book|sleeve|paper|box)\b/i

/** True for gift cards, insurance and donations, which are sold besides the shop's actual products. */
export function isService({ title, productType }: Pick<Product, 'title' | 'productType'>): boolean {
  return SERVICE.test(productType) || (SERVICE.test(title) && !THING.test(title))
}

/** The type, if it only states where or by whom something is used. */
export function scopeOf(product: Pick<Product, 'productType'>): string {
  const type = typeOf(product)
  return SCOPE.test(type) ? type : ''
}

type Worn = 'above' | 'knit' | 'below' | 'whole' | 'over' | 'feet'

/** Parts of the body where kinds of clothes are worn, in the most common languages of product types. */
const WORN: readonly (readonly [Worn, RegExp])[] = [
  ['feet', /\b(?:shoe|sneaker|boot|sandal|loafer|heel|slipper|schuh|stiefel|chaussure|botte|zapato|bota)s?\b/],
  [
    'over',
    /\b(?:coat|jacket|blazer|parka|trench|outerwear|windbreaker|mantel|jacke|manteau|veste|abrigo|chaqueta)s?\b/,
  ],
  ['whole', /\b(?:dress|jumpsuit|romper|overall|outfit|one-piece|kleid|robe|vestido)(?:e?s)?\b/],
  [
    'below',
    /\b(?:pant|trouser|short|skirt|jean|denim|legging|chino|culotte|hose|rock|pantalon|jupe|pantal[oó]n|falda)(?:e?s)?\b/,
  ],
  ['knit', /\b(?:sweater|jumper|knit|knitwear|cardigan|hoodie|pullover|strickjacke|su[eé]ter)s?\b/],
  ['above', /\b(?:top|t-shirt|tee|shirt|blouse|button[- ]up|tunic|tank|hemd|bluse|chemise|camisa|camiseta|blusa)s?\b/],
]

/** True if a shopper would choose one instead of the other: the same kind of thing, or clothes worn on the same part of the body. */
export function replaces(kind: string, other: string): boolean {
  return isSameThing(kind, other) || isWornInstead(kind, other)
}

/** "Jersey" and "Jersey set", or "tops" and "women's tops", are the same kind of thing. */
export function isSameThing(a: string, b: string): boolean {
  if (a === '' || b === '') return false
  const [one, other] = [a.split(' '), b.split(' ')]
  return one.at(-1) === other.at(-1) || one.includes(b) || other.includes(a)
}

/** For example, a dress is worn instead of a skirt. */
const INSTEAD: ReadonlySet<string> = new Set(['whole below', 'knit above'])

/** True for clothes that are worn on the same part of the body or instead of each other. */
function isWornInstead(kind: string, other: string): boolean {
  const [one, two] = [wornWhere(kind), wornWhere(other)]
  if (one === undefined || two === undefined) return false
  return one === two || INSTEAD.has(`${one} ${two}`) || INSTEAD.has(`${two} ${one}`)
}

function wornWhere(kind: string): Worn | undefined {
  return WORN.find(([, words]) => words.test(kind))?.[0]
}

/** Whom a product is for, if its type, tags or title state exactly one; products for women do not go with products for men. */
export function wearerOf({
  productType,
  tags,
  title,
}: Pick<Product, 'productType' | 'tags' | 'title'>): 'women' | 'men' | undefined {
  const text = [productType, title, ...tags].join(' ').toLowerCase()
  const women = /\b(?:women|womens|woman|female|ladies|girls?|damen|femme|mujer|niñas?)\b/.test(text)
  const men = /\b(?:men|mens|man|male|boys?|herren|homme|hombre|niños?)\b/.test(text)
  return women === men ? undefined : women ? 'women' : 'men'
}

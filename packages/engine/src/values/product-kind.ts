/** Decides what kind of product a product is, for search and recommendations alike. */
import { colorMeant } from '../colors/color-names.ts'
import { singular, valueKey } from '../columns/value-key.ts'
import { languageWords, wordSets } from '../languages/language-words.ts'
import { analyzerFor } from '../text/analysis/analyzer.ts'
import { fold } from '../text/analysis/fold.ts'
import { COLLECTIVE_WORDS_OF, headPlace, LINKING_WORDS_OF } from '../text/analysis/head-place.ts'

interface Described {
  readonly title: string
  readonly productType: string
  readonly vendor: string
  readonly tags: readonly string[]
  readonly metafields: readonly { readonly namespace: string; readonly key: string; readonly value: string }[]
}

/** Singular and plural have one form; '' for none. Only the last level of a path counts. */
export function typeOf({ productType }: Pick<Described, 'productType'>): string {
  const last = productType.slice(productType.lastIndexOf('>') + 1).trim()
  return last === '' ? '' : valueKey(last, 'words')
}

/** Types that label a product without naming it: placeholders, promotions, seasons. */
const LABEL =
  /^(?:n\/?a|none|null|default|-+|\d+|brands?|new(?: in| arrivals?)?|(?:top|best)[ -]?sell(?:er|ing)s?|trending|featured|clearance|promotions?|.*\b(?:sale|collection|season|edition|offers?|deals?)s?|gifts?(?: (?:guides?|ideas?|sets?|for .*))?|[afsw][sw]\d\d|(?:under|below|unter|bis|moins de|menos de) \D*\d+|(?:spring|summer|autumn|fall|winter|christmas|holiday)s?(?: \d{2,4})?)$/

export function isThing(productType: string): boolean {
  const type = typeOf({ productType })
  return type !== '' && !LABEL.test(type)
}

/** Returns '' if the type is only a label or the vendor's name. */
export function givenType({ productType, vendor }: Pick<Described, 'productType' | 'vendor'>): string {
  const type = typeOf({ productType })
  return isThing(productType) && type !== valueKey(vendor, 'words') ? type : ''
}

const WEARER = /^(?:wom[ae]n|m[ae]n|ladie|kid|child(?:ren)?|boy|girl|unisex|adult)(?:[’' ]?s)?$/
const PLACE = /^(?:indoor|outdoor|home|garden|general)s?$/
/** Types that many shops use for unrelated products: "accessories" covers caps and soap. */
const GENERIC =
  /(?:^| )(?:other|misc|product|item|accessor(?:y|ie)|apparel|clothing|clothes|gift|gear|equipment|merchandise|essential|suppl(?:y|ie)|part)s?$/

const isWide = (name: string) => isScope(name) || GENERIC.test(name)

export function isScope(type: string): boolean {
  return WEARER.test(type) || PLACE.test(type)
}

/** Metafields in which imports store the taxonomy path. */
const CATEGORY_FIELDS: ReadonlySet<string> = new Set([
  'shopify.product_category',
  'source.category_full_name',
  'source.category_fullname',
  'source.google_product_category',
  'mm-google-shopping.google_product_category',
])

/** Returns the levels of the taxonomy, broadest first; empty if the product is not classified. */
export function categoryOf({ metafields }: Pick<Described, 'metafields'>): string[] {
  const field = metafields.find(
    ({ namespace, key, value }) => CATEGORY_FIELDS.has(`${namespace}.${key}`) && value.includes('>'),
  )
  return field ? field.value.split('>').map((step) => valueKey(step.trim(), 'words')) : []
}

/** Returns the kind that the merchant states, otherwise the noun of the title. */
export function kindOf(product: Described, locale: string): string {
  return statedKindOf(product) || nounOf(product.title, locale) || givenType(product)
}

/** Returns the type; if that is too broad, the name in the taxonomy or the only tag. '' for none. */
export function statedKindOf(product: Omit<Described, 'title'>): string {
  const type = givenType(product)
  const [tag, ...more] = product.tags
  const tagged = WEARER.test(type) && tag !== undefined && more.length === 0 ? valueKey(tag, 'words') : ''
  return [type, categoryOf(product).at(-1) ?? '', tagged].find((name) => name !== '' && !isWide(name)) ?? ''
}

/** Joins the nouns of two things sold together. */
export const PAIRED = ' + '

/** A word after a number or a hyphen is no linking word: "24 in. wide", "slip-on". */
const NAME_WORD = /(?<=\d\s?|\p{L}-)(?<joined>\p{L}+)|\p{L}+|&/gu

const AND_WORDS_OF = wordSets(({ price }) => price?.and?.join(' '))

/** "Ocean Shirt Blue - M" is a shirt. Returns both nouns of "skirt + top", and '' for a title without a noun. */
export function nounOf(title: string, locale: string): string {
  const [main = ''] = title.split(/\s[-–—|/]\s|[,(|:]/)
  const analyzer = analyzerFor(locale)
  const language = locale.toLowerCase().split(/[-_]/, 1)[0]
  const found = [...fold(main).matchAll(NAME_WORD)]
  const words = found.map(([word]) => word)
  const isAnd = (at: number) => words[at] === '&' || AND_WORDS_OF(language).has(words[at])
  const isLink = (at: number) =>
    !isAnd(at) &&
    found[at]?.groups?.joined === undefined &&
    (LINKING_WORDS_OF(language).has(words[at]) || analyzer.isStopWord(words[at]))
  const isNoun = (at: number) =>
    words[at]?.length > 2 &&
    !isAnd(at) &&
    !isLink(at) &&
    !COLLECTIVE_WORDS_OF(language).has(words[at]) &&
    colorMeant(words[at], analyzer) === undefined
  const head = headPlace({ length: words.length, language, isLink, isThing: isNoun })
  if (head < 0 || isAnd(head)) return ''
  const [and, other] = languageWords(language).headFirst ? [head + 1, head + 2] : [head - 1, head - 2]
  const pair = isAnd(and) && isNoun(other) ? [words[other], words[head]].sort() : [words[head]]
  return pair.map(singular).join(PAIRED)
}

/** Which column of a product CSV means what: the platform's export of old and of today, in any order and case. */

export type CsvField =
  | 'handle'
  | 'title'
  | 'body'
  | 'vendor'
  | 'type'
  | 'tags'
  | 'published'
  | 'status'
  | 'option1Name'
  | 'option2Name'
  | 'option3Name'
  | 'option1Value'
  | 'option2Value'
  | 'option3Value'
  | 'sku'
  | 'barcode'
  | 'price'
  | 'compareAtPrice'
  | 'tracker'
  | 'quantity'
  | 'policy'
  | 'continueSelling'
  | 'imageSrc'
  | 'imagePosition'
  | 'imageAlt'
  | 'variantImage'
  | 'productId'
  | 'variantId'
  | 'collection'
  | 'grams'

const FIELDS: Record<string, CsvField> = {
  handle: 'handle',
  'url handle': 'handle',
  title: 'title',
  'body (html)': 'body',
  body: 'body',
  description: 'body',
  vendor: 'vendor',
  type: 'type',
  'product type': 'type',
  'custom product type': 'type',
  tags: 'tags',
  published: 'published',
  'published on online store': 'published',
  status: 'status',
  'option1 name': 'option1Name',
  'option2 name': 'option2Name',
  'option3 name': 'option3Name',
  'option1 value': 'option1Value',
  'option2 value': 'option2Value',
  'option3 value': 'option3Value',
  'variant sku': 'sku',
  sku: 'sku',
  'variant barcode': 'barcode',
  barcode: 'barcode',
  'variant price': 'price',
  price: 'price',
  'variant compare at price': 'compareAtPrice',
  'compare-at price': 'compareAtPrice',
  'compare at price': 'compareAtPrice',
  'variant inventory tracker': 'tracker',
  'inventory tracker': 'tracker',
  'variant inventory qty': 'quantity',
  'inventory quantity': 'quantity',
  'variant inventory policy': 'policy',
  'continue selling when out of stock': 'continueSelling',
  'image src': 'imageSrc',
  'product image url': 'imageSrc',
  'image position': 'imagePosition',
  'image alt text': 'imageAlt',
  'variant image': 'variantImage',
  'variant image url': 'variantImage',
  id: 'productId',
  'product id': 'productId',
  'variant id': 'variantId',
  collection: 'collection',
  'variant grams': 'grams',
  'weight value (grams)': 'grams',
}

/** Known to the platform, of no use to a storefront (or, like the cost, not for its eyes): left out without a word. */
const LEFT_OUT = new Set(
  [
    'Variant Weight Unit, Weight unit for display',
    'Variant Fulfillment Service, Fulfillment service, Variant Requires Shipping, Requires shipping',
    'Variant Taxable, Charge tax, Variant Tax Code, Tax code, Cost per item, Gift Card',
    'Unit Price Total Measure, Unit Price Total Measure Unit, Unit Price Base Measure, Unit Price Base Measure Unit',
    'Option1 Linked To, Option2 Linked To, Option3 Linked To',
  ]
    .join(', ')
    .toLowerCase()
    .split(', '),
)

/** Columns the platform itself keeps as metafields, under the names it uses. */
const NAMED_METAFIELDS: Record<string, [namespace: string, key: string]> = {
  'seo title': ['global', 'title_tag'],
  'seo description': ['global', 'description_tag'],
  'product category': ['shopify', 'product_category'],
}

export interface MetafieldColumn {
  column: number
  namespace: string
  key: string
  /** "Fit" of "Fit (product.metafields.custom.fit)". */
  name?: string
}

export interface CsvColumns {
  /** Where each known field stands. */
  at: Partial<Record<CsvField, number>>
  metafields: MetafieldColumn[]
  /** Metafields of variants, and what the file says by market. */
  variantMetafields: MetafieldColumn[]
  /** Names of columns whose values are not kept. */
  unknown: string[]
  count: number
}

export function readCsvHeader(names: readonly string[]): CsvColumns {
  const columns: CsvColumns = { at: {}, metafields: [], variantMetafields: [], unknown: [], count: names.length }
  names.forEach((given, column) => {
    const name = given.replace(/^\uFEFF/, '').trim()
    const known = FIELDS[name.toLowerCase()]
    const metafield = metafieldOf(name)
    const ofVariant = variantMetafieldOf(name)
    if (known) columns.at[known] ??= column
    else if (ofVariant) columns.variantMetafields.push({ column, namespace: ofVariant[0], key: ofVariant[1] })
    else if (metafield) columns.metafields.push({ column, ...metafieldColumn(name, metafield) })
    else if (name !== '' && !LEFT_OUT.has(name.toLowerCase())) columns.unknown.push(name)
  })
  return columns
}

function metafieldColumn(header: string, [namespace, key]: [string, string]): Omit<MetafieldColumn, 'column'> {
  const name = /^(.+?)\s*\(product\.metafields\./.exec(header)?.[1]
  return { namespace, key, ...(name ? { name } : {}) }
}

/** "Fit (variant.metafields.custom.fit)", or what differs by market: "Price / International". */
function variantMetafieldOf(name: string): [namespace: string, key: string] | undefined {
  const [, namespace, key] = /\(variant\.metafields\.([^.)]+)\.([^)]+)\)$/.exec(name) ?? []
  if (namespace && key) return [namespace, key]
  const [, what, market] = /^(Included|Price|Compare At Price) \/ (.+)$/i.exec(name) ?? []
  if (!what || !market) return undefined
  return ['market', `${keyOf(market)}.${keyOf(what)}`]
}

function keyOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
}

/** "Colour (product.metafields.custom.colour)", a named one, or "Google Shopping / Age Group". */
function metafieldOf(name: string): [namespace: string, key: string] | undefined {
  const [, namespace, key] = /\(product\.metafields\.([^.)]+)\.([^)]+)\)$/.exec(name) ?? []
  if (namespace && key) return [namespace, key]
  const google = /^Google Shopping \/ (.+)$/i.exec(name)?.[1]
  if (google) return ['mm-google-shopping', google.toLowerCase().replace(/[^a-z0-9]+/g, '_')]
  return NAMED_METAFIELDS[name.toLowerCase()]
}

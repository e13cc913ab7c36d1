/** Creates random catalogs with words in every field, and random searches in them. */
import { SHOP_PRICES } from '../../columns/price-conversion.ts'
import type { Selection } from '../../facets/facet-field.ts'
import type { FacetRequest } from '../../facets/facet-request.ts'
import type { TextDoc } from '../../text/text-doc.ts'
import { DEFAULT_TEXT_SETTINGS } from '../../text/text-settings.ts'
import { parseQuery } from '../../query/parse.ts'
import { shopVocabulary } from '../shop-vocabulary.ts'
import type { EngineDoc, EngineVariant } from '../../columns/engine-doc.ts'
import { searchIndex } from '../search-index.ts'
import type { SearchRequest, SortKey } from '../search-request.ts'
import { buildSegment, emptyIndex, type ShopIndex, withSegment } from '../shop-index.ts'
import type { Random } from './random-catalog.ts'

/** Product names, other words and typical queries by language. Earlier words are picked more often. */
const LANGUAGES: Readonly<Record<string, { things: string; words: string; queries: readonly string[] }>> = {
  en: {
    things: 'shirt lamp mug desk sofa phone case mouse pad shoes shoe lamps mugs table coffee firestick hous houses',
    words: 'wool red cotton blue large leather steel light navy running runs run oak small for with fire stick sport',
    queries: ['shirt without wool', 'lamp -red', '"wool shirt"', 'mouse pad', 'phone case red', 'coffee table oak'],
  },
  de: {
    things: 'schuhe lederschuhe helm fahrradhelm helme lampe tisch couchtisch kaffee hemd kinderschuhe lampen schuh',
    words: 'leder rot blau kinder damen wolle groß klein stahl für mit fahrrad couch holz baumwolle grün sommer',
    queries: ['schuhe ohne leder', 'helm', 'kinder schuhe rot', 'moebel tisch', 'sommerschuhe', 'couch tisch'],
  },
  es: {
    things: 'funda móvil ventilador cochecito mesa silla lámpara camisa zapatos zapato tazas taza',
    words: 'rojo azul grande de para con lana cuero negro madera acero pequeño',
    queries: ['funda móvil', 'ventilador', 'camisa sin lana', 'zapatos rojos'],
  },
}

export const SEARCH_LOCALES = Object.keys(LANGUAGES)

const VENDORS = ['Acme', 'The Lamp Shack', 'Oak & Co', 'acme', 'Nord', 'Mug']
const COLORS = ['Red', 'red', 'Navy Blue', 'Blue', 'Light Blue', 'Schwarz', 'Grün']
const PICTURE_COLORS = [undefined, 'blue', 'red', 'green', 'pink'] as const
const SIZES = ['S', 'M', 'Large', 'XL', '10', '24 in']
const MATERIALS = ['Wool', 'Steel', 'Oak', 'Leather']

/** Prefers earlier values, as natural language does. */
function pick<T>(random: Random, values: readonly T[]): T {
  return values[Math.min(random(values.length), random(values.length))]
}

function some<T>(random: Random, values: readonly T[], max: number): T[] {
  return Array.from({ length: random(max + 1) }, () => pick(random, values))
}

export function randomProduct(random: Random, id: number, locale: string): EngineDoc {
  const things = LANGUAGES[locale].things.split(' ')
  const words = LANGUAGES[locale].words.split(' ')
  const productType = random(5) === 0 ? '' : pick(random, things)
  const title = [...some(random, words, 3), ...some(random, things, 2), ...some(random, words, 1)].join(' ')
  const vendor = pick(random, VENDORS)
  const skus = random(3) ? [`DK-${random(40)}`, `${100 + random(300)}`].slice(random(2)) : []
  const variants = Array.from({ length: random(4) }, (_, v) => randomVariant(random, id * 10 + v, skus))
  const tags = some(random, [...words, 'new', 'Sale', 'sale', 'eco'], 3)
  const material = some(random, MATERIALS, 1)
  const collections = some(random, ['Summer', 'Home office', 'Gifts'], 2)
  const text: TextDoc = {
    title,
    productType,
    vendor,
    tags,
    options: variants.flatMap(({ options }) => Object.values(options)),
    skus,
    collections,
    metafields: material,
    description: some(random, [...words, ...things, 'no', 'free', '24', 'in', 'cm'], 25).join(' '),
    ...(variants.length > 0 ? { price: variants[0].price } : {}),
  }
  return {
    id,
    title,
    text,
    terms: {
      vendor: [vendor],
      product_type: productType === '' ? [] : [productType],
      tag: tags,
      collection: collections,
      'metafield:facts.material': material,
    },
    variants,
    collectionPlaces: Object.fromEntries(collections.map((key) => [key, random(5)])),
    rating: random(3) ? random(50) / 10 : null,
    createdMs: random(5) * 1000,
    visibleFromMs: 0,
    popularity: random(6),
  }
}

/** Distributes the products over segments, both in random order. */
export function splitCatalog(docs: readonly EngineDoc[], locale: string, segments: number, random: Random): ShopIndex {
  const parts = Array.from({ length: segments }, (): EngineDoc[] => [])
  for (const doc of docs) {
    const part = parts[random(segments)]
    part.splice(random(part.length + 1), 0, doc)
  }
  return parts.reduce((index, part) => withSegment(index, buildSegment(part, locale), []), emptyIndex(locale))
}

function randomVariant(random: Random, id: number, skus: readonly string[]): EngineVariant {
  const options: Record<string, string> = {}
  if (random(3)) options.color = pick(random, COLORS)
  if (random(3)) options.size = pick(random, SIZES)
  const price = random(2000) / 100
  const compareAt = random(2) ? random(3000) / 100 : null
  const pictureColor = pick(random, PICTURE_COLORS)
  return { id, price, compareAt, available: random(3) > 0, options, partNumbers: skus.slice(0, 1), pictureColor }
}

export const COLUMN_SORTS: readonly SortKey[] = [
  'price_asc',
  'price_desc',
  'newest',
  'best_selling',
  'title_asc',
  'title_desc',
  'discount_desc',
  'collection_order',
]

const FACETS: readonly FacetRequest['field'][] = [
  { kind: 'terms', name: 'vendor' },
  { kind: 'terms', name: 'tag' },
  { kind: 'option', name: 'color' },
  { kind: 'option', name: 'size' },
  { kind: 'availability' },
  { kind: 'number', name: 'price' },
  { kind: 'number', name: 'rating' },
]

export interface RandomSearch {
  readonly typed: string
  readonly prefixLast: boolean
  readonly request: Omit<SearchRequest, 'query'>
}

export function randomSearch(random: Random, locale: string): RandomSearch {
  const facets = FACETS.filter(() => random(3) === 0).map((field) => facetOf(random, field))
  return {
    typed: random(6) === 0 ? '' : typedQuery(random, locale),
    prefixLast: random(3) === 0,
    request: {
      visibility: { terms: [], inStockOnly: random(6) === 0, hidden: [] },
      selections: random(3) === 0 ? [selectionOf(random)] : [],
      facets,
      prices: SHOP_PRICES,
      sort: random(3) ? 'relevance' : pick(random, COLUMN_SORTS),
      collection: 'Summer',
      offset: random(4) === 0 ? random(30) : 0,
      limit: 1 + random(60),
      outOfStockLast: random(2) === 0,
      explain: true,
      popularityWeight: random(3) ? 1 : 0,
      ...(random(6) ? {} : { rules: { pins: [], boosts: [boostOf(random)] } }),
    },
  }
}

function boostOf(random: Random) {
  return { target: { terms: [{ name: 'vendor', value: pick(random, VENDORS) }] }, factor: 1.5, rule: 'lift' }
}

function facetOf(random: Random, field: FacetRequest['field']): FacetRequest {
  return {
    key: JSON.stringify(field),
    field,
    operator: random(2) ? 'or' : 'and',
    sortBy: random(2) ? 'count' : 'value',
    limit: 1 + random(8),
    includeZeroCounts: random(3) === 0,
    includeDisabled: false,
    groupOthers: random(2) === 0,
    authored: [],
  }
}

function selectionOf(random: Random): Selection {
  const field = pick(random, FACETS)
  const operator = random(2) ? 'or' : 'and'
  const from = random(10)
  const ranges = field.kind === 'number' ? [{ from, to: from + random(10) }] : []
  return { key: JSON.stringify(field), field, operator, ranges, values: valuesOf(random, field) }
}

function valuesOf(random: Random, field: FacetRequest['field']): string[] {
  if (field.kind === 'number') return []
  if (field.kind === 'availability') return [random(2) ? 'in_stock' : 'out_of_stock']
  if (field.kind === 'option') return [pick(random, field.name === 'color' ? COLORS : SIZES)]
  return field.name === 'vendor' ? [pick(random, VENDORS)] : ['new', 'sale'].slice(random(2))
}

const PHRASES = [
  'under 10',
  'under $15',
  'size M',
  'red',
  'not blue',
  'pink',
  'navy',
  'light blue',
  '24 inch',
  'acme',
  'the lamp shack',
  'nord',
]

/** Returns words (some misspelled, truncated, joined or inflected), part numbers, or constraints. */
function typedQuery(random: Random, locale: string): string {
  const { things, words, queries } = LANGUAGES[locale]
  if (random(4) === 0) return pick(random, queries)
  if (random(8) === 0) return [`dk${random(40)}`, `DK-${random(40)}`, `${100 + random(300)}`][random(3)]
  const known = [...things.split(' '), ...words.split(' ')]
  const typed = Array.from({ length: 1 + random(4) }, () => misspelt(random, known[random(known.length)]))
  if (random(4) === 0) typed.push(pick(random, PHRASES))
  return typed.join(random(12) === 0 ? '' : ' ')
}

function misspelt(random: Random, word: string): string {
  const at = random(word.length)
  switch (random(9)) {
    case 0:
      return word.slice(0, at) + word.slice(at + 1)
    case 1:
      return `${word.slice(0, at)}e${word.slice(at)}`
    case 2:
      return word.slice(0, Math.max(2, at))
    case 3:
      return `${word}s`
    case 4:
      return ['zebra', 'knives', 'couch', 'blau'][random(4)]
    default:
      return word
  }
}

/** Parses the query with the shop's vocabulary and searches, as a server does. */
export function answerOf(index: ShopIndex, { typed, prefixLast, request }: RandomSearch) {
  if (typed === '') return { parsed: undefined, result: searchIndex(index, request) }
  const names = { vendorAttribute: 'vendor', typeAttribute: 'product_type' }
  const asked = { text: typed, locale: index.locale, isTyping: prefixLast }
  const parsed = parseQuery(asked, shopVocabulary(index, names))
  const query = { parsed, prefixLast, settings: DEFAULT_TEXT_SETTINGS }
  return { parsed, result: searchIndex(index, { ...request, query }) }
}

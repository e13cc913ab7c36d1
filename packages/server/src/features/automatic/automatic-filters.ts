/** Chooses filters for a shop that configured none, each with a reason that the merchant can read. */
import type { FilterConfig, FilterTreeConfig, ShopConfig } from '@vitrine/contract'
import {
  type AttributeSurvey,
  type CatalogSurvey,
  colorOfName,
  compareValues,
  optionKey,
  orderedValue,
} from '@vitrine/engine'
import { indexFields } from '../../ports/search-index/index-fields.ts'
import { isAttributeMetafield, metafieldTitle } from './attribute-metafields.ts'
import { type Candidate, divides, dividesAsOption, dividesWell, percent, spread } from './attribute-spread.ts'
import { facetTitle } from './facet-titles.ts'

export interface Reason {
  key: string
  reason: string
}

export interface AutomaticFilters {
  filters: FilterConfig[]
  filter_trees: FilterTreeConfig[]
  reasons: Reason[]
}

/** Limit per page. More filters are chosen for the shop, because a collection may need others. */
const MAX_ON_PAGE = 12
const MAX_FILTERS = 40
const MAX_TREES = 500

const FEWEST_PRODUCTS = 2

/** Names of metafields, keyed by `namespace.key`. */
export type MetafieldNames = ReadonlyMap<string, string>

export function automaticFilters(
  survey: CatalogSurvey,
  config: ShopConfig,
  names: MetafieldNames = new Map(),
): AutomaticFilters {
  if (survey.docs < FEWEST_PRODUCTS) return { filters: [], filter_trees: [], reasons: [] }
  const candidates = allCandidates(survey, config, names).slice(0, MAX_FILTERS)
  const filters = candidates.map((candidate, i) => filterOf(candidate, i, config))
  const ids = new Map(candidates.map((candidate, i) => [candidate, filters[i]!.id]))
  return {
    filters,
    filter_trees: treesOf(candidates, (candidate) => ids.get(candidate)!, survey, config),
    reasons: candidates.map(({ key, reason }) => ({ key, reason })),
  }
}

function allCandidates(survey: CatalogSurvey, config: ShopConfig, names: MetafieldNames): Candidate[] {
  const attributes = distinctMeanings([...optionCandidates(survey), ...metafieldCandidates(survey, names)])
  const [first, rest] = [attributes.slice(0, 4), attributes.slice(4)]
  return [
    ...termCandidates(survey, config, 'product_type'),
    ...first,
    ...priceCandidate(survey),
    ...termCandidates(survey, config, 'vendor'),
    ...stockCandidate(survey),
    ...saleCandidate(survey),
    ...ratingCandidate(survey),
    ...rest,
    ...tagCandidate(survey),
  ]
}

function termCandidates(survey: CatalogSurvey, config: ShopConfig, type: 'product_type' | 'vendor'): Candidate[] {
  const attribute = survey.terms.get(type)
  if (!attribute || !dividesWell(attribute, survey)) return []
  const title = facetTitle(type, config.shop.primary_locale)
  return [{ ...counted(attribute, survey), key: type, title, attributeType: type, meaning: type, attribute: null }]
}

function optionCandidates(survey: CatalogSurvey): Candidate[] {
  const names = optionNames(survey)
  return [...survey.options]
    .filter(
      ([key, attribute]) => key !== 'title' && (dividesAsOption(attribute, survey) || attribute.byCollection.size > 0),
    )
    .map(([key, attribute]): Candidate => {
      const name = names.get(key) ?? key
      return {
        ...counted(attribute, survey),
        key: slug(KNOWN_MEANINGS.has(key) ? key : name),
        title: capital(name),
        attributeType: 'option',
        meaning: key,
        attribute: name,
      }
    })
    .sort((a, b) => spread(b, survey) - spread(a, survey))
}

const KNOWN_MEANINGS = new Set(['color', 'size', 'material', 'style'])

function optionNames(survey: CatalogSurvey): Map<string, string> {
  const names = new Map<string, string>()
  for (const { value } of survey.terms.get(indexFields.optionName)?.common ?? []) {
    if (!names.has(optionKey(value))) names.set(optionKey(value), value)
  }
  return names
}

function metafieldCandidates(survey: CatalogSurvey, names: MetafieldNames): Candidate[] {
  return [...survey.terms]
    .flatMap(([name, attribute]): Candidate[] => {
      const id = name.startsWith(METAFIELD) ? name.slice(METAFIELD.length) : undefined
      if (
        id === undefined ||
        !isAttributeMetafield(id, attribute) ||
        !(dividesWell(attribute, survey) || attribute.byCollection.size > 0)
      )
        return []
      const plainTitle = metafieldTitle(id)
      const key = slug(plainTitle)
      return [
        {
          ...counted(attribute, survey),
          key,
          title: names.get(id) ?? plainTitle,
          attributeType: 'metafield',
          meaning: optionKey(plainTitle),
          attribute: id,
        },
      ]
    })
    .sort((a, b) => spread(b, survey) - spread(a, survey))
}

const METAFIELD = indexFields.metafield('')

/** Of options and metafields with the same meaning, keeps the one that most products have. */
function distinctMeanings(candidates: readonly Candidate[]): Candidate[] {
  const best = new Map<string, Candidate>()
  for (const candidate of candidates) {
    const known = best.get(candidate.meaning)
    if (!known || candidate.survey!.docs > known.survey!.docs) best.set(candidate.meaning, candidate)
  }
  return candidates.filter((candidate) => best.get(candidate.meaning) === candidate)
}

function counted(attribute: AttributeSurvey, survey: CatalogSurvey): Pick<Candidate, 'survey' | 'reason'> {
  const [top] = attribute.common
  const share = percent(attribute.docs, survey.docs)
  const most = top ? `, the most common ("${top.value}") on ${percent(top.docs, survey.docs)}` : ''
  return { survey: attribute, reason: `${share} of products have it, in ${attribute.values} values${most}` }
}

function priceCandidate({ prices }: CatalogSurvey): Candidate[] {
  if (prices < 2) return []
  return [plain('price', `products have ${prices >= 1000 ? 'a thousand or more' : prices} different prices`)]
}

function stockCandidate({ docs, inStock }: CatalogSurvey): Candidate[] {
  if (inStock === 0 || inStock === docs) return []
  return [plain('availability', `${percent(docs - inStock, docs)} of products are out of stock`)]
}

function saleCandidate({ docs, onSale }: CatalogSurvey): Candidate[] {
  const share = onSale / docs
  return share < 0.03 || share > 0.9 ? [] : [plain('discount', `${percent(onSale, docs)} of products are reduced`)]
}

function ratingCandidate({ docs, rated }: CatalogSurvey): Candidate[] {
  return rated / docs < 0.2 ? [] : [plain('rating', `${percent(rated, docs)} of products are rated`)]
}

function tagCandidate(survey: CatalogSurvey): Candidate[] {
  const tags = survey.terms.get(indexFields.tag)
  if (!tags || !dividesWell(tags, survey) || !areUsefulTags(tags, survey)) return []
  return [{ ...counted(tags, survey), key: 'tag', title: '', attributeType: 'tag', meaning: 'tag', attribute: null }]
}

function plain(type: 'price' | 'availability' | 'discount' | 'rating', reason: string): Candidate {
  return { key: type, title: '', attributeType: type, meaning: type, attribute: null, reason, survey: undefined }
}

function filterOf(candidate: Candidate, place: number, config: ShopConfig): FilterConfig {
  const { key, attributeType, attribute, survey } = candidate
  const values = survey?.common.map(({ value }) => value) ?? []
  const measured = values.filter((value) => isMeasured(value)).length * 2 > values.length
  return {
    id: stableId(key),
    key,
    title: candidate.title || facetTitle(attributeType, config.shop.primary_locale),
    attribute_type: attributeType,
    ...(attribute === null ? {} : { attribute }),
    ...displayOf(candidate),
    position: place + 1,
    expanded: place < 5,
    settings: {
      ...(measured ? { sort_by: 'value' as const } : {}),
      ...((survey?.values ?? 0) > 20 ? { searchable: true } : {}),
    },
  }
}

function isMeasured(value: string): boolean {
  return compareValues(orderedValue(value, 'words'), orderedValue('a', 'words')) < 0 && /\d|^[smlx]/i.test(value)
}

function displayOf({ attributeType, meaning, survey }: Candidate): Partial<FilterConfig> {
  if (attributeType === 'price') return { type: 'range' }
  if (attributeType === 'rating') return { type: 'rating' }
  if (attributeType === 'discount' || attributeType === 'availability') return { type: 'checkbox' }
  if (meaning !== 'color') return { type: 'list' }
  const swatches = (survey?.common ?? []).flatMap(({ value }) => {
    const color = colorOfName(value.toLowerCase())
    return color ? [{ value, hex: hexOf(color.rgb) }] : []
  })
  return { type: 'color', ...(swatches.length > 0 ? { values: swatches } : {}) }
}

function hexOf(rgb: readonly number[]): string {
  return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** A collection gets the filters that divide its own products; other pages get those of the whole shop. */
function treesOf(
  candidates: readonly Candidate[],
  idOf: (candidate: Candidate) => number,
  survey: CatalogSurvey,
  config: ShopConfig,
): FilterTreeConfig[] {
  const everywhere = candidates.filter((candidate) => divides(candidate, survey)).slice(0, MAX_ON_PAGE)
  const trees = config.collections.slice(0, MAX_TREES).flatMap((collection): FilterTreeConfig[] => {
    const size = survey.terms.get(indexFields.collection)?.common.find(({ value }) => value === collection.handle)?.docs
    if (!size) return []
    const own = candidates
      .filter(
        ({ survey: attribute }) => !attribute || (attribute.byCollection.get(collection.handle) ?? 0) >= size * 0.2,
      )
      .slice(0, MAX_ON_PAGE)
    return [
      {
        id: stableId(`collection ${collection.id}`),
        title: collection.title,
        target_page: 'collection',
        target_ids: [collection.id],
        filters: own.map(idOf),
      },
    ]
  })
  const pages = (['search', 'collection'] as const).map((page) => ({
    id: stableId(`page ${page}`),
    title: page === 'search' ? 'Search' : 'Collections',
    target_page: page,
    is_default: true,
    filters: everywhere.map(idOf),
  }))
  return [...pages, ...trees]
}

/** Depends on the name alone (FNV-1a), so that an id stays the same when other filters change. */
export function stableId(name: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  return 1_000_000 + ((hash >>> 0) % 1_000_000_000)
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
}

function capital(text: string): string {
  const shouted = text.length > 3 && text === text.toUpperCase()
  const plain = shouted ? text.toLowerCase() : text
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

const SHOWN = 12
const MIN_USEFUL = 0.75

/** Many shops use tags as internal labels, which mean nothing to shoppers. */
export function areUsefulTags({ common }: AttributeSurvey, survey: CatalogSurvey): boolean {
  const shown = common.slice(0, SHOWN)
  const useful = shown.filter(({ value, docs }) => isWord(value) && docs <= survey.docs * 0.6)
  return shown.length >= 3 && useful.length >= shown.length * MIN_USEFUL
}

/** False for codes (`SALE30_4`, `AW15`), labels (`visible`) and phrases for search engines. */
function isWord(tag: string): boolean {
  return /^[\p{L}][\p{L} &'-]{2,24}$/u.test(tag) && tag.split(' ').length <= 3 && !MARKS.has(tag.toLowerCase())
}

const MARKS = new Set([
  'visible',
  'hidden',
  'new',
  'sale',
  'all',
  'best',
  'featured',
  'new arrivals',
  'arrivals',
  'last',
])

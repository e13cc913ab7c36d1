/** Says a setting in plain words: products by title, times as dates, properties by their names on the screens. */
import type { ProductId, ShopConfigInput } from '@vitrine/client/admin'
import type { Format } from '../format/use-format.ts'
import type { WordKey, Words } from '../messages/messages.tsx'
import { describeCondition } from '../screens/rules/describe-when.ts'
import type { When } from '../screens/rules/rule.ts'
import { nameOf } from './changes.ts'
import { isDocument, type Json } from './patch.ts'

export interface SettingWords extends Pick<Words, 't' | 'count'>, Pick<Format, 'dateTime'> {
  config: ShopConfigInput
  titleOf: (id: ProductId) => string | undefined
}

const NAMES: Readonly<Record<string, WordKey>> = {
  boost: 'rules.boosted',
  bury: 'rules.buried',
  collection: 'rules.collection',
  content: 'rules.content',
  ends_at: 'rules.ends',
  filters: 'rules.filtersDo',
  hide: 'rules.hidden',
  hide_where: 'rules.hiddenWhere',
  limit: 'rules.howMany',
  name: 'rules.name',
  pin: 'rules.pinned',
  pin_where: 'rules.pinnedWhere',
  product_type: 'rules.attribute.product_type',
  recommendations: 'rules.recommendations',
  redirect: 'rules.redirect',
  starts_at: 'rules.starts',
  tag: 'rules.attribute.tag',
  title: 'rules.content.title',
  vendor: 'rules.attribute.vendor',
  when: 'rules.when',
  // The parts of the configuration.
  collections: 'nav.collections',
  experiences: 'nav.experiments',
  filter_trees: 'nav.facets',
  golden_queries: 'health.golden',
  rules: 'nav.rules',
  search: 'nav.searches',
  sections: 'nav.sections',
  segments: 'segments.title',
  synonyms: 'nav.synonyms',
}
/** Properties whose values are ids of products. A change lists the products without naming the property. */
const PRODUCTS = new Set(['product_id', 'product_ids', 'hide'])
/** At most this many items of a list are named. */
const MAX_NAMED = 20

export function settingName(name: string, { t }: Pick<Words, 't'>): string {
  const key = NAMES[name]
  return key ? t(key) : name.replaceAll('_', ' ')
}

export function productsIn(value: Json, name = ''): ProductId[] {
  if (Array.isArray(value)) return value.flatMap((one) => productsIn(one, name))
  if (isDocument(value)) return Object.entries(value).flatMap(([key, part]) => productsIn(part, key))
  return PRODUCTS.has(name) && value !== null ? [value as ProductId] : []
}

/** Returns a line for each property; a single line if it has none. */
export function settingLines(value: Json, words: SettingWords): string[] {
  if (!isDocument(value) || 'from' in value) return [settingText(value, words)]
  // The item is known by its name, so its id says nothing more.
  const { id: _, ...rest } = value
  return Object.entries(rest).map(([key, part]) => `${settingName(key, words)}: ${settingText(part, words, key)}`)
}

function settingText(value: Json, words: SettingWords, name = ''): string {
  if (name === 'when') return describeCondition(value as When, words.t, words.config)
  if (Array.isArray(value)) {
    const named = value.slice(0, MAX_NAMED).map((one) => settingText(one, words, name))
    const rest = value.length - named.length
    const more = rest > 0 ? [words.count('draft.said.more', rest)] : []
    return [...named, ...more].join(value.some(isDocument) ? '; ' : ', ')
  }
  if (!isDocument(value)) return scalarText(value, words, name)
  if ('from' in value) return nameOf(value)
  const properties = Object.entries(value).map(([key, part]) => {
    const text = settingText(part, words, key)
    return PRODUCTS.has(key) ? text : `${settingName(key, words)} ${text}`
  })
  return properties.join(', ')
}

function scalarText(value: Exclude<Json, object> | null, { t, dateTime, titleOf }: SettingWords, name: string): string {
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  if (value === null || value === '') return '–'
  if (name.endsWith('_at')) return dateTime(String(value))
  return (PRODUCTS.has(name) && titleOf(value)) || String(value)
}

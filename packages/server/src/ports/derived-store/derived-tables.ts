/** The schemas are in sqlite-schema.ts and postgres-schema.ts. */
import { LARGEST_SUM } from './derived-facts.ts'
import type { Columns, Table, Value } from './derived-sql.ts'

const replaced = (type: Columns[string]): Value => ({ type, stored: (_, given) => given })
const TEXT = replaced('text')
const KEPT: Value = { type: 'text' }
const INT = replaced('int')
const BIGINT = replaced('bigint')
const SUM: Value = { type: 'bigint', stored: (old, given) => `${old} + ${given}`, given: (column) => `sum(${column})` }
/** Sums of two bounded values never overflow 64 bits. */
const BOUNDED_SUM: Value = { ...SUM, stored: (old, given) => boundedSql(`${old} + ${given}`) }
const LATEST: Value = {
  type: 'bigint',
  stored: (old, given) => `greatest(${old}, ${given})`,
  given: (column) => `max(${column})`,
}
const EARLIEST: Value = {
  type: 'bigint',
  stored: (old, given) => `least(${old}, ${given})`,
  given: (column) => `min(${column})`,
}

/** Limits a sum to what can be read exactly. */
export function boundedSql(sum: string): string {
  return `greatest(${-LARGEST_SUM}, least(${LARGEST_SUM}, ${sum}))`
}

const table = (name: string, key: Columns, values: Table['values'] = {}, others: Partial<Table> = {}): Table => ({
  ...{ name, of: 'shop', key, values },
  ...others,
})

export const CONVERSION_KEY = { kind: 'text', key: 'text' } as const
export const CARTED_KEY = { event: 'text', product: 'bigint' } as const
const SUBJECT = { subject: 'text' } as const

export const HISTORIES = table(
  'histories',
  { ...SUBJECT, product: 'bigint' },
  { browsed_at: LATEST, added_at: LATEST, removed_at: LATEST, bought_at: LATEST },
)
/** Additions of the same time are summed up, but a whole cart reported twice is one cart. */
export const CART_MOVES = table(
  'cart_moves',
  { ...SUBJECT, product: 'bigint', at: 'bigint', kind: 'text' },
  {
    quantity: {
      type: 'bigint',
      stored: (old, given) =>
        `CASE excluded.kind WHEN 'whole' THEN greatest(${old}, ${given}) ELSE ${old} + ${given} END`,
      given: (column) => `CASE kind WHEN 'whole' THEN max(${column}) ELSE sum(${column}) END`,
    },
  },
)
export const VISIT_DAYS = table('visit_days', { ...SUBJECT, day: 'int' })
export const ROLLUPS = table(
  'rollups',
  { dimension: 'text', day: 'int', key: 'text', metric: 'text' },
  { value: BOUNDED_SUM },
)
export const VISITS = table(
  'visits',
  { visitor: 'text', first_at: 'bigint' },
  { last_at: BIGINT, path: TEXT, device: TEXT, placed_at: BIGINT, place: TEXT, steps: INT, pages: TEXT },
)
export const FUNNELS = table(
  'funnels',
  { scope: 'text', day: 'int', path: 'text', device: 'text', steps: 'int' },
  { sessions: SUM },
)
export const SEARCHES = table(
  'searches',
  { visitor: 'text', query: 'text', first_at: 'bigint' },
  { last_at: BIGINT, answered_at: BIGINT, answer: TEXT, clicks: TEXT },
)
export const QUERIES = table(
  'queries',
  { query: 'text', day: 'int' },
  { searches: SUM, clicked: SUM, clicks: SUM, zero_results: SUM, approximate: SUM },
)
export const CLICKS = table('clicks', { ...SUBJECT, product: 'bigint', at: 'bigint', event: 'text' }, { source: KEPT })
export const VIEWS = table('views', { ...SUBJECT, at: 'bigint', event: 'text' }, { products: KEPT, source: KEPT })
export const CONVERSIONS = table('conversions', CONVERSION_KEY, { at: BIGINT, event: TEXT, body: TEXT })
export const CONVERSION_SUBJECTS = table('conversion_subjects', { ...SUBJECT, ...CONVERSION_KEY }, { at: BIGINT })
/** Each mark is unique, so that storing an attribution does not clear a later mark. */
export const UNATTRIBUTED = table('unattributed', CONVERSION_KEY, {}, { renewed: 'mark' })
export const REFUNDS = table('refunds', { key: 'text', refund: 'text' }, { body: KEPT })
export const ATTRIBUTIONS = table('attributions', CONVERSION_KEY, { body: TEXT })
export const CARTED = table('carted', CARTED_KEY, { body: TEXT })
export const EXPOSURES = table(
  'exposures',
  { experience: 'text', visitor: 'text', variant: 'text' },
  { first_at: EARLIEST },
)
export const SERVE_IDS = table('serve_ids', { id: 'text', serve: 'bigint' })
export const SERVE_SUBJECTS = table('serve_subjects', { ...SUBJECT, at: 'bigint', serve: 'bigint' })
export const RULE_DAYS = table('rule_days', { rule: 'text', day: 'int' }, { answers: SUM })
export const OUTCOMES = table('outcomes', { day: 'int', outcome: 'text' }, { count: SUM })
export const NETWORKS = table('networks', { network: 'text' }, { visitors: SUM }, { of: 'day' })
export const SET_ASIDE = table('set_aside', CONVERSION_KEY, { at: BIGINT, name: TEXT, cause: TEXT, body: TEXT })

export const DERIVED_TABLES = [
  ...['links', 'histories', 'cart_moves', 'visit_days', 'rollups', 'visits', 'funnels', 'searches', 'queries'],
  ...['clicks', 'views', 'conversions', 'conversion_subjects', 'unattributed', 'refunds', 'attributions', 'carted'],
  ...['exposures', 'snapshots'],
]

export const KEPT_TABLES = ['serves', 'serve_ids', 'serve_subjects', 'outcomes', 'rule_days', 'set_aside']

/** A visit has rows while it lasts, and a second copy during a recount. */
export const VISIT_TABLES = ['visits']

/** These sums are counted again when the zone changes. */
export const DAY_TABLES = ['rollups', 'funnels', 'searches', 'queries']

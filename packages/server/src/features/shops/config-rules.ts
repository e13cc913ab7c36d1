/** Checks what a schema cannot express about a rule: an action, existing references, ranges in order. */
import { absentParts, type SearchRuleConfig, type ShopConfig } from '@vitrine/contract'
import { productNumber } from '../../ports/record-store/item-number.ts'
import { isLocale, reportRepeats, type Report } from './config-report.ts'

type Path = (string | number)[]

export function checkRules(config: ShopConfig, report: Report): void {
  config.search.segments.forEach((segment, index) => {
    checkSegment(segment, (key, type, words) => report(['search', 'segments', index, ...key], type, words))
  })
  config.search.rules.forEach((rule, index) => {
    const path = ['search', 'rules', index]
    const lists = [rule.pin, rule.pin_where, rule.hide, rule.hide_where, rule.boost, rule.bury, rule.content]
    const acts = [...lists, rule.filters?.replace, rule.filters?.add].some(
      (list) => list !== undefined && list.length > 0,
    )
    if (!acts && !rule.redirect) {
      report(path, 'object.missing', 'must have an action: pin, hide, boost, bury, redirect, content or filters')
    }
    checkTargets(rule, (key, type, words) => report([...path, ...key], type, words))
    checkWhen(config, rule, (key, type, words) => report([...path, 'when', ...key], type, words))
    checkRuleVariant(config, rule, (key, words) => report([...path, 'when', 'experience', key], 'any.ref', words))
    checkRuleFilters(config, rule, (key, words) => report([...path, ...key], 'any.only', words))
    if (rule.starts_at != null && rule.ends_at != null && Date.parse(rule.starts_at) >= Date.parse(rule.ends_at)) {
      report([...path, 'ends_at'], 'date.greater', 'must be later than starts_at')
    }
    checkPins(rule, (key, type, words) => report([...path, 'pin', ...key], type, words))
  })
}

function checkPins({ pin: pins = [], hide = [] }: SearchRuleConfig, report: Report): void {
  const products = pins.map((pin) => productNumber(pin.product_id))
  reportRepeats(products, (i) => report([i, 'product_id'], 'array.unique', 'is used twice'))
  reportRepeats(
    pins.map((pin) => pin.position),
    (i) => report([i, 'position'], 'array.unique', 'is used twice'),
  )
  const hidden = new Set(hide.map(productNumber))
  products.forEach((product, i) => {
    if (hidden.has(product)) report([i, 'product_id'], 'any.invalid', 'is both pinned and hidden')
  })
}

function checkRuleFilters(
  config: ShopConfig,
  { filters = {}, when }: SearchRuleConfig,
  report: (path: Path, words: string) => void,
): void {
  const known = new Set(config.filters.map(({ key }) => key))
  const isAutomatic = config.automatic && absentParts(config).includes('filters')
  // The reference may mean a filter that is derived from the catalog, or one that violates the schema.
  const mayBeAnother = isAutomatic || Array.from(config.filters).includes(undefined as never)
  const checkKey = (key: string, path: Path) => {
    if (!mayBeAnother && !known.has(key)) report(path, 'must be the key of a filter')
  }
  for (const name of ['replace', 'add'] as const)
    for (const [i, key] of filters[name]?.entries() ?? []) checkKey(key, ['filters', name, i])
  if (when?.filter) checkKey(when.filter.key, ['when', 'filter', 'key'])
}

function checkWhen(config: ShopConfig, { when }: SearchRuleConfig, report: Report): void {
  // Spaces would match every page without a search.
  if (when?.query?.trim() === '') report(['query'], 'string.empty', 'is not allowed to be empty')
  const markets = config.markets.flatMap(({ id, handle }) => [String(id), handle])
  if (when?.market !== undefined && !markets.includes(String(when.market)))
    report(['market'], 'any.only', 'must be a market of the shop')
  if (when?.locale !== undefined && !isLocale(when.locale)) report(['locale'], 'any.invalid', 'must be a BCP 47 locale')
  checkSegment(when?.segment, (key, type, words) => report(['segment', ...key], type, words))
  const named = when?.segment?.id
  const { segments } = config.search
  // The reference may mean a segment that violates the schema.
  if (named !== undefined && !Array.from(segments).some((one) => one === undefined || one.id === named))
    report(['segment', 'id'], 'any.ref', `names segment ${named}, which does not exist`)
}

type Segment = NonNullable<SearchRuleConfig['when']['segment']>

function checkSegment(segment: Segment | undefined, report: Report): void {
  for (const name of ['visits', 'orders', 'spent'] as const) checkRange(segment?.[name], [name], report)
}

function checkRange(range: { min?: number; max?: number } | undefined, path: Path, report: Report): void {
  if (range?.min !== undefined && range.max !== undefined && range.min > range.max)
    report([...path, 'max'], 'number.min', 'must be greater than or equal to min')
}

/** A target without a condition would pin, hide or move everything. */
function checkTargets(rule: SearchRuleConfig, report: Report): void {
  const beside = new Set(['position', 'limit', 'weight'])
  for (const name of ['pin_where', 'hide_where', 'boost', 'bury'] as const)
    rule[name]?.forEach((target, i) => {
      if (Object.keys(target).every((key) => beside.has(key)))
        report([name, i], 'object.missing', 'must name an attribute or products')
      checkRange(target.price, [name, i, 'price'], report)
    })
}

function checkRuleVariant(
  config: ShopConfig,
  { when }: SearchRuleConfig,
  report: (key: string, words: string) => void,
): void {
  const named = when?.experience
  // The reference may mean an experience that violates the schema and is already reported.
  if (!named || Array.from(config.experiences).includes(undefined as never)) return
  const experience = config.experiences.find(({ id }) => String(id) === String(named.id))
  if (!experience) report('id', `names experience ${named.id}, which does not exist`)
  else if (!experience.variants.some(({ key }) => key === named.variant))
    report('variant', `names variant ${named.variant}, which experience ${named.id} does not have`)
}

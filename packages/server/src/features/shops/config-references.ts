/** What no schema can say of a shop's document: ids that must be unique, references that must lead somewhere, dates in order. */
import { type SearchRuleConfig, type ShopConfig, type ValidationItem, validationItem } from '@vitrine/contract'
import { checkLinks } from './config-links.ts'

/** One bad document must not become a megabyte of complaints. */
const MOST_FAULTS = 100
/** Of all synonym groups together. */
const MAX_SYNONYM_WORDS = 10_000

type Path = (string | number)[]
type Report = (path: Path, type: string, words: string) => void

/** Every fault, by path; none means the document holds together. Lists may have holes: entries already found wrong in form. */
export function referenceFaults(config: ShopConfig): ValidationItem[] {
  const items: ValidationItem[] = []
  const report: Report = (path, type, words) => {
    if (items.length < MOST_FAULTS) items.push(validationItem(path, type, words))
  }
  checkUnique(config, report)
  checkShop(config, report)
  checkFilters(config, report)
  checkFilterTrees(config, report)
  checkExperiences(config, report)
  checkSections(config, report)
  checkRules(config, report)
  checkLinks(config, report)
  checkSynonyms(config, report)
  checkMarkets(config, report)
  checkPublications(config, report)
  return items
}

const UNIQUE: readonly [list: keyof ShopConfig, field: string][] = [
  ['filters', 'id'],
  ['filters', 'key'],
  ['filter_trees', 'id'],
  ['sections', 'id'],
  ['experiences', 'id'],
  ['collections', 'id'],
  ['collections', 'handle'],
  ['pages', 'id'],
  ['pages', 'handle'],
  ['articles', 'id'],
  ['articles', 'handle'],
  ['publications', 'id'],
  ['markets', 'id'],
  ['markets', 'handle'],
  ['business_accounts', 'id'],
]

function checkUnique(config: ShopConfig, report: Report): void {
  for (const [list, field] of UNIQUE) {
    const values = (config[list] as Record<string, unknown>[]).map((entry) => entry[field])
    reportRepeats(values, (index) => report([list, index, field], 'array.unique', 'is used twice'))
  }
  const ruleIds = config.search.rules.map((rule) => rule.id)
  reportRepeats(ruleIds, (index) => report(['search', 'rules', index, 'id'], 'array.unique', 'is used twice'))
}

/** `1` and `"1"` are one id: on the wire both forms occur. */
function reportRepeats(values: readonly unknown[], report: (index: number) => void): void {
  const seen = new Set<string>()
  values.forEach((value, index) => {
    const text = String(value)
    if (seen.has(text)) report(index)
    seen.add(text)
  })
}

function checkShop(config: ShopConfig, report: Report): void {
  if (!isTimeZone(config.shop.timezone)) report(['shop', 'timezone'], 'any.invalid', 'must be an IANA time zone')
  if (!isLocale(config.shop.primary_locale))
    report(['shop', 'primary_locale'], 'any.invalid', 'must be a BCP 47 locale')
}

function isTimeZone(name: string): boolean {
  return succeeds(() => new Intl.DateTimeFormat('en', { timeZone: name }))
}

function isLocale(tag: string): boolean {
  return succeeds(() => new Intl.Locale(tag))
}

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}

function checkFilters(config: ShopConfig, report: Report): void {
  config.filters.forEach((filter, index) => {
    const path = ['filters', index]
    const { attribute_type: kind, attribute } = filter
    if (kind === 'option' && !attribute)
      report([...path, 'attribute'], 'any.required', "must name the product's option")
    if (kind === 'metafield' && !/^[^.\s]+\.\S+$/.test(attribute ?? '')) {
      report([...path, 'attribute'], 'any.invalid', 'must be namespace.key of a metafield')
    }
    if (filter.min != null && filter.max != null && filter.min > filter.max) {
      report([...path, 'max'], 'number.min', 'must be greater than or equal to min')
    }
    reportRepeats(
      (filter.values ?? []).map((value) => value.value),
      (i) => report([...path, 'values', i, 'value'], 'array.unique', 'is used twice'),
    )
  })
}

function checkFilterTrees(config: ShopConfig, report: Report): void {
  const known = new Set<number | undefined>(config.filters.map((filter) => filter.id))
  // A filter that is wrong in form leaves a hole: whatever it was called, naming it is no second fault.
  const mayNameHole = known.has(undefined)
  const defaults = new Set<string>()
  config.filter_trees.forEach((tree, index) => {
    const path = ['filter_trees', index]
    tree.filters.forEach((id, i) => {
      if (!known.has(id) && !mayNameHole)
        report([...path, 'filters', i], 'any.ref', `names filter ${id}, which does not exist`)
    })
    reportRepeats(tree.filters, (i) => report([...path, 'filters', i], 'array.unique', 'is used twice'))
    if (tree.is_default !== true) return
    if (defaults.has(tree.target_page)) {
      report([...path, 'is_default'], 'array.unique', `is set on a second tree of the ${tree.target_page} page`)
    }
    defaults.add(tree.target_page)
  })
}

function checkExperiences(config: ShopConfig, report: Report): void {
  config.experiences.forEach((experience, index) => {
    const path = ['experiences', index, 'variants']
    reportRepeats(
      experience.variants.map((variant) => variant.key),
      (i) => report([...path, i, 'key'], 'array.unique', 'is used twice'),
    )
    if (experience.variants.every((variant) => variant.weight === 0)) {
      report(path, 'any.invalid', 'must give at least one variant a weight above 0')
    }
  })
}

function checkSections(config: ShopConfig, report: Report): void {
  const experiences = Array.from(config.experiences)
  const mayNameHole = experiences.includes(undefined as never)
  const variants = new Map(experiences.map((one) => [String(one?.id), one?.variants.map((variant) => variant.key)]))
  config.sections.forEach((section, index) => {
    const path = ['sections', index]
    const { experience_id: experience, variant, min_products: min, max_products: max } = section
    const keys = experience == null ? undefined : variants.get(String(experience))
    if (experience != null && !keys && !mayNameHole) {
      report([...path, 'experience_id'], 'any.ref', `names experience ${experience}, which does not exist`)
    }
    if (variant != null && experience == null) {
      report([...path, 'variant'], 'any.invalid', 'needs the experience_id it belongs to')
    }
    if (variant != null && keys && !keys.includes(variant)) {
      report([...path, 'variant'], 'any.ref', `names variant ${variant}, which experience ${experience} does not have`)
    }
    if (min !== undefined && max !== undefined && min > max) {
      report([...path, 'max_products'], 'number.min', 'must be greater than or equal to min_products')
    }
  })
}

function checkRuleFilters(
  config: ShopConfig,
  { filters = {}, when }: SearchRuleConfig,
  report: (path: (string | number)[], words: string) => void,
): void {
  const known = new Set(config.filters.map(({ key }) => key))
  const words = 'must be the key of a filter'
  for (const name of ['replace', 'add'] as const)
    filters[name]?.forEach((key, i) => {
      if (!known.has(key)) report(['filters', name, i], words)
    })
  const markets = config.markets.flatMap(({ id, handle }) => [String(id), handle])
  if (when?.market !== undefined && !markets.includes(String(when.market)))
    report(['when', 'market'], 'must be a market of the shop')
}

/** What names nothing would pin or hide everything. */
function checkTargets(rule: SearchRuleConfig, report: (name: string, index: number) => void): void {
  const beside = new Set(['position', 'limit'])
  for (const name of ['pin_where', 'hide_where'] as const)
    rule[name]?.forEach((target, i) => {
      if (Object.keys(target).every((key) => beside.has(key))) report(name, i)
    })
}

function checkRuleVariant(
  config: ShopConfig,
  { when }: SearchRuleConfig,
  report: (key: string, words: string) => void,
): void {
  const named = when?.experience
  // An experience that is wrong in form leaves a hole: naming it is no second fault.
  if (!named || Array.from(config.experiences).includes(undefined as never)) return
  const experience = config.experiences.find(({ id }) => String(id) === String(named.id))
  if (!experience) report('id', `names experience ${named.id}, which does not exist`)
  else if (!experience.variants.some(({ key }) => key === named.variant))
    report('variant', `names variant ${named.variant}, which experience ${named.id} does not have`)
}

function checkRules(config: ShopConfig, report: Report): void {
  config.search.rules.forEach((rule, index) => {
    const path = ['search', 'rules', index]
    const lists = [rule.pin, rule.pin_where, rule.hide, rule.hide_where, rule.boost, rule.bury, rule.content]
    const acts = [...lists, rule.filters?.replace, rule.filters?.add].some(
      (list) => list !== undefined && list.length > 0,
    )
    if (!acts && !rule.redirect) {
      report(path, 'object.missing', 'must have an action: pin, hide, boost, bury, redirect, content or filters')
    }
    checkTargets(rule, (name, i) => report([...path, name, i], 'object.missing', 'must name an attribute or products'))
    checkRuleVariant(config, rule, (key, words) => report([...path, 'when', 'experience', key], 'any.ref', words))
    checkRuleFilters(config, rule, (key, words) => report([...path, ...key], 'any.only', words))
    if (rule.starts_at != null && rule.ends_at != null && Date.parse(rule.starts_at) >= Date.parse(rule.ends_at)) {
      report([...path, 'ends_at'], 'date.greater', 'must be later than starts_at')
    }
    const pins = rule.pin ?? []
    reportRepeats(
      pins.map((pin) => pin.product_id),
      (i) => report([...path, 'pin', i, 'product_id'], 'array.unique', 'is used twice'),
    )
    reportRepeats(
      pins.map((pin) => pin.position),
      (i) => report([...path, 'pin', i, 'position'], 'array.unique', 'is used twice'),
    )
    const hidden = new Set(rule.hide)
    pins.forEach((pin, i) => {
      if (hidden.has(pin.product_id)) {
        report([...path, 'pin', i, 'product_id'], 'any.invalid', 'is both pinned and hidden')
      }
    })
  })
}

/** Every query whose last word is unfinished looks through all of them. */
function checkSynonyms({ search }: ShopConfig, report: Report): void {
  const words = search.synonyms.map((one) => (Array.isArray(one) ? one.length : one ? 1 + [one.to].flat().length : 0))
  const count = words.reduce((sum, size) => sum + size, 0)
  if (count > MAX_SYNONYM_WORDS) {
    report(['search', 'synonyms'], 'array.max', `must hold less than or equal to ${MAX_SYNONYM_WORDS} words in all`)
  }
}

function checkMarkets(config: ShopConfig, report: Report): void {
  config.markets.forEach((market, index) => {
    market.locales?.forEach((locale, i) => {
      if (!isLocale(locale)) report(['markets', index, 'locales', i], 'any.invalid', 'must be a BCP 47 locale')
    })
  })
}

function checkPublications(config: ShopConfig, report: Report): void {
  const stores = config.publications.flatMap((one, index) => (one.is_online_store ? [index] : []))
  for (const index of stores.slice(1)) {
    report(['publications', index, 'is_online_store'], 'array.unique', 'is set on a second publication')
  }
}

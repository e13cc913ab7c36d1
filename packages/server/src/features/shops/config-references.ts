/** Checks what a schema cannot express: unique ids, existing references, dates in order. */
import { type ShopConfig, type ValidationItem, validationItem } from '@vitrine/contract'
import { checkLinks } from './config-links.ts'
import { checkRules } from './config-rules.ts'
import { isLocale, reportRepeats, succeeds, type Report } from './config-report.ts'

const MAX_FAULTS = 100
/** Limit over all groups. */
const MAX_SYNONYM_WORDS = 10_000

/** Lists may have holes where entries violate the schema. */
export function referenceFaults(config: ShopConfig): ValidationItem[] {
  const items: ValidationItem[] = []
  const report: Report = (path, type, words) => {
    if (items.length < MAX_FAULTS) items.push(validationItem(path, type, words))
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
  for (const list of ['rules', 'segments'] as const) {
    const ids = config.search[list].map(({ id }) => id)
    reportRepeats(ids, (index) => report(['search', list, index, 'id'], 'array.unique', 'is used twice'))
  }
}

function checkShop(config: ShopConfig, report: Report): void {
  if (!isTimeZone(config.shop.timezone)) report(['shop', 'timezone'], 'any.invalid', 'must be an IANA time zone')
  if (!isLocale(config.shop.primary_locale))
    report(['shop', 'primary_locale'], 'any.invalid', 'must be a BCP 47 locale')
}

function isTimeZone(name: string): boolean {
  return succeeds(() => new Intl.DateTimeFormat('en', { timeZone: name }))
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
  // The reference may mean a filter that violates the schema and is already reported.
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
      report([...path, 'is_default'], 'array.unique', `is already set on another tree of the ${tree.target_page} page`)
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

/** Every query with an unfinished last word looks through all synonyms. */
function checkSynonyms({ search }: ShopConfig, report: Report): void {
  const words = search.synonyms.map((one) => (Array.isArray(one) ? one.length : one ? 1 + [one.to].flat().length : 0))
  const count = words.reduce((sum, size) => sum + size, 0)
  if (count > MAX_SYNONYM_WORDS) {
    report(['search', 'synonyms'], 'array.max', `must contain at most ${MAX_SYNONYM_WORDS} words in total`)
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
    report(['publications', index, 'is_online_store'], 'array.unique', 'is already set on another publication')
  }
}

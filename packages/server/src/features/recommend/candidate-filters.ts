/** Decides which products may be complements of the anchors, or alternatives to them. */
import type { CatalogEntry } from './catalog/catalog-entries.ts'
import { fold, statedKindOf } from '@vitrine/engine'
import { memoizedBy } from '../platform/memoized-by.ts'
import { catalogStatistics, distinguishingFeatures } from './catalog/catalog-statistics.ts'
import type { ShopCatalog } from './catalog/shop-catalog.ts'
import { isSameThing, isSubstitute, replaces, scopeOf, wornWhere } from './catalog/product-kind.ts'
import { similarityBetween } from './steps/content-steps.ts'
import { type Candidate, entryOf, type RecommendContext, type RecommendQuery } from './recommend-context.ts'

/** Steps based on orders, carts or visits with both products, or on the merchant's choice. */
const EVIDENT_STEPS: ReadonlySet<string> = new Set([
  'orders',
  'carts',
  'co_view',
  'complementary',
  'related',
  'merchant',
])
/** A complement that costs more than this needs orders as evidence. */
const MAX_COMPLEMENT_PRICE = 1.5
/** Nobody compares products whose prices are further apart than this factor. */
const MAX_ALTERNATIVE_PRICE = 1.75
const MAX_PRICE_PENALTY = 4
/** Products with less similarity are no alternatives, even with the same noun. */
const MIN_SIMILARITY = 0.33
const BUNDLE = /\b(?:bundle|set|kit|pack|duo|trio|combo|collection|box)\b/i

export type CandidateFilter = (entry: CatalogEntry, candidate: Candidate) => boolean

/** With evidence, only stock and group are checked: a complement is in stock and no color or size of an anchor. */
export function complementFilter(context: RecommendContext, query: RecommendQuery): CandidateFilter {
  const seeds = [...new Set([...query.anchors, ...query.cart])].flatMap((id) => entryOf(context, id) ?? [])
  const groups = new Set(seeds.map(({ group }) => group))
  const maxPrice = MAX_COMPLEMENT_PRICE * Math.max(0, ...seeds.map(({ price }) => price))
  const isSuited = suits(context.catalog, seeds)
  const isPlausible = (entry: CatalogEntry) =>
    (maxPrice === 0 || entry.price <= maxPrice) &&
    isSuited(entry) &&
    !seeds.some((seed) => replaces(seed, entry) || isBundleOf(entry, seed))
  return (entry, { step }) =>
    entry.inStock && !groups.has(entry.group) && (EVIDENT_STEPS.has(step) || isPlausible(entry))
}

/** What a product may share with an anchor. An alternative shares all of it; others are sorted by the sum. */
const WEIGHTS = { kind: 4, people: 4, name: 2, price: 2, subject: 4, area: 4, worn: 1, suits: 1, words: 1 }
const WEIGHT_ENTRIES = Object.entries(WEIGHTS) as [keyof typeof WEIGHTS, number][]
/** The score of an alternative. */
export const ALTERNATIVE = Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0)

/** Returns the weight that a product shares with its closest anchor. With evidence it counts as an alternative. */
export function sharedWeight(
  context: RecommendContext,
  query: RecommendQuery,
): (entry: CatalogEntry, candidate: Candidate) => number {
  const anchors = query.anchors.flatMap((id) => entryOf(context, id) ?? [])
  const comparisons = anchors.map((anchor) => comparisonWith(context.catalog, anchor))
  return (entry, { step }) =>
    anchors.length === 0 || EVIDENT_STEPS.has(step)
      ? ALTERNATIVE
      : Math.max(...comparisons.map((compare) => compare(entry)))
}

/** Popular products are the anchors of many lists, so comparisons are kept until the catalog changes. */
function comparisonWith(catalog: ShopCatalog, anchor: CatalogEntry): (entry: CatalogEntry) => number {
  const known = catalog.comparisons.get(anchor.id)
  if (known) return known
  const compare = memoizedBy(({ id }: CatalogEntry) => id, compareWith(catalog, anchor))
  catalog.comparisons.set(anchor.id, compare)
  return compare
}

/** The narrowest kind with several products counts: an alternative to one of several backpacks is no other bag. */
function compareWith(catalog: ShopCatalog, anchor: CatalogEntry): (entry: CatalogEntry) => number {
  const statistics = catalogStatistics(catalog)
  const isNamed = statistics.isKindByNoun(anchor)
  const subject = statistics.subjectOf(anchor).map((word) => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'u'))
  const isSuited = suits(catalog, [anchor])
  const isClear = anchor.worn !== undefined || statedKindOf(anchor.product) !== ''
  const features = isClear ? undefined : distinguishingFeatures(catalog, anchor)
  const sharesMore = (entry: CatalogEntry) => !features?.isDisjointFrom(distinguishingFeatures(catalog, entry))
  const isSame = (noun: string) =>
    isSameThing(noun, anchor.kind) || (anchor.worn !== undefined && wornWhere(noun) === anchor.worn)
  const isOther = (entry: CatalogEntry) => statistics.isNounOfKind(entry.noun) || statistics.isKindByNoun(entry)
  const isNamedSo = (entry: CatalogEntry) =>
    entry.noun === anchor.noun || (!isNamed && (!isOther(entry) || isSame(entry.noun)))
  const isOfAge = (entry: CatalogEntry) => statistics.isForChildren || entry.isForChildren === anchor.isForChildren
  const area = statistics.areaOf(anchor.kind)
  const shareOfSubject = ({ product }: CatalogEntry) => {
    const title = fold(product.title)
    return subject.filter((word) => word.test(title)).length / subject.length
  }
  const isFiledNear = ({ kind, type }: CatalogEntry) =>
    (area !== '' && statistics.areaOf(kind) === area) || (anchor.type !== '' && type === anchor.type)
  // Most products are of a few kinds, so a few comparisons serve hundreds of products.
  const namesOf = memoizedBy(
    ({ kind, noun, type, worn }: CatalogEntry) => `${kind}\n${noun}\n${type}\n${worn}`,
    (entry) => ({
      isOfKind: isSubstitute(anchor, entry),
      isNamedSo: isNamedSo(entry),
      isFiledNear: isFiledNear(entry),
      isWornToo: (entry.worn === undefined) === (anchor.worn === undefined),
    }),
  )
  return (entry) => {
    const names = namesOf(entry)
    const isOfKind = names.isOfKind && sharesMore(entry)
    const penalty = pricePenalty(anchor.price, entry.price)
    const shared: Record<keyof typeof WEIGHTS, boolean | number> = {
      kind: isOfKind,
      people: isForTheSame(anchor, entry) && isOfAge(entry),
      name: isOfKind && names.isNamedSo,
      price: penalty === 0,
      // Comes last, because unpacking a product's texts is the most expensive part.
      subject: subject.length === 0 || shareOfSubject(entry),
      area: isOfKind || names.isFiledNear,
      worn: isOfKind || names.isWornToo,
      suits: isSuited(entry),
      words: similarityBetween(catalog, anchor.id, entry.id) >= MIN_SIMILARITY,
    }
    let sum = -penalty
    for (const [name, weight] of WEIGHT_ENTRIES) sum += weight * Number(shared[name])
    return sum
  }
}

/** Returns log2 of the ratio of the prices, at most `MAX_PRICE_PENALTY`; 0 if comparable, or if one is 0. */
function pricePenalty(one: number, other: number): number {
  const [low, high] = [Math.min(one, other), Math.max(one, other)]
  return low === 0 || high <= MAX_ALTERNATIVE_PRICE * low ? 0 : Math.min(MAX_PRICE_PENALTY, Math.log2(high / low))
}

/** False if one is for women and the other for men. */
function isForTheSame(one: CatalogEntry, other: CatalogEntry): boolean {
  return one.wearer === undefined || other.wearer === undefined || one.wearer === other.wearer
}

/** Compares wearer, age, place of use and precious metal with the seeds. A missing metal or place suits all. */
function suits(catalog: ShopCatalog, seeds: readonly CatalogEntry[]): (entry: CatalogEntry) => boolean {
  const statistics = catalogStatistics(catalog)
  const wearers = new Set(seeds.flatMap(({ wearer }) => wearer ?? []))
  const metalOf = ({ metal = statistics.usualMetal }: CatalogEntry) => metal
  const metals = new Set(seeds.flatMap((seed) => metalOf(seed) ?? []))
  const scopes = new Set(seeds.flatMap(({ product }) => scopeOf(product) || []))
  // Products without a wearer suit everybody only if the shop usually states one. If a single bracelet is "for men",
  // the others are not for men.
  const isForThem = ({ wearer }: CatalogEntry) =>
    wearer === undefined ? wearers.size === 0 || statistics.statesWearers : wearers.has(wearer)
  const isOfAge = (entry: CatalogEntry) =>
    statistics.isForChildren || seeds.some((seed) => seed.isForChildren === entry.isForChildren)
  return (entry) =>
    isForThem(entry) &&
    isOfAge(entry) &&
    agrees(metalOf(entry), metals) &&
    (scopes.size === 0 || agrees(scopeOf(entry.product) || undefined, scopes))
}

/** True if the value is wanted, or missing. */
function agrees(value: string | undefined, wanted: ReadonlySet<string>): boolean {
  return value === undefined || wanted.size === 0 || wanted.has(value)
}

function isBundleOf({ product }: CatalogEntry, { kind, product: { title } }: CatalogEntry): boolean {
  if (!BUNDLE.test(product.title) || BUNDLE.test(title)) return false
  const noun = kind.split(' ').at(-1) ?? ''
  return noun !== '' && product.title.toLowerCase().includes(noun)
}

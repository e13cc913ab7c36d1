/**
 * Decides what may be shown as a complement of the anchors, or as an alternative to them, whichever step proposes it.
 * A product that shoppers chose together with the anchor, or that the merchant chose, need only be presentable.
 */
import type { CatalogEntry } from './catalog/catalog-entries.ts'
import { fold, statedKindOf } from '@vitrine/engine'
import { censusOf, specificsOf } from './catalog/census.ts'
import { isSameThing, isSubstitute, replaces, scopeOf, wornWhere } from './catalog/product-kind.ts'
import { likenessBetween } from './steps/content-steps.ts'
import { type Candidate, entryOf, type RecommendContext, type RecommendQuery } from './recommend-context.ts'

/** Steps based on orders, carts or visits with both products, or on the merchant's own choice. */
const EVIDENT_STEPS: ReadonlySet<string> = new Set([
  'orders',
  'carts',
  'co_view',
  'complementary',
  'related',
  'merchant',
])
/** A complement is an addition to what is bought; if it costs much more, only orders are convincing. */
const MAX_COMPLEMENT_PRICE = 1.5
/** The dearer of two alternatives costs at most this many times as much: nobody compares prices that are further apart. */
const MAX_ALTERNATIVE_PRICE = 2
/** Products that have less in common than this are not alternatives, though the same noun names them. */
const MIN_LIKENESS = 0.33
const BUNDLE = /\b(?:bundle|set|kit|pack|duo|trio|combo|collection|box)\b/i

export type Gate = (entry: CatalogEntry, candidate: Candidate) => boolean

export const GATES = { complements: complementGate, alternatives: alternativeGate }

/**
 * A complement is in stock and is neither an anchor nor a color or size of one. Without evidence it must also be another
 * kind of thing that suits the anchors, not a bundle of the anchor, and not much more expensive.
 */
function complementGate(context: RecommendContext, query: RecommendQuery): Gate {
  const seeds = [...new Set([...query.anchors, ...query.cart])].flatMap((id) => entryOf(context, id) ?? [])
  const groups = new Set(seeds.map(({ group }) => group))
  const maxPrice = MAX_COMPLEMENT_PRICE * Math.max(0, ...seeds.map(({ price }) => price))
  const isSuited = suits(context, seeds)
  const isPlausible = (entry: CatalogEntry) =>
    (maxPrice === 0 || entry.price <= maxPrice) &&
    isSuited(entry) &&
    !seeds.some((seed) => replaces(seed, entry) || isBundleOf(entry, seed))
  return (entry, { step }) =>
    entry.inStock && !groups.has(entry.group) && (EVIDENT_STEPS.has(step) || isPlausible(entry))
}

/**
 * An alternative is in stock. Without evidence it is also the same kind of thing as an anchor, or worn on the same part of
 * the body, suits the anchor, and has a comparable price. It is the same in the narrowest sense of which the shop has
 * several products: an alternative to one of several backpacks is a backpack, not any bag.
 */
function alternativeGate(context: RecommendContext, query: RecommendQuery): Gate {
  const anchors = query.anchors.flatMap((id) => entryOf(context, id) ?? [])
  if (anchors.length === 0 || query.isPaged) return () => true
  const census = censusOf(context.catalog)
  const isAlike = (one: number, other: number) => likenessBetween(context, one, other) >= MIN_LIKENESS
  const alternatives = anchors.map((anchor) => {
    const isSuited = suits(context, [anchor])
    const isNamed = census.isKindByNoun(anchor)
    const subject = census.subjectOf(anchor)
    const isClear = anchor.worn !== undefined || statedKindOf(anchor.product) !== ''
    const specifics = isClear ? undefined : specificsOf(context.catalog, anchor)
    const sharesMore = (entry: CatalogEntry) => !specifics?.isDisjointFrom(specificsOf(context.catalog, entry))
    const isSame = (noun: string) =>
      isSameThing(noun, anchor.kind) || (anchor.worn !== undefined && wornWhere(noun) === anchor.worn)
    const isOther = (entry: CatalogEntry) => census.isThing(entry.noun) || census.isKindByNoun(entry)
    const isNamedSo = (entry: CatalogEntry) =>
      entry.noun === anchor.noun || (!isNamed && (!isOther(entry) || isSame(entry.noun)))
    return (entry: CatalogEntry) =>
      Math.max(anchor.price, entry.price) <= MAX_ALTERNATIVE_PRICE * Math.min(anchor.price, entry.price) &&
      isSubstitute(anchor, entry) &&
      isSuited(entry) &&
      isNamedSo(entry) &&
      isAlike(anchor.id, entry.id) &&
      sharesMore(entry) &&
      (subject?.test(fold(entry.product.title)) ?? true)
  })
  return (entry, { step }) =>
    entry.inStock && (EVIDENT_STEPS.has(step) || alternatives.some((isAlternative) => isAlternative(entry)))
}

/** Accepts what is for the wearers, the age, the place and the precious metal of the seeds. A missing metal or place suits everything. */
function suits(context: RecommendContext, seeds: readonly CatalogEntry[]): (entry: CatalogEntry) => boolean {
  const census = censusOf(context.catalog)
  const wearers = new Set(seeds.flatMap(({ wearer }) => wearer ?? []))
  const toneOf = ({ tone = census.usualTone }: CatalogEntry) => tone
  const tones = new Set(seeds.flatMap((seed) => toneOf(seed) ?? []))
  const scopes = new Set(seeds.flatMap(({ product }) => scopeOf(product) || []))
  // A product that states no wearer suits everyone only in a shop that usually states one. If a single bracelet is
  // "for men", the bracelets that state nothing are not.
  const isForThem = ({ wearer }: CatalogEntry) =>
    wearer === undefined ? wearers.size === 0 || census.statesWearers : wearers.has(wearer)
  const isOfAge = (entry: CatalogEntry) =>
    census.isForChildren || seeds.some((seed) => seed.isForChildren === entry.isForChildren)
  return (entry) =>
    isForThem(entry) &&
    isOfAge(entry) &&
    agrees(toneOf(entry), tones) &&
    (scopes.size === 0 || agrees(scopeOf(entry.product) || undefined, scopes))
}

/** True if the value is wanted; a missing value matches everything. */
function agrees(value: string | undefined, wanted: ReadonlySet<string>): boolean {
  return value === undefined || wanted.size === 0 || wanted.has(value)
}

function isBundleOf({ product }: CatalogEntry, { kind, product: { title } }: CatalogEntry): boolean {
  if (!BUNDLE.test(product.title) || BUNDLE.test(title)) return false
  const noun = kind.split(' ').at(-1) ?? ''
  return noun !== '' && product.title.toLowerCase().includes(noun)
}

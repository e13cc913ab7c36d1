/**
 * Decides what may stand beside the anchors as a complement, whichever step puts it forward. It is in stock, and is neither one of them nor a
 * color or size of them. What was really bought together needs no more; anything else must be another kind of thing, for the same
 * wearer and place, no bundle of the anchor, and not much dearer.
 */
import type { CatalogEntry } from './catalog/catalog-entries.ts'
import { replaces, scopeOf } from './catalog/product-kind.ts'
import { type Candidate, entryOf, type RecommendContext, type RecommendQuery } from './recommend-context.ts'

/** Steps that know of orders and carts with both products, or of the merchant's own choice. */
const EVIDENT_STEPS: ReadonlySet<string> = new Set(['orders', 'carts', 'complementary', 'merchant'])
/** Nobody adds a pond to a pot. Twice the price is a large addition; beyond that only orders convince. */
const MAX_PRICE_RATIO = 2
const BUNDLE = /\b(?:bundle|set|kit|pack|duo|trio|combo|collection|box)\b/i

export type ComplementGate = (entry: CatalogEntry, candidate: Candidate) => boolean

export function complementGate(context: RecommendContext, query: RecommendQuery): ComplementGate {
  const seeds = [...new Set([...query.anchors, ...query.cart])].flatMap((id) => entryOf(context, id) ?? [])
  const groups = new Set(seeds.map(({ group }) => group))
  const wearers = new Set(seeds.flatMap(({ wearer }) => wearer ?? []))
  const scopes = new Set(seeds.flatMap(({ product }) => scopeOf(product) || []))
  const maxPrice = MAX_PRICE_RATIO * Math.max(0, ...seeds.map(({ price }) => price))
  const isPlausible = (entry: CatalogEntry) =>
    !seeds.some((seed) => replaces(seed.kind, entry.kind) || isCalledAs(entry, seed) || isBundleOf(entry, seed)) &&
    agrees(entry.wearer, wearers) &&
    agrees(scopeOf(entry.product) || undefined, scopes) &&
    (maxPrice === 0 || entry.price <= maxPrice)
  return (entry, { step }) =>
    entry.inStock && !groups.has(entry.group) && (EVIDENT_STEPS.has(step) || isPlausible(entry))
}

/** A missing value agrees with everything. */
function agrees(value: string | undefined, wanted: ReadonlySet<string>): boolean {
  return value === undefined || wanted.size === 0 || wanted.has(value)
}

/** A slip dress among the undergarments is a dress. */
function isCalledAs(entry: CatalogEntry, seed: CatalogEntry): boolean {
  return replaces(seed.kind, entry.noun)
}

function isBundleOf({ product }: CatalogEntry, { kind, product: { title } }: CatalogEntry): boolean {
  if (!BUNDLE.test(product.title) || BUNDLE.test(title)) return false
  const noun = kind.split(' ').at(-1) ?? ''
  return noun !== '' && product.title.toLowerCase().includes(noun)
}

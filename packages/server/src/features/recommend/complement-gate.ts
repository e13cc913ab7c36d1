/**
 * Decides what may be shown with the anchors as a complement, whichever step proposes it. It must be in stock, and
 * neither be one of the anchors nor a color or size of one. Products that were actually bought together need nothing
 * more. Anything else must be a different kind of thing, for the same wearer and place, not a bundle of the anchor,
 * and not much more expensive.
 */
import type { CatalogEntry } from './catalog/catalog-entries.ts'
import { replaces, scopeOf } from './catalog/product-kind.ts'
import { type Candidate, entryOf, type RecommendContext, type RecommendQuery } from './recommend-context.ts'

/** Steps based on orders or carts with both products, or on the merchant's own choice. */
const EVIDENT_STEPS: ReadonlySet<string> = new Set(['orders', 'carts', 'complementary', 'merchant'])
/** Twice the price is already a large addition; beyond that, only orders are convincing. */
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

/** A missing value matches everything. */
function agrees(value: string | undefined, wanted: ReadonlySet<string>): boolean {
  return value === undefined || wanted.size === 0 || wanted.has(value)
}

/** The noun of the title counts too: a slip dress sold as underwear is still a dress. */
function isCalledAs(entry: CatalogEntry, seed: CatalogEntry): boolean {
  return replaces(seed.kind, entry.noun)
}

function isBundleOf({ product }: CatalogEntry, { kind, product: { title } }: CatalogEntry): boolean {
  if (!BUNDLE.test(product.title) || BUNDLE.test(title)) return false
  const noun = kind.split(' ').at(-1) ?? ''
  return noun !== '' && product.title.toLowerCase().includes(noun)
}

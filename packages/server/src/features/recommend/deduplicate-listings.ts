/** Keeps one of several listings of a product: in the shopper's color and size, or else the best ranked. */
import { shadesOf } from './catalog/product-group.ts'
import { type Candidate, entryOf, type RecommendContext } from './recommend-context.ts'

/** Candidates among which the preferred listing is chosen. Later groups keep their first listing. */
const LOOK_AHEAD = 48
/** Latest products that decide the preference. */
const MAX_VIEWED = 20

/** @param excluded products whose other listings are left out, too */
export function* deduplicateListings(
  context: RecommendContext,
  candidates: Iterable<Candidate>,
  excluded: Iterable<number>,
): Generator<Candidate> {
  const preference = preferenceOf(context)
  const source = candidates[Symbol.iterator]()
  const ahead: Candidate[] = []
  while (preference !== undefined && ahead.length < LOOK_AHEAD) {
    const next = source.next()
    if (next.done) break
    ahead.push(next.value)
  }
  const preferred = preference ? preferredOf(context, ahead, preference) : undefined
  const isNew = newListings(context)
  for (const productId of excluded) isNew({ productId })
  for (const candidate of ahead) if (isNew(candidate)) yield preferred?.get(groupIn(context, candidate)) ?? candidate
  for (let next = source.next(); !next.done; next = source.next()) if (isNew(next.value)) yield next.value
}

/** Listings of different vendors are the same only with equal price and equal title or SKU. */
export function newListings(context: RecommendContext): (product: { productId: number }) => boolean {
  const shown = new Set<string>()
  return ({ productId }) => {
    const { group = '', sku = 0, price } = entryOf(context, productId) ?? {}
    const keys = [group, `${group.slice(0, group.indexOf('\t'))} at ${price}`, `${sku || group} at ${price}`]
    const isKnown = keys.some((key) => shown.has(key))
    for (const key of keys) shown.add(key)
    return !isKnown
  }
}

type Preference = (candidate: Candidate) => number

/** Prefers the shopper's color and size, in stock if possible; the first of equals wins. */
function preferredOf(
  context: RecommendContext,
  candidates: readonly Candidate[],
  preference: Preference,
): Map<string, Candidate> {
  const best = new Map<string, { candidate: Candidate; score: number }>()
  for (const candidate of candidates) {
    const group = groupIn(context, candidate)
    const isSoldOut = entryOf(context, candidate.productId)?.inStock === false
    const score = isSoldOut ? -1 : preference(candidate)
    const known = best.get(group)
    if (!known || score > known.score) best.set(group, { candidate, score })
  }
  return new Map(Array.from(best, ([group, { candidate }]) => [group, candidate]))
}

/** Returns undefined if no viewed product indicates a preference for a color or size. */
function preferenceOf(context: RecommendContext): Preference | undefined {
  const locale = context.shop.config.shop.primary_locale
  const shadesIn = (id: number) => shadesOf(entryOf(context, id)?.product.title ?? '', locale)
  const weights = new Map<string, number>()
  for (const id of context.history.browsedProducts.slice(0, MAX_VIEWED))
    for (const shade of shadesIn(id)) weights.set(shade, (weights.get(shade) ?? 0) + 1)
  if (weights.size === 0) return undefined
  return ({ productId }) => shadesIn(productId).reduce((sum, shade) => sum + (weights.get(shade) ?? 0), 0)
}

function groupIn(context: RecommendContext, { productId }: Candidate): string {
  return entryOf(context, productId)?.group ?? ''
}

/** Steps that use only the catalog, and work from the first day. */
import { memoizedBy } from '../../platform/memoized-by.ts'
import { isSameThing } from '../catalog/product-kind.ts'
import type { ShopCatalog } from '../catalog/shop-catalog.ts'
import { type RankedIds, rankedIds } from '../ranked-ids.ts'
import { type Candidate, entryOf, type RecommendContext, type RecommendQuery } from '../recommend-context.ts'

const NEAREST = 60
const VECTOR_SHARE = 0.5

/** The anchors' own kind comes first: shared tags do not make a coat similar to a dress. */
export function* similarInCatalog(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  const others: Candidate[] = []
  const kinds = query.anchors.flatMap((id) => entryOf(context, id)?.kind ?? [])
  const isSameKind = memoizedBy(String, (kind) => kinds.some((one) => isSameThing(one, kind)))
  const { ids, scores } = similarProducts(context, query.anchors)
  for (const [place, productId] of ids.entries()) {
    const why = () => similarityWords(context, query, productId)
    const candidate = { productId, step: 'content', similarity: scores[place] as number, why }
    if (isSameKind(entryOf(context, productId)?.kind ?? '')) yield candidate
    else others.push(candidate)
  }
  yield* others
}

/** Scores decrease from 1. `limit` is per anchor. */
export function similarProducts(
  context: RecommendContext,
  anchors: readonly number[],
  limit = Number.POSITIVE_INFINITY,
): RankedIds {
  const nearest = anchors.map((anchor) => context.nearest(anchor, NEAREST))
  // The cached list for one anchor without vectors is in order already.
  if (anchors.length === 1 && nearest[0]?.length === 0)
    return fromOne(context.catalog.similar.of(anchors[0] as number), limit)
  const scores = new Map<number, number>()
  anchors.forEach((anchor, at) => {
    const { ids, scores: similarity } = context.catalog.similar.of(anchor)
    for (let i = 0; i < ids.length && i < limit; i++) add(scores, ids[i] as number, similarity[i] as number)
    for (const { productId, score } of nearest[at] ?? [])
      if (context.catalog.entries.has(productId)) add(scores, productId, VECTOR_SHARE * Math.max(0, score))
  })
  for (const anchor of anchors) scores.delete(anchor)
  const ranked = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0])
  const best = ranked[0]?.[1] ?? 1
  return rankedIds(
    ranked,
    ([productId]) => productId,
    ([, score]) => score / best,
  )
}

function fromOne({ ids, scores }: RankedIds, limit: number): RankedIds {
  const best = scores[0] ?? 1
  return { ids: ids.subarray(0, limit), scores: scores.subarray(0, limit).map((score) => score / best) }
}

function add(scores: Map<number, number>, productId: number, score: number): void {
  scores.set(productId, (scores.get(productId) ?? 0) + score)
}

/** Names what a product shares with the first anchor, but not tags, which may be internal labels. */
export function similarityWords(
  { catalog }: RecommendContext,
  { anchors }: Pick<RecommendQuery, 'anchors'>,
  productId: number,
): string {
  const entry = catalog.entries.get(productId)
  const anchor = anchors.map((id) => catalog.entries.get(id)).find((one) => one !== undefined)
  if (entry === undefined || anchor === undefined) return 'similar'
  const isSameKind = entry.kind !== '' && entry.kind === anchor.kind
  const isSameVendor = entry.product.vendor !== '' && entry.product.vendor === anchor.product.vendor
  if (isSameKind) return isSameVendor ? `the same kind of thing by ${entry.product.vendor}` : 'the same kind of thing'
  return isSameVendor ? `also by ${entry.product.vendor}` : 'similar in style'
}

/** Names the seed that the product goes with. */
export function goesWithWords(context: RecommendContext, seeds: readonly number[]): string {
  const title = seeds.map((id) => entryOf(context, id)?.product.title).find((one) => one !== undefined)
  return title === undefined ? 'goes with it' : `goes with ${title}`
}

export function similarityBetween(catalog: ShopCatalog, a: number, b: number): number {
  const [one, other] = [catalog.items.find(a), catalog.items.find(b)]
  return one === undefined || other === undefined ? 0 : catalog.content.similarity(one, other)
}

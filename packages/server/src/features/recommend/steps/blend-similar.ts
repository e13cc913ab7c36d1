import { sortByScore } from '@vitrine/recommend'
import type { RankedIds, SimilarIds, ViewedIds } from '../ranked-ids.ts'
import { entryOf, type RecommendContext } from '../recommend-context.ts'
import { similarProducts } from './content-steps.ts'

/** Products per ranking; later steps provide those further down. */
export const BLENDED = 100
/** Share of its score that a product of another kind keeps. */
const OTHER_KIND = 0.5
/** If visits have this share and fill several pages, similarity would change nothing. */
export const ENOUGH_VISITS_SHARE = 0.95
const SEVERAL_PAGES = 48

/** The arrays have spare room. */
interface Blend {
  readonly ids: Float64Array
  readonly scores: Float64Array
  count: number
}

/** `share` is the weight of products viewed with the anchors; similar products have the rest. */
export function blendSimilar(
  context: RecommendContext,
  anchors: readonly number[],
  { viewed, share }: { viewed: ViewedIds; share: number },
): SimilarIds {
  const isSubstitute = ofSameKind(context, anchors)
  const known = Math.min(viewed.ids.length, BLENDED)
  const blend: Blend = { ids: new Float64Array(2 * BLENDED), scores: new Float64Array(2 * BLENDED), count: known }
  const { ids, scores } = blend
  let isKnownSubstitute = false
  for (let i = 0; i < known; i++) {
    ids[i] = viewed.ids[i] as number
    scores[i] = share * (viewed.scores[i] as number)
    isKnownSubstitute ||= isSubstitute(ids[i] as number)
  }
  const isEnough = share >= ENOUGH_VISITS_SHARE && known >= SEVERAL_PAGES
  if (!isEnough) addSimilar(blend, similarProducts(context, anchors, BLENDED), 1 - share)
  if (isKnownSubstitute) holdBackOthers(blend, isSubstitute)
  const { count } = blend
  const order = Int32Array.from({ length: count }, (_, i) => i)
  sortByScore(order, scores, count)
  const ranked = { ids: new Float64Array(count), visits: new Uint16Array(count) }
  for (let i = 0; i < count; i++) {
    const place = order[i] as number
    ranked.ids[i] = ids[place] as number
    ranked.visits[i] = place < known ? (viewed.visits[place] as number) : 0
  }
  return ranked
}

function addSimilar(blend: Blend, similar: RankedIds, share: number): void {
  const { ids, scores } = blend
  const places = new Map<number, number>()
  for (let i = 0; i < blend.count; i++) places.set(ids[i] as number, i)
  for (let i = 0; i < similar.ids.length; i++) {
    const id = similar.ids[i] as number
    const score = share * (similar.scores[i] as number)
    const place = places.get(id)
    if (place !== undefined) scores[place] = (scores[place] as number) + score
    else if (blend.count < ids.length) {
      ids[blend.count] = id
      scores[blend.count++] = score
    }
  }
}

/** Visitors move on from chairs to lamps, but a list of products similar to a chair shows the viewed chairs first. */
function holdBackOthers({ ids, scores, count }: Blend, isSubstitute: (id: number) => boolean): void {
  const others: number[] = []
  let best = 0
  for (let i = 0; i < count; i++)
    if (isSubstitute(ids[i] as number)) best = Math.max(best, scores[i] as number)
    else others.push(i)
  for (const i of others) scores[i] = Math.min(OTHER_KIND * (scores[i] as number), 0.99 * best)
}

/** Uses lists by kind, because reading each product would be slower. */
function ofSameKind(context: RecommendContext, anchors: readonly number[]): (id: number) => boolean {
  const members = Array.from(kindsOf(context, anchors), (kind) => context.catalog.ofKind(kind))
  return (id) => members.some((ids) => ids.has(id))
}

export function kindsOf(context: RecommendContext, ids: readonly number[]): Set<string> {
  return new Set(ids.flatMap((id) => entryOf(context, id)?.kind || []))
}

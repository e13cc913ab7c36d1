/** Multi-query recommendations, v3 and v2. */
import type {
  LegacyRecommendationsRequest,
  LegacyRecommendationsResponse,
  RecommendationQuery,
  RecommendationsRequest,
  RecommendationsResponse,
} from '@vitrine/contract'
import { validationItem } from '@vitrine/contract'
import type { Call } from '../call.ts'
import { RequestRefused } from '../errors.ts'
import { assignmentsAbout, serveExperience, variedWish } from '../sections/variant-settings.ts'
import { openShelf, type RecommendDeps } from './open-shelf.ts'
import { presentCandidates, servedProducts } from './present.ts'
import { rankedStream } from './ranked-stream.ts'
import type { Candidate, Shelf, Wish } from './shelf.ts'

const DEFAULT_RECOMMENDATIONS = 12

type RecommendationsCall = Call<RecommendationsRequest>

export async function recommendQueries(
  deps: RecommendDeps,
  call: RecommendationsCall,
): Promise<RecommendationsResponse> {
  refuseDuplicates(call.body.queries)
  const shelf = await openShelf(deps, call)
  const serveId = deps.newId()
  const data: RecommendationsResponse['data'] = byCallersChoice()
  for (const query of call.body.queries) data[query.id] = await answerQuery(deps, call, { shelf, serveId, query })
  return { status: 'ok', serve_id: serveId, data }
}

export async function recommendSimilar(
  deps: RecommendDeps,
  call: Call<LegacyRecommendationsRequest>,
): Promise<LegacyRecommendationsResponse> {
  refuseDuplicates(call.body.queries)
  const shelf = await openShelf(deps, call)
  const data: LegacyRecommendationsResponse['data'] = byCallersChoice()
  for (const { id, ...rest } of call.body.queries) {
    const query = { ...rest, id, recommendation_type: 'similar_products' } as const
    const answer = await answerQuery(deps, call, { shelf, serveId: deps.newId(), query })
    data[id] = { serve_id: answer.recommendation_serve_id, products: answer.recommendations }
  }
  return { status: 'ok', data }
}

/** Keyed by what the caller chose, `__proto__` too. */
function byCallersChoice<T>(): Record<string, T> {
  return Object.create(null)
}

/** Answers are keyed by query id: of two with one id, one would vanish without a word. */
function refuseDuplicates(queries: readonly { id: string }[]): void {
  const seen = new Set<string>()
  const items = queries.flatMap(({ id }, i) =>
    seen.size === seen.add(id).size
      ? validationItem(['queries', i, 'id'], 'array.unique', 'contains a duplicate value')
      : [],
  )
  if (items.length > 0) throw new RequestRefused(items)
}

interface QueryAsk {
  shelf: Shelf
  serveId: string
  query: RecommendationQuery
}

type Context = Pick<RecommendationsRequest, 'explain' | 'cart_product_ids'>

async function answerQuery(deps: RecommendDeps, call: Call<Context>, { shelf, serveId, query }: QueryAsk) {
  const limit = query.max_recommendations ?? DEFAULT_RECOMMENDATIONS
  const assignments = assignmentsAbout('recommend', shelf.shop, call.identity)
  const wish = { ...wishOf(shelf, call.body, query), ...variedWish(query.recommendation_type, assignments) }
  const candidates = takeFirst(shelf, wish, limit)
  const recommendationServeId = deps.newId()
  const view = query.view ?? 'product_details'
  deps.serves.record({
    shop: shelf.shop.id,
    surface: 'recommendation',
    requestId: serveId,
    serveId: recommendationServeId,
    atMs: call.nowMs,
    ...call.identity,
    recommendationType: wish.type,
    experience: serveExperience(assignments[0]),
    products: servedProducts(candidates),
  })
  return {
    recommendation_serve_id: recommendationServeId,
    recommendation_type: query.recommendation_type,
    max_recommendations: limit,
    creation_type: query.creation_type ?? 'manual',
    product_ids: query.product_ids ?? [],
    view,
    recommendations: await presentCandidates(deps, shelf, candidates, {
      style: 'recommendation',
      view,
      explain: call.body.explain ?? false,
    }),
  }
}

/** Without a cart in the request the profile's own counts. */
function wishOf(shelf: Shelf, body: Context, query: RecommendationQuery): Wish {
  return {
    type: query.recommendation_type,
    anchors: knownAnchors(shelf, query.product_ids),
    cart: body.cart_product_ids ?? shelf.history.cartProducts,
  }
}

/** Unknown anchors are ignored: the chain's later steps need none. */
export function knownAnchors(shelf: Shelf, ids: readonly number[] | null | undefined): number[] {
  return [...new Set(ids ?? [])].filter((id) => shelf.catalog.entries.has(id))
}

export function takeFirst(shelf: Shelf, wish: Wish, limit: number): Candidate[] {
  const stream = rankedStream(shelf, wish)
  const taken: Candidate[] = []
  for (let place = 0; place < limit; place++) {
    const candidate = stream.at(place)
    if (!candidate) break
    taken.push(candidate)
  }
  return taken
}

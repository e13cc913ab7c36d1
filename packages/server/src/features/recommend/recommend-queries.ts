import type {
  LegacyRecommendationsRequest,
  LegacyRecommendationsResponse,
  PlatformId,
  RecommendationQuery,
  RecommendationsRequest,
  RecommendationsResponse,
} from '@vitrine/contract'
import { validationItem } from '@vitrine/contract'
import { productNumber } from '../../ports/record-store/item-number.ts'
import type { Call } from '../call.ts'
import { RequestRefused } from '../errors.ts'
import { assignmentsAbout, serveExperience, variedRecommendation } from '../experiments/variant-settings.ts'
import { openRecommendContext, type RecommendDeps } from './open-recommend-context.ts'
import { presentCandidates, servedProducts } from './present.ts'
import { rankedStream } from './ranked-stream.ts'
import type { RecommendContext, RecommendQuery } from './recommend-context.ts'
import { servedTo } from '../query/served-place.ts'

const DEFAULT_RECOMMENDATIONS = 12
/** About 1.5 megabytes. References are not counted. */
const MAX_DETAILED_PRODUCTS = 300

type RecommendationsCall = Call<RecommendationsRequest>

export async function recommendQueries(
  deps: RecommendDeps,
  call: RecommendationsCall,
): Promise<RecommendationsResponse> {
  refuseDuplicates(call.body.queries)
  refuseTooManyProducts(call.body.queries)
  const context = await openRecommendContext(deps, call)
  const serveId = deps.newId()
  const data: RecommendationsResponse['data'] = withoutPrototype()
  for (const asked of call.body.queries) data[asked.id] = await answerQuery(deps, call, { context, serveId, asked })
  return { status: 'ok', serve_id: serveId, data }
}

export async function recommendSimilar(
  deps: RecommendDeps,
  call: Call<LegacyRecommendationsRequest>,
): Promise<LegacyRecommendationsResponse> {
  refuseDuplicates(call.body.queries)
  refuseTooManyProducts(call.body.queries)
  const context = await openRecommendContext(deps, call)
  const data: LegacyRecommendationsResponse['data'] = withoutPrototype()
  for (const { id, ...rest } of call.body.queries) {
    const asked = { ...rest, id, recommendation_type: 'similar_products' } as const
    const answer = await answerQuery(deps, call, { context, serveId: deps.newId(), asked })
    data[id] = { serve_id: answer.recommendation_serve_id, products: answer.recommendations }
  }
  return { status: 'ok', data }
}

/** Callers choose the keys, even `__proto__`. */
function withoutPrototype<T>(): Record<string, T> {
  return Object.create(null)
}

/** Answers are keyed by query id, so a repeated id would lose one. */
function refuseDuplicates(queries: readonly { id: string }[]): void {
  const seen = new Set<string>()
  const items = queries.flatMap(({ id }, i) =>
    seen.size === seen.add(id).size
      ? validationItem(['queries', i, 'id'], 'array.unique', 'contains a duplicate value')
      : [],
  )
  if (items.length > 0) throw new RequestRefused(items)
}

type Sized = Pick<RecommendationQuery, 'view' | 'max_recommendations'>

function refuseTooManyProducts(queries: readonly Sized[]): void {
  const counts = queries.map(({ view, max_recommendations: most }) =>
    view === 'product_ids' ? 0 : (most ?? DEFAULT_RECOMMENDATIONS),
  )
  if (counts.reduce((sum, count) => sum + count, 0) <= MAX_DETAILED_PRODUCTS) return
  const rule = `must ask for at most ${MAX_DETAILED_PRODUCTS} products with details in all`
  throw new RequestRefused([validationItem(['queries'], 'array.max', rule)])
}

interface QueryAsk {
  context: RecommendContext
  serveId: string
  asked: RecommendationQuery
}

type Asking = Pick<RecommendationsRequest, 'explain' | 'cart_product_ids'>

async function answerQuery(deps: RecommendDeps, call: Call<Asking>, { context, serveId, asked }: QueryAsk) {
  const limit = asked.max_recommendations ?? DEFAULT_RECOMMENDATIONS
  const assignments = assignmentsAbout('recommend', context.shop, call.identity)
  const query = {
    ...queryOf(context, call.body, asked),
    ...variedRecommendation(asked.recommendation_type, assignments),
  }
  const candidates = rankedStream(context, query).from().take(limit).toArray()
  const recommendationServeId = deps.newId()
  const view = asked.view ?? 'product_details'
  deps.serves.record({
    ...servedTo(call, context.view),
    surface: 'recommendation',
    requestId: serveId,
    serveId: recommendationServeId,
    recommendationType: query.type,
    experience: serveExperience(assignments[0]),
    products: servedProducts(candidates),
  })
  return {
    recommendation_serve_id: recommendationServeId,
    recommendation_type: asked.recommendation_type,
    max_recommendations: limit,
    creation_type: asked.creation_type ?? 'manual',
    product_ids: (asked.product_ids ?? []).map(productNumber),
    view,
    recommendations: await presentCandidates(deps, context, candidates, {
      style: 'recommendation',
      view,
      explain: call.body.explain ?? false,
    }),
  }
}

/** The profile's cart is used if the request has none. */
function queryOf(context: RecommendContext, body: Asking, asked: RecommendationQuery): RecommendQuery {
  return {
    type: asked.recommendation_type,
    anchors: knownAnchors(context, asked.product_ids),
    cart: body.cart_product_ids?.map(productNumber) ?? context.history.cartProducts,
  }
}

/** Leaves out unknown anchors. Later steps of the chains need none. */
export function knownAnchors(context: RecommendContext, ids: readonly PlatformId[] | null | undefined): number[] {
  return [...new Set((ids ?? []).map(productNumber))].filter((id) => context.catalog.entries.has(id))
}

/** Answers the endpoint `automatic`: products similar to the anchors, to the end of the catalog. */
import type { AutomaticRequest, AutomaticResponse } from '@vitrine/contract'
import { productNumber } from '../../ports/record-store/item-number.ts'
import type { Call } from '../call.ts'
import { assignmentsAbout, serveExperience, variedRecommendation } from '../experiments/variant-settings.ts'
import { openRecommendContext, type RecommendDeps } from './open-recommend-context.ts'
import { queryKey } from './paging/cursors.ts'
import { takePage } from './paging/page.ts'
import { presentCandidates, servedProducts } from './present.ts'
import { productFilter, variantFilter } from './product-filter.ts'
import { rankedStream } from './ranked-stream.ts'
import { knownAnchors } from './recommend-queries.ts'
import { entryOf, isShowable } from './recommend-context.ts'
import { servedTo } from '../query/served-place.ts'

export const DEFAULT_PAGE = 25

export async function recommendAutomatic(
  deps: RecommendDeps,
  call: Call<AutomaticRequest>,
): Promise<AutomaticResponse> {
  const { shop, body } = call
  const context = await openRecommendContext(deps, call)
  const passes = productFilter(body.filter)
  const anchors = knownAnchors(context, body.product_ids)
  const assignments = assignmentsAbout('recommend', shop, call.identity)
  // This endpoint always returns similar products, even if a variant sets another type.
  const query = {
    ...variedRecommendation('similar_products', assignments),
    type: 'similar_products',
    anchors,
    cart: [],
  } as const
  const page = await takePage(deps, {
    shop: shop.id,
    query: queryKey([
      'automatic',
      shop.id,
      body.product_ids.map(productNumber),
      body.filter ?? null,
      body.market ?? null,
    ]),
    cursor: body.pagination?.cursor,
    limit: pageLimit(body),
    rank: () => rankedStream(context, query),
    isShowable: (id) => {
      const entry = entryOf(context, id)
      return entry !== undefined && isShowable(context, entry) && passes(entry.product)
    },
  })
  const serveId = deps.newId()
  deps.serves.record({
    ...servedTo(call, context.view),
    surface: 'recommendation',
    requestId: page.chain,
    serveId,
    recommendationType: 'similar_products',
    experience: serveExperience(assignments[0]),
    products: servedProducts(page.candidates, page.firstPosition),
  })
  const view = body.view ?? 'product_details'
  return {
    status: 'ok',
    serve_id: serveId,
    pagination: { cursor: page.cursor, hasMore: page.hasMore },
    products: await presentCandidates(deps, context, page.candidates, {
      style: 'recommendation',
      view,
      explain: body.explain ?? false,
      variantOf: body.filter ? variantFilter(body.filter) : undefined,
    }),
  }
}

function pageLimit({ pagination, max_recommendations: most }: AutomaticRequest): number {
  const limit = pagination?.limit ?? most ?? DEFAULT_PAGE
  return Math.min(limit, most ?? limit)
}

/** Previews answers before and after a change, without recording serves or counts. */
import type { CountMove, FilterAggregationsResponse, Move, RuleTouch, SearchRequest } from '@vitrine/contract'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { Call } from '../call.ts'
import { aggregateFilters, type FacetDeps } from '../facets/aggregate-filters.ts'
import { assignmentsAbout, variedShop } from '../experiments/variant-settings.ts'
import { type ImageSearchDeps, searchByImage } from '../image-search/image-search.ts'
import { isShoppersOrder, ruleTouches } from '../merchandise/rule-touches.ts'
import { buildSearchRequest } from '../query/build-search-request.ts'
import { noSemanticSearch } from '../query/semantic-search.ts'
import { type InstantSearchDeps, instantSearch } from '../search/instant-search.ts'
import { type SearchDeps, searchProducts } from '../search/search-products.ts'
import { type SectionDeps, serveSections } from '../sections/serve-sections.ts'
import type { Serve } from '../serves/serve-log.ts'
import { type PreviewBody, type PreviewCall, type PreviewDeps, previewCall, previewShops } from './preview-shop.ts'

export interface PreviewFeatures extends PreviewDeps {
  search: SearchDeps
  instant: InstantSearchDeps
  facets: FacetDeps
  images: ImageSearchDeps
  sections: SectionDeps
}

type Asked = PreviewCall<PreviewBody>

interface Side<Answer> {
  answer: Answer
  shown: Serve[]
}

async function bothSides<Answer>(
  deps: PreviewFeatures,
  asked: Asked,
  answer: (features: PreviewFeatures, call: Call<never>) => Promise<Answer>,
): Promise<{ live: Side<Answer>; draft: Side<Answer> }> {
  const shops = await previewShops(deps, asked.shop, asked.body)
  const look = async (shop: Shop): Promise<Side<Answer>> => {
    const shown: Serve[] = []
    const features = untraced(deps, shops.live, (serve) => shown.push(serve))
    return { answer: await answer(features, previewCall(deps, shop, asked)), shown }
  }
  const live = await look(shops.live)
  return { live, draft: shops.live === shops.draft ? live : await look(shops.draft) }
}

export async function previewSearch(deps: PreviewFeatures, asked: Asked) {
  const { live, draft } = await bothSides(deps, asked, async ({ search }, call) => ({
    found: await searchProducts(search, call),
    touches: await touchesOf(search, call),
  }))
  return {
    live: live.answer.found,
    draft: draft.answer.found,
    moves: movesOf(idsOf(live.shown[0]), idsOf(draft.shown[0])),
    rules: { live: live.answer.touches, draft: draft.answer.touches },
  }
}

/** Skips understanding the query, which does not affect the effects of rules. */
async function touchesOf(search: SearchDeps, call: Call<SearchRequest>): Promise<RuleTouch[]> {
  const shop = variedShop(call.shop, assignmentsAbout('search', call.shop, call.identity))
  const body = { ...call.body, understand: false }
  const { rules } = await buildSearchRequest({ ...search, semantic: noSemanticSearch }, { ...call, shop, body })
  const sort = call.body.sort_by ?? shop.config.search.default_ordering
  return ruleTouches(rules.active, { isSortedByShopper: isShoppersOrder(sort), hiddenBy: rules.hiddenBy })
}

export async function previewInstantSearch(deps: PreviewFeatures, asked: Asked) {
  const { live, draft } = await bothSides(deps, asked, ({ instant }, call) => instantSearch(instant, call))
  return { live: live.answer, draft: draft.answer, moves: movesOf(idsOf(live.shown[0]), idsOf(draft.shown[0])) }
}

export async function previewSections(deps: PreviewFeatures, asked: Asked) {
  const { live, draft } = await bothSides(deps, asked, ({ sections }, call) => serveSections(sections, seenBy(call)))
  const ids = new Set([...live.shown, ...draft.shown].map(({ section }) => section))
  const inSection = ({ shown }: Side<unknown>, id: string | undefined) => idsOf(shown.find((one) => one.section === id))
  const moves = [...ids].flatMap((id) =>
    movesOf(inSection(live, id), inSection(draft, id)).map((move) => ({ ...move, section_id: Number(id) })),
  )
  return { live: live.answer, draft: draft.answer, moves }
}

/** Both sides get the same visitor, because variants and explored products differ by visitor. */
function seenBy(call: Call<never>): Call<never> {
  return { ...call, identity: { ...call.identity, visitorId: call.identity.visitorId ?? 'preview' } }
}

export async function previewAggregations(deps: PreviewFeatures, asked: Asked) {
  const { live, draft } = await bothSides(deps, asked, ({ facets }, call) => aggregateFilters(facets, call))
  return { live: live.answer, draft: draft.answer, moves: countMoves(live.answer, draft.answer) }
}

/** Uses the live shop, because a draft does not change image search. */
export async function previewImageSearch(deps: PreviewFeatures, asked: Asked) {
  const { live } = await previewShops(deps, asked.shop, {})
  return searchByImage(untraced(deps, live, () => {}).images, previewCall(deps, live, asked))
}

/** Records serves with `record`. Keeps the live index and catalogs, because a preview must not rebuild them. */
function untraced(deps: PreviewFeatures, live: Shop, record: (serve: Serve) => void): PreviewFeatures {
  const serves = { record }
  const index = liveIndex(deps.search.index, live)
  const { catalogs } = deps.sections
  return {
    ...deps,
    search: { ...deps.search, index, serves },
    instant: { ...deps.instant, index, serves },
    facets: { ...deps.facets, index },
    images: { ...deps.images, serves },
    sections: {
      ...deps.sections,
      serves,
      catalogs: Object.assign(Object.create(catalogs) as typeof catalogs, { of: () => catalogs.of(live) }),
    },
  }
}

/** Always searches the live shop, because another configuration would trigger reindexing. */
export function liveIndex(index: SearchDeps['index'], live: Shop): SearchDeps['index'] {
  return Object.assign(Object.create(index) as typeof index, {
    search: (_shop: Shop, request: Parameters<typeof index.search>[1]) => index.search(live, request),
    parse: (_shop: Shop, request: Parameters<typeof index.parse>[1]) => index.parse(live, request),
    productCount: () => index.productCount(live),
    namingTerms: () => index.namingTerms(live),
  })
}

function idsOf(shown: Serve | undefined): number[] {
  return (shown?.products ?? []).map(({ productId }) => productId)
}

/** Returns moved products in their new order; products that disappear come last. */
export function movesOf(before: readonly number[], after: readonly number[]): Move[] {
  const place = (list: readonly number[], id: number) => list.indexOf(id) + 1 || null
  const all = [...after, ...before.filter((id) => !after.includes(id))]
  return all
    .map((id) => ({ product_id: id, from: place(before, id), to: place(after, id) }))
    .filter(({ from, to }) => from !== to)
}

function countMoves(before: FilterAggregationsResponse, after: FilterAggregationsResponse): CountMove[] {
  const counts = ({ aggregations }: FilterAggregationsResponse) =>
    new Map(
      Object.entries(aggregations).flatMap(([key, { buckets }]) =>
        buckets.map(({ value, count }) => [JSON.stringify([key, value]), count] as const),
      ),
    )
  const [from, to] = [counts(before), counts(after)]
  return [...new Set([...from.keys(), ...to.keys()])]
    .filter((one) => from.get(one) !== to.get(one))
    .map((one) => {
      const [key, value] = JSON.parse(one) as [string, string]
      return { key, value, from: from.get(one) ?? null, to: to.get(one) ?? null }
    })
}

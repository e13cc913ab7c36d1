import type { Explained, PlatformId, ShopConfig } from '@vitrine/contract'
import type { Hit, SearchRequest as IndexRequest } from '@vitrine/engine'
import { productNumber } from '../../ports/record-store/item-number.ts'
import { isVariantInStock, type Product } from '../../ports/record-store/product.ts'
import type { Call } from '../call.ts'
import { assignmentsAbout, variedShop } from '../experiments/variant-settings.ts'
import { buildSearchRequest, type BuiltSearchRequest } from '../query/build-search-request.ts'
import { isVisible, type ShopperView } from '../query/shopper-view.ts'
import { matchOf, presentExplanation } from '../search/present-explanation.ts'
import { type PreviewBody, type PreviewCall, previewCall, previewShops } from './preview-shop.ts'
import { liveIndex, type PreviewFeatures } from './preview.ts'

type ExplainBody = PreviewBody & { product_id: PlatformId; sort_by?: IndexRequest['sort'] | null }
type Reason = NonNullable<Explained['absent']>['reason']

const DEEPEST_RANK = 1000

interface Situation {
  built: BuiltSearchRequest
  call: Call<never>
  id: number
  ask(changes: Partial<IndexRequest>): Promise<{ hits: readonly Hit[]; total: number }>
  isBrowsed(visibility?: IndexRequest['visibility']): Promise<boolean>
}

export async function explainProduct(deps: PreviewFeatures, asked: PreviewCall<ExplainBody>): Promise<Explained> {
  const situation = await open(deps, asked)
  const { built, ask, id } = situation
  const { hits, total } = await ask({ limit: DEEPEST_RANK })
  const at = hits.findIndex((hit) => hit.id === id)
  const common = { product_id: id, query: built.query, total }
  if (at < 0)
    return {
      ...common,
      rank: null,
      standing: null,
      above: null,
      distance: null,
      absent: await whyAbsent(deps, situation),
    }
  const explained = await ask({ offset: Math.max(0, at - 1), limit: at === 0 ? 1 : 2, explain: true })
  const own = explained.hits.at(-1)!
  const above = at === 0 ? undefined : explained.hits[0]!
  return {
    ...common,
    rank: at + 1,
    standing: standing(own, at + 1),
    above: above ? standing(above, at) : null,
    distance: above ? distanceBetween(above, own) : null,
    absent: null,
  }
}

async function open(deps: PreviewFeatures, asked: PreviewCall<ExplainBody>): Promise<Situation> {
  const { live, draft } = await previewShops(deps, asked.shop, asked.body)
  const plain = previewCall(deps, draft, asked)
  const varied = variedShop(draft, assignmentsAbout('search', draft, plain.identity))
  const call = { ...plain, shop: varied }
  const { index } = deps.search
  const onLive = liveIndex(index, live)
  const built = await buildSearchRequest({ ...deps.search, index: onLive }, call)
  const sort = asked.body.sort_by ?? varied.config.search.default_ordering
  const personal =
    sort === 'relevance' && varied.config.search.personalization_enabled
      ? await deps.search.personal.scorer(live, call.identity, call.nowMs)
      : undefined
  // Without the learned ranking, the rank would differ from that in search.
  const learned = deps.search.learning.scorer(live.id, built.query, call.nowMs)
  const signals = { ...(learned ? { learned } : {}), ...(personal ? { personal } : {}) }
  const request = { ...built.request, facets: [], sort, offset: 0, limit: 1, ...signals }
  const id = productNumber(asked.body.product_id)
  return {
    built,
    call,
    id,
    ask: (changes) => index.search(live, { ...request, ...changes }),
    async isBrowsed(visibility = request.visibility) {
      const { query: _, semantic: __, ...browse } = request
      return (await index.search(live, { ...browse, visibility, selections: [], among: [id] })).total > 0
    },
  }
}

function standing(hit: Hit, rank: number) {
  return { product_id: hit.id, rank, explanation: presentExplanation(hit) }
}

async function whyAbsent(deps: PreviewFeatures, situation: Situation): Promise<NonNullable<Explained['absent']>> {
  const { built, call, id, ask } = situation
  const [product] = await deps.search.products.read(call.shop.id, [id])
  if (!product) return absent('unknown_product', 'the catalog has no such product')
  const invisible = whyInvisible(product, built.view, { config: call.shop.config, nowMs: call.nowMs })
  if (invisible) return absent(...invisible)
  const rule = hidingRule(built, id) ?? (await targetedRule(situation))
  if (rule !== undefined)
    return { ...absent('hidden', `rule ${rule} hides it: change the rule or its conditions`), rule }
  const finds = async (changes: Partial<IndexRequest>) => (await ask({ among: [id], ...changes })).total > 0
  if (await finds({ selections: [] })) {
    const missed = await Promise.all(
      built.request.selections.map(async (one) => ((await finds({ selections: [one] })) ? [] : [one.key])),
    )
    return { ...absent('filter', 'it does not match the selected filters'), filters: missed.flat() }
  }
  if (built.collection && !(await situation.isBrowsed()))
    return absent('collection', `it is not in the collection ${built.collection.handle}`)
  return absent('no_word', `it contains none of the words of “${built.query}”: add a synonym, or pin it`)
}

function absent(reason: Reason, detail: string): NonNullable<Explained['absent']> {
  return { reason, detail, rule: null, filters: [] }
}

/** Returns the first rule without which the product is found. */
async function targetedRule({ built, isBrowsed }: Situation): Promise<string | undefined> {
  const { hiddenTargets } = built.rules
  if (hiddenTargets.length === 0 || (await isBrowsed())) return undefined
  // A product that is missing even without rules is not missing because of them.
  if (!(await isBrowsed({ ...built.request.visibility, hiddenTargets: [] }))) return undefined
  for (const { target, rule } of hiddenTargets) {
    const others = hiddenTargets.flatMap((one) => (one.target === target ? [] : [one.target]))
    if (await isBrowsed({ ...built.request.visibility, hiddenTargets: others })) return rule
  }
  return hiddenTargets[0]?.rule
}

function hidingRule({ rules }: BuiltSearchRequest, id: number): string | undefined {
  return rules.hidden.includes(id) ? (rules.hiddenBy.get(id) ?? '') : undefined
}

export function distanceBetween(above: Hit, own: Hit): NonNullable<Explained['distance']> {
  const [left, right] = [above.explanation.features, own.explanation.features]
  const gap = (a: number | undefined, b: number | undefined) => round((a ?? 0) - (b ?? 0))
  const gaps = {
    text: gap(left?.words, right?.words),
    vector: gap(left?.similarity, right?.similarity),
    popularity: gap(above.explanation.popularity, own.explanation.popularity),
    clicks: gap(learnedFor(above), learnedFor(own)),
    personal: gap(left?.personal, right?.personal),
  }
  const match = matchOf(above) === matchOf(own) ? null : matchOf(above)
  return { match, ...gaps, decided_by: decidedBy(above, own, gaps) }
}

function learnedFor({ explanation: { learned = {} } }: Hit): number {
  return Object.values(learned).reduce((sum, boost) => sum + boost, 0)
}

/** Returns a rule, or else the first ranking rule that differs, or else the largest gap. */
function decidedBy(above: Hit, own: Hit, gaps: Record<string, number>): string {
  const [left, right] = [above.explanation, own.explanation]
  if (left.rule !== right.rule) return 'rule'
  const decisive = (left.rules ?? []).find(({ value }, place) => value !== right.rules?.[place]?.value)?.rule
  if (decisive === 'exact' || decisive === 'tier') return 'match'
  if (decisive === 'preferences' || decisive === 'stock') return decisive
  const [name = 'tie', gap = 0] = Object.entries(gaps).sort(([, a], [, b]) => b - a)[0] ?? []
  return gap > 0 ? name : 'tie'
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

export function whyInvisible(
  product: Product,
  view: ShopperView,
  { config, nowMs }: { config: ShopConfig; nowMs: number },
): [Reason, string] | undefined {
  if (product.status !== 'active') return ['not_active', `its status is ${product.status}: make it active`]
  if (product.publishedAt !== null && Date.parse(product.publishedAt) > nowMs)
    return ['not_yet_published', `it will be published at ${product.publishedAt}`]
  const anywhere = { ...product, marketIds: null, catalogIds: null }
  if (!isVisible(anywhere, view, nowMs)) return ['unpublished', 'it is not published to this sales channel']
  if (!isVisible({ ...product, catalogIds: null }, view, nowMs)) return ['market', 'it is not sold in this market']
  if (!isVisible(product, view, nowMs)) return ['business_catalog', 'it is sold to business accounts only']
  const isInStock = product.variants.some(isVariantInStock)
  if (config.search.exclude_out_of_stock && !isInStock)
    return ['out_of_stock', 'it is sold out, and the shop hides sold-out products']
  return undefined
}

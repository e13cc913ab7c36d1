import type { ServeLog } from '../serves/serve-log.ts'
import type { Call } from '../call.ts'
import { assignmentsAbout, variedShop } from '../experiments/variant-settings.ts'
import { recommendationRules } from '../merchandise/recommendation-rules.ts'
import type { ShopperFactsReader } from '../identity/shopper-facts.ts'
import { shopperSituation } from '../query/rule-situation.ts'
import type { ProductReader } from '../catalog/product-reader.ts'
import { type ShopperRequest, shopperView } from '../query/shopper-view.ts'
import type { ProfileReader } from '../identity/profile-reader.ts'
import { subjectsOfIdentity } from '../identity/subjects.ts'
import type { ShopVectors } from '../vectors/shop-vectors.ts'
import type { LiveCatalogs } from './catalog/live-catalogs.ts'
import type { RecommendModels } from './models/recommend-models.ts'
import type { ShopExposures } from './exposure.ts'
import type { Cursors } from './paging/cursors.ts'
import type { RankingCache } from './paging/ranking-cache.ts'
import { ANYWHERE, type RecommendContext } from './recommend-context.ts'
import { nearestProducts } from './nearest-products.ts'

export interface RecommendDeps {
  models: RecommendModels
  catalogs: LiveCatalogs
  products: ProductReader
  profiles: ProfileReader
  shopperFacts: ShopperFactsReader
  serves: Pick<ServeLog, 'record'>
  exposures: Pick<ShopExposures, 'of'>
  vectors: Pick<ShopVectors, 'text' | 'image'>
  cursors: Cursors
  rankings: RankingCache
  /** Reads from recorded serves what the pages of a chain have shown. */
  shownInChain: (shop: string, chain: string, count: number) => Promise<number[]>
  newId: () => string
}

const NOBODY = { browsedProducts: [], cartProducts: [], purchasedProducts: [] }

export async function openRecommendContext(deps: RecommendDeps, call: Call<ShopperRequest>): Promise<RecommendContext> {
  const { identity, nowMs } = call
  const shop = variedShop(call.shop, assignmentsAbout('recommend', call.shop, identity))
  const { vectors } = deps
  const subjects = subjectsOfIdentity(identity)
  const catalog = await deps.catalogs.of(call.shop)
  const history = subjects.length > 0 ? await deps.profiles.history(shop.id, identity) : NOBODY
  const models = deps.models.of(shop.id)
  const exposure = deps.exposures.of(shop.id)
  const view = shopperView(shop, call.body, identity.customerId)
  const rules = recommendationRules(shop.config, await shopperSituation(deps.shopperFacts, call, view))
  return {
    shop,
    view,
    rules,
    isHidden: rules(ANYWHERE).isHidden,
    catalog,
    models,
    nearest: (productId, limit) => nearestProducts([vectors.text(shop.id), vectors.image(shop.id)], productId, limit),
    history,
    purchases: models.purchasesOf(subjects),
    nowMs,
    exposure: (productId) => exposure.share(productId),
    seed: subjects[0] ?? '',
  }
}

import { replayRoute, searchHealthRoute } from '@vitrine/contract'
import { withExternalIds } from '../../features/catalog/external-ids.ts'
import { Refusal } from '../../features/errors.ts'
import type { HealthRuns } from '../../features/search-health/health-runs.ts'
import { type HealthDeps, replayChange } from '../../features/search-health/search-health.ts'
import type { TenantCache } from '../../features/shops/tenant-cache.ts'
import type { Shop, ShopId } from '../../ports/record-store/record-store.ts'
import type { App } from '../app.ts'

export interface SearchHealthDeps extends HealthDeps {
  runs: HealthRuns
  findShop: (id: ShopId) => Promise<Shop | undefined>
  residents: Pick<TenantCache, 'during'>
}

export function adminSearchHealthRoutes(app: App, deps: SearchHealthDeps): void {
  const shopOf = async (id: ShopId): Promise<Shop> => {
    const shop = await deps.findShop(id)
    if (!shop) throw new Refusal(404, `there is no shop ${id}`)
    return shop
  }
  app.admin(searchHealthRoute, async ({ params, query }) => {
    const shop = await shopOf(params.shop!)
    const answer = await deps.residents.during(shop.id, () => deps.runs.of(shop, { wait: query.wait === 'true' }))
    return withExternalIds(deps.preview.search.products, shop.id, answer)
  })
  app.admin(replayRoute, async ({ params, body }) => {
    const shop = await shopOf(params.shop!)
    const replayed = await deps.residents.during(shop.id, () => replayChange(deps, shop, body))
    return withExternalIds(deps.preview.search.products, shop.id, replayed)
  })
}

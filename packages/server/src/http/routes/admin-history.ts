import { eventHistoryRoute } from '@vitrine/contract'
import { Refusal } from '../../features/errors.ts'
import type { HistoryDeps } from '../../features/ingest/ingest-history.ts'
import { ingestHistoryLines } from '../../features/ingest/ingest-history-lines.ts'
import type { Shop, ShopId } from '../../ports/record-store/record-store.ts'
import type { App } from '../app.ts'

export interface HistoryRouteDeps {
  history: HistoryDeps
  findShop: (id: ShopId) => Promise<Shop | undefined>
}

export function adminHistoryRoutes(app: App, deps: HistoryRouteDeps): void {
  app.admin(eventHistoryRoute, async ({ params, stream, nowMs }) => {
    const shop = await deps.findShop(params.shop!)
    if (!shop) throw new Refusal(404, `there is no shop ${params.shop}`)
    return ingestHistoryLines(deps.history, shop.id, { bytes: stream, nowMs })
  })
}

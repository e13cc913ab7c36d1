import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { CurrentActor } from '../access/actor.ts'
import { changeAccess, takeShopAway } from '../access/change-access.ts'
import type { AccessDeps } from '../access/sessions.ts'
import { findShop, type ShopDeps } from './manage-shops.ts'

export interface RemoveShopDeps extends ShopDeps {
  access: Pick<AccessDeps, 'exclusively' | 'store'>
  /** Deletes the rest: events, derived data and the index. */
  forgetShop(shop: ShopId): Promise<void>
}

export async function removeShop(deps: RemoveShopDeps, who: CurrentActor, id: ShopId): Promise<void> {
  await changeAccess(deps.access, who, async () => {
    await findShop(deps, id)
    // Access is removed first. If the deletion is interrupted, nobody keeps access to a shop that is gone.
    await takeShopAway(deps.access, id)
    await deps.store.deleteShop(id)
  })
  await deps.forgetShop(id)
}

import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { CurrentActor } from '../access/actor.ts'
import { changeAccess, takeShopAway } from '../access/change-access.ts'
import type { AccessDeps } from '../access/sessions.ts'
import { findShop, type ShopDeps } from './manage-shops.ts'

export interface RemoveShopDeps extends ShopDeps {
  access: Pick<AccessDeps, 'exclusively' | 'store'>
  /** Lets go of everything else that is kept of a deleted shop: its events, what was derived from them, its index. */
  forgetShop(shop: ShopId): Promise<void>
}

/** With its keys, and the access of those who worked on it. */
export async function removeShop(deps: RemoveShopDeps, who: CurrentActor, id: ShopId): Promise<void> {
  await changeAccess(deps.access, who, async () => {
    await findShop(deps, id)
    // Before the shop itself: cut short in between, it is there without them, never the other way round.
    await takeShopAway(deps.access, id)
    await deps.store.deleteShop(id)
  })
  await deps.forgetShop(id)
}

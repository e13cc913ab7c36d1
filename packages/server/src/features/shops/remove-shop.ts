import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { CurrentActor } from '../access/actor.ts'
import { changeAccess, takeShopAway } from '../access/change-access.ts'
import type { AccessDeps } from '../access/sessions.ts'
import { findShop, type ShopDeps } from './manage-shops.ts'

export interface RemoveShopDeps extends ShopDeps {
  access: Pick<AccessDeps, 'exclusively' | 'store'>
  /** Deletes everything else that is stored about a deleted shop: its events, what was derived from them, its index. */
  forgetShop(shop: ShopId): Promise<void>
}

/** Deletes the shop and everything stored about it, including its keys and its users' access to it. */
export async function removeShop(deps: RemoveShopDeps, who: CurrentActor, id: ShopId): Promise<void> {
  await changeAccess(deps.access, who, async () => {
    await findShop(deps, id)
    // Access is removed first: if this is interrupted, the shop exists without access to it, never the other way round.
    await takeShopAway(deps.access, id)
    await deps.store.deleteShop(id)
  })
  await deps.forgetShop(id)
}

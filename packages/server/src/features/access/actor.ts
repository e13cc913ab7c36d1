/** An actor uses the admin API: a signed-in user, or an admin key. */
import type { AdminRole } from '@vitrine/contract'
import type { AdminSession, AdminUser } from '../../ports/admin-store/admin-store.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'

export interface Actor {
  /** Shown in the history and the audit log. */
  name: string
  role: AdminRole
  /** null means every shop of the deployment. */
  shops: readonly ShopId[] | null
  user?: AdminUser
  session?: AdminSession
  /** Must be repeated in `x-csrf` by the session's write requests. */
  csrf?: string
}

/** Returns the actor as of now; throws if a right was lost meanwhile, for example while a body was received. */
export type CurrentActor = () => Promise<Actor>

export const NOBODY: Actor = { name: 'nobody', role: 'analyst', shops: [] }

export function userActor(user: AdminUser, session: AdminSession, csrf: string): Actor {
  return { name: user.email, role: user.role, shops: user.shops, user, session, csrf }
}

/** Returns the actor of a key, with an owner's rights. `shop` is null for a key of the deployment. */
export function keyActor(label: string, shop: ShopId | null): Actor {
  return { name: `key ${label}`, role: 'owner', shops: shop === null ? null : [shop] }
}

/** True if the actor may work on all of these shops (null: every shop). Only an actor with every shop covers an empty list. */
export function coversShops(actor: Pick<Actor, 'shops'>, shops: readonly ShopId[] | null): boolean {
  const own = actor.shops
  if (own === null) return true
  return shops !== null && shops.length > 0 && shops.every((shop) => own.includes(shop))
}

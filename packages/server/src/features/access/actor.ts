/** Who acts over the admin API: a user who signed in, or an admin key. */
import type { AdminRole } from '@vitrine/contract'
import type { AdminSession, AdminUser } from '../../ports/admin-store/admin-store.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'

export interface Actor {
  /** As history and audit show it. */
  name: string
  role: AdminRole
  /** null: every shop of the deployment. */
  shops: readonly ShopId[] | null
  /** Present for users. */
  user?: AdminUser
  session?: AdminSession
  /** Token that writes of the session must repeat in `x-csrf`. */
  csrf?: string
}

/**
 * The actor as of now. Throws where what the request asks for is no longer theirs to do: a user may have been removed, a key revoked,
 * while a body came in or a turn was waited for.
 */
export type CurrentActor = () => Promise<Actor>

/** Who has not signed in yet. */
export const NOBODY: Actor = { name: 'nobody', role: 'analyst', shops: [] }

export function userActor(user: AdminUser, session: AdminSession, csrf: string): Actor {
  return { name: user.email, role: user.role, shops: user.shops, user, session, csrf }
}

/** `shop` null: a deployment's key, or one of its users. Keys may do what an owner may. */
export function keyActor(label: string, shop: ShopId | null): Actor {
  return { name: `key ${label}`, role: 'owner', shops: shop === null ? null : [shop] }
}

/**
 * True if the actor may work on all of these shops (null: every shop). An empty list belongs only to those who have every shop:
 * whoever has none today may be given any tomorrow.
 */
export function coversShops(actor: Pick<Actor, 'shops'>, shops: readonly ShopId[] | null): boolean {
  const own = actor.shops
  if (own === null) return true
  return shops !== null && shops.length > 0 && shops.every((shop) => own.includes(shop))
}

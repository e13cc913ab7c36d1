import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { Actor, CurrentActor } from './actor.ts'
import type { AccessDeps } from './sessions.ts'

/** Name of the turn for users, their sessions and links, and keys. */
export const ACCESS = 'access'

/**
 * Whoever gives or takes access does so one after the other, on whichever nodes, and is looked up again when their turn comes: of two
 * owners who remove each other, the second is nobody any more.
 */
export function changeAccess<T>(
  deps: Pick<AccessDeps, 'exclusively'>,
  currentActor: CurrentActor,
  change: (actor: Actor) => Promise<T>,
): Promise<T> {
  return deps.exclusively(ACCESS, async () => change(await currentActor()))
}

/** Part of a change of access: a shop that is made anew under this name is not theirs. */
export async function takeShopAway({ store }: Pick<AccessDeps, 'store'>, shop: ShopId): Promise<void> {
  for (const user of await store.listUsers())
    if (user.shops?.includes(shop)) await store.updateUser({ ...user, shops: user.shops.filter((one) => one !== shop) })
}

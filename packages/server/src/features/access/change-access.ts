import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { Actor, CurrentActor } from './actor.ts'
import type { AccessDeps } from './sessions.ts'

/** Lock for changes to users, sessions, links and keys. */
export const ACCESS = 'access'

/** Runs one change at a time on all nodes and reads the actor again, so that two owners cannot remove each other. */
export function changeAccess<T>(
  deps: Pick<AccessDeps, 'exclusively'>,
  currentActor: CurrentActor,
  change: (actor: Actor) => Promise<T>,
): Promise<T> {
  return deps.exclusively(ACCESS, async () => change(await currentActor()))
}

/** Removes the shop from all users, so that a new shop with the same name does not become theirs. Call it within `changeAccess`. */
export async function takeShopAway({ store }: Pick<AccessDeps, 'store'>, shop: ShopId): Promise<void> {
  for (const user of await store.listUsers())
    if (user.shops?.includes(shop)) await store.updateUser({ ...user, shops: user.shops.filter((one) => one !== shop) })
}

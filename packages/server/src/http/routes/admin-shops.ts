import {
  createKeyRoute,
  deleteShopRoute,
  getShopRoute,
  listKeysRoute,
  listShopsRoute,
  putShopRoute,
  revokeKeyRoute,
} from '@vitrine/contract'
import { createKey, type KeyAdminDeps, listKeys, revokeKey } from '../../features/shops/manage-keys.ts'
import { findShop, listShops, saveShop, viewShop } from '../../features/shops/manage-shops.ts'
import { type RemoveShopDeps, removeShop } from '../../features/shops/remove-shop.ts'
import type { App } from '../app.ts'

export function adminShopRoutes(app: App, deps: RemoveShopDeps): void {
  app.admin(listShopsRoute, ({ actor, query: { after, limit } }) =>
    listShops(deps, actor.shops, {
      ...(after === undefined ? {} : { after }),
      ...(limit === undefined ? {} : { limit: Number(limit) }),
    }),
  )
  app.admin(putShopRoute, async ({ params, body, actor, setStatus }) => {
    const { shop, created } = await saveShop(deps, params.shop!, body, { author: actor.name })
    if (created) setStatus(201)
    return viewShop(deps, shop)
  })
  app.admin(getShopRoute, async ({ params }) => viewShop(deps, await findShop(deps, params.shop!)))
  app.admin(deleteShopRoute, ({ params, currentActor }) => removeShop(deps, currentActor, params.shop!))
}

export function adminKeyRoutes(app: App, deps: KeyAdminDeps): void {
  app.admin(createKeyRoute, ({ params, body, nowMs, currentActor }) =>
    createKey(deps, currentActor, params.shop!, { ...body, nowMs }),
  )
  app.admin(listKeysRoute, ({ params }) => listKeys(deps, params.shop!))
  app.admin(revokeKeyRoute, ({ params, nowMs, currentActor }) =>
    revokeKey(deps, currentActor, params.shop!, { id: params.id!, nowMs }),
  )
}

import {
  createKeyRoute,
  deleteShopRoute,
  getConfigRoute,
  getShopRoute,
  listKeysRoute,
  listShopsRoute,
  patchConfigRoute,
  putConfigRoute,
  putShopRoute,
  revokeKeyRoute,
} from '@vitrine/contract'
import { createKey, type KeyAdminDeps, listKeys, revokeKey } from '../../features/shops/manage-keys.ts'
import {
  findShop,
  listShops,
  patchConfig,
  removeShop,
  replaceConfig,
  type ShopDeps,
  saveShop,
  viewShop,
  visibleConfig,
} from '../../features/shops/manage-shops.ts'
import type { App } from '../app.ts'

export function adminShopRoutes(app: App, deps: ShopDeps): void {
  app.admin(listShopsRoute, ({ actor }) => listShops(deps, actor.shops))
  app.admin(putShopRoute, async ({ params, body, setStatus }) => {
    const { shop, created } = await saveShop(deps, params.shop!, body)
    if (created) setStatus(201)
    return viewShop(deps, shop)
  })
  app.admin(getShopRoute, async ({ params }) => viewShop(deps, await findShop(deps, params.shop!)))
  app.admin(deleteShopRoute, ({ params }) => removeShop(deps, params.shop!))
}

export function adminConfigRoutes(app: App, deps: ShopDeps): void {
  app.admin(getConfigRoute, async ({ params }) => visibleConfig(await findShop(deps, params.shop!)))
  app.admin(putConfigRoute, async ({ params, body }) => visibleConfig(await replaceConfig(deps, params.shop!, body)))
  app.admin(patchConfigRoute, async ({ params, body }) => visibleConfig(await patchConfig(deps, params.shop!, body)))
}

export function adminKeyRoutes(app: App, deps: KeyAdminDeps): void {
  app.admin(createKeyRoute, ({ params, body, nowMs }) => createKey(deps, params.shop!, body, nowMs))
  app.admin(listKeysRoute, ({ params }) => listKeys(deps, params.shop!))
  app.admin(revokeKeyRoute, ({ params, nowMs }) => revokeKey(deps, params.shop!, params.id!, nowMs))
}

import type { Shop, ShopId } from '../../ports/record-store/record-store.ts'
import { findVersion } from './config-history.ts'
import { type ChangeOptions, replaceConfig, type ShopDeps } from './manage-shops.ts'

/** Makes an earlier document the newest version. Secrets stay as they are. */
export async function restoreVersion(
  deps: ShopDeps,
  shop: ShopId,
  version: number,
  options: ChangeOptions,
): Promise<Shop> {
  const { config } = await findVersion(deps, shop, version)
  return replaceConfig(deps, shop, config, { ...options, note: options.note ?? `restored version ${version}` })
}

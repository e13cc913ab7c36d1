import type { ConfigVersionView, ShopConfig } from '@vitrine/contract'
import type { RecordStore, Shop, ShopId, ShopVersion } from '../../ports/record-store/record-store.ts'
import { ConfigConflict, Refusal } from '../errors.ts'
import { diffConfigs } from './config-diff.ts'
import { type ChangeOptions, replaceConfig, type ShopDeps } from './manage-shops.ts'
import { visibleConfig } from './visible-config.ts'

interface HistoryDeps {
  store: Pick<RecordStore, 'getShop' | 'listVersions' | 'getVersion'>
}

const DEFAULT_LIMIT = 20

function visible(config: ShopConfig): unknown {
  return visibleConfig({ config })
}

export async function listVersions(
  deps: HistoryDeps,
  shop: ShopId,
  query: Record<string, string>,
): Promise<{ versions: ConfigVersionView[] }> {
  const before = Number(query.before ?? Number.MAX_SAFE_INTEGER)
  const versions = await deps.store.listVersions(shop, before, Number(query.limit ?? DEFAULT_LIMIT))
  let after = versions[0] && (await deps.store.getVersion(shop, versions[0].version))
  const views: ConfigVersionView[] = []
  for (const { version } of versions) {
    const earlier = await deps.store.getVersion(shop, version - 1)
    views.push(viewVersion(after!, earlier && diffConfigs(visible(earlier.config), visible(after!.config))))
    after = earlier
  }
  return { versions: views }
}

function viewVersion({ version, at, author, note }: ShopVersion, diff: ConfigVersionView['diff'] | undefined) {
  return { version, at, author, note, diff: diff ?? null }
}

export async function findVersion(deps: HistoryDeps, shop: ShopId, version: number) {
  const found = Number.isSafeInteger(version) ? await deps.store.getVersion(shop, version) : undefined
  if (!found) throw new Refusal(404, 'there is no such version; only the latest 500 are kept')
  const earlier = await deps.store.getVersion(shop, version - 1)
  const diff = earlier && diffConfigs(visible(earlier.config), visible(found.config))
  return { ...viewVersion(found, diff), config: visible(found.config) }
}

/** The conflict contains the changes since the version `seen`. */
export async function conflictSince(deps: HistoryDeps, id: ShopId, seen: number): Promise<ConfigConflict> {
  const version = (await deps.store.getShop(id))?.version ?? 0
  const changes = (await listVersions(deps, id, { limit: String(Math.min(20, Math.max(1, version - seen))) })).versions
  const others = changes.filter(({ version }) => version > seen)
  const who = others[0]?.author ?? 'somebody else'
  const message = `${who} changed the configuration after you read it: it is at version ${version}, you read version ${seen}`
  return new ConfigConflict(message, { current_version: version, changes: others })
}

/** Makes an earlier document the newest version. Secrets stay unchanged. */
export async function restoreVersion(
  deps: ShopDeps,
  shop: ShopId,
  version: number,
  options: ChangeOptions,
): Promise<Shop> {
  const { config } = await findVersion(deps, shop, version)
  return replaceConfig(deps, shop, config, { ...options, note: options.note ?? `restored version ${version}` })
}

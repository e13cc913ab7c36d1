import {
  type AdminRole,
  type ConfigDocument,
  completeConfig,
  configDocument,
  MAX_SHOPS_PER_PAGE,
  ShopConfigInput,
  ShopSettings,
  type ShopView,
  type ValidationItem,
  validationItem,
} from '@vitrine/contract'
import type { RecordStore, Shop, ShopId } from '../../ports/record-store/record-store.ts'
import { Refusal, RequestRefused } from '../errors.ts'
import { checkConfig } from './check-config.ts'
import { conflictSince } from './config-history.ts'
import { requireRight } from './guarded-settings.ts'
import { mergePatch } from '../platform/merge-patch.ts'
import { unknownKeys, withoutUnknownKeys } from './unknown-keys.ts'

export interface ShopDeps {
  store: RecordStore
}

export type ShopSettingsInput = NonNullable<ShopConfigInput['shop']>

/** A platform domain in lower case, with at least one dot and at most 253 characters. */
const SHOP_ID = /^(?=.{3,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/

export interface ChangeOptions {
  author?: string | null
  note?: string | null
  /** The version that the author has read. A newer version is not overwritten. */
  expectedVersion?: number
  /** The role of a signed-in user; undefined for keys, webhooks and the command line, which may change everything. */
  role?: AdminRole | undefined
  /** The draft to publish, as the author has read it. */
  draft?: { id: string; updatedAt: string }
}

export interface SavedShop {
  shop: Shop
  created: boolean
}

export async function saveShop(
  deps: ShopDeps,
  id: ShopId,
  settings: ShopSettingsInput,
  options: ChangeOptions = {},
): Promise<SavedShop> {
  if (!SHOP_ID.test(id)) throw new Refusal(400, 'the shop must be a domain in lower case, like demo-shop.myshopify.com')
  const saved = change(
    deps,
    id,
    (stored) => {
      const named = stored ? {} : { name: id }
      return { ...stored, shop: { ...stored?.shop, ...named, ...onlySettings(settings) } }
    },
    options,
  )
  return saved.catch(nameAsSent)
}

/** Drops unknown fields, which are ignored in every request except the whole document. */
function onlySettings(given: ShopSettingsInput): ShopSettingsInput {
  return Object.fromEntries(Object.entries(given).filter(([name]) => name in ShopSettings.properties))
}

/** Corrects the paths of faults: the settings are part of the document, but were sent on their own. */
function nameAsSent(error: unknown): never {
  if (!(error instanceof RequestRefused)) throw error
  throw new RequestRefused(
    error.items.map((item) => {
      const words = item.message.slice(item.context.label.length + '"" '.length)
      return item.path[0] === 'shop' ? validationItem(item.path.slice(1), item.type, words) : item
    }),
  )
}

export async function findShop(deps: Pick<ShopDeps, 'store'>, id: ShopId): Promise<Shop> {
  const shop = await deps.store.getShop(id)
  if (!shop) throw new Refusal(404, `there is no shop ${id}`)
  return shop
}

interface ShopsPage {
  shops: ShopView[]
  next: ShopId | null
}

/** Sorts shops by id. `only` is null for all shops. */
export async function listShops(
  deps: ShopDeps,
  only: readonly ShopId[] | null,
  { after = '', limit = MAX_SHOPS_PER_PAGE }: { after?: string; limit?: number } = {},
): Promise<ShopsPage> {
  const ids = (await deps.store.listShopIds())
    .filter((id) => id > after && (only === null || only.includes(id)))
    .toSorted()
  const page = ids.slice(0, limit)
  const shops = await Promise.all(page.map((id) => deps.store.getShop(id)))
  return {
    shops: await Promise.all(shops.flatMap((shop) => (shop ? [viewShop(deps, shop)] : []))),
    next: ids.length > limit ? (page.at(-1) ?? null) : null,
  }
}

export async function viewShop(deps: ShopDeps, { id, createdAt, version, config }: Shop): Promise<ShopView> {
  const productCount = await deps.store.countProducts(id)
  return { shop: id, ...config.shop, created_at: createdAt, version, product_count: productCount }
}

/** Keeps the shop's settings and secrets that the document lacks; reading does not show secrets. */
export async function replaceConfig(
  deps: ShopDeps,
  id: ShopId,
  document: unknown,
  options: ChangeOptions = {},
): Promise<Shop> {
  const replace = (stored: ConfigDocument | undefined) => {
    requireStored(stored, id)
    // The check refuses a value that is not an object.
    if (typeof document !== 'object' || document === null || Array.isArray(document)) return document
    return withSecrets(stored, withoutReasons(document))
  }
  return (await change(deps, id, replace, options)).shop
}

export async function patchConfig(
  deps: ShopDeps,
  id: ShopId,
  patch: unknown,
  options: ChangeOptions = {},
): Promise<Shop> {
  const merge = (stored: ConfigDocument | undefined) => {
    requireStored(stored, id)
    const merged = mergePatch(stored, patch)
    refuseUnknown(patch, merged)
    return merged
  }
  return (await change(deps, id, merge, options)).shop
}

/** An unknown key with the value null would leave no trace in the merged document. */
function refuseUnknown(patch: unknown, merged: unknown): void {
  const unknown = unknownKeys(ShopConfigInput, patch)
  if (unknown.length === 0) return
  const items = unknown.map((path) => validationItem(path, 'object.unknown', 'is not allowed'))
  throw new RequestRefused([...items, ...configFaults(withoutUnknownKeys(ShopConfigInput, merged))].slice(0, 100))
}

export function configFaults(document: unknown): readonly ValidationItem[] {
  try {
    checkConfig(document)
    return []
  } catch (error) {
    if (error instanceof RequestRefused) return error.items
    throw error
  }
}

/** Used for changes that the platform reports. The document is checked as for any other change. */
export async function editConfig(
  deps: Pick<ShopDeps, 'store'>,
  id: ShopId,
  edit: (config: ConfigDocument) => ConfigDocument,
): Promise<Shop> {
  const { shop } = await change(
    deps,
    id,
    (stored) => {
      requireStored(stored, id)
      return edit(stored)
    },
    { author: 'webhook' },
  )
  return shop
}

/** The effective document has reasons only for reading; they cannot be stored. */
function withoutReasons(document: object): object {
  const { derived: _, ...rest } = document as { derived?: unknown }
  return rest
}

function withSecrets(stored: ConfigDocument, document: object): object {
  const { secret, previous_secret } = stored.identity_verification ?? {}
  const { identity_verification: sent } = document as ShopConfigInput
  const identity_verification = isObject(sent)
    ? { secret, previous_secret, ...sent }
    : (sent ?? stored.identity_verification)
  return { shop: stored.shop, webhook_secret: stored.webhook_secret, ...document, identity_verification }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function requireStored(stored: ConfigDocument | undefined, id: ShopId): asserts stored is ConfigDocument {
  if (!stored) throw new Refusal(404, `there is no shop ${id}`)
}

const ATTEMPTS = 5

/** Starts over if the document was changed in between, so that no change is lost. */
async function change(
  deps: Pick<ShopDeps, 'store'>,
  id: ShopId,
  edit: (stored: ConfigDocument | undefined) => unknown,
  { author = null, note = null, expectedVersion, role, draft }: ChangeOptions,
): Promise<SavedShop> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const stored = await deps.store.getShop(id)
    if (stored && expectedVersion !== undefined && expectedVersion !== stored.version)
      throw await conflictSince(deps, id, expectedVersion)
    const known = stored && withoutUnknownKeys(ShopConfigInput, configDocument(stored.config))
    const config = completeConfig(checkConfig(edit(known)))
    requireRight(role, stored?.config, config)
    const shop = await deps.store.putShop(id, config, stored?.version ?? 0, { author, note, ...(draft && { draft }) })
    if (shop) return { shop, created: stored === undefined }
  }
  throw new Refusal(409, 'somebody else is changing the shop right now, try again')
}

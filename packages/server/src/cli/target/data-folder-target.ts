import { buildIndex, surveyCatalog } from '@vitrine/engine'
import { join } from 'node:path'
import { keyActor } from '../../features/access/actor.ts'
import { createUser, listUsers } from '../../features/access/manage-users.ts'
import { Passwords } from '../../features/access/passwords.ts'
import { SignInThrottle } from '../../features/access/sign-in-throttle.ts'
import { createLink } from '../../features/access/sign-in.ts'
import { metafieldNames } from '../../features/automatic/attribute-metafields.ts'
import { isAutomatic, withDerived } from '../../features/automatic/automatic-shops.ts'
import { deriveConfig } from '../../features/automatic/derive-config.ts'
import { type EffectiveConfig, effectiveConfig } from '../../features/automatic/effective-config.ts'
import { toAdminProduct } from '../../features/catalog/admin-product.ts'
import { checkFile, importFile } from '../../features/catalog/manage-products.ts'
import { trackingProductChanges } from '../../features/catalog/track-product-changes.ts'
import { Refusal } from '../../features/errors.ts'
import { KeyRing } from '../../features/shops/key-ring.ts'
import { viewKey } from '../../features/shops/manage-keys.ts'
import {
  findShop,
  listShops,
  replaceConfig,
  saveShop,
  type ShopDeps,
  viewShop,
} from '../../features/shops/manage-shops.ts'
import { removeShop } from '../../features/shops/remove-shop.ts'
import { visibleConfig } from '../../features/shops/visible-config.ts'
import { newId } from '../../new-id.ts'
import type { AdminStore } from '../../ports/admin-store/admin-store.ts'
import { sqliteAdminStore } from '../../ports/admin-store/sqlite.ts'
import { DATA_FILES, lockDataFolder } from '../../ports/data-folder/data-folder.ts'
import { sqliteDerivedStore } from '../../ports/derived-store/sqlite.ts'
import { sqliteEventLog } from '../../ports/event-log/sqlite.ts'
import { inProcessExclusiveWork } from '../../ports/exclusive-work/in-process.ts'
import type { Product } from '../../ports/record-store/product.ts'
import type { RecordStore, Shop } from '../../ports/record-store/record-store.ts'
import { sqliteRecordStore } from '../../ports/record-store/sqlite.ts'
import { collectionLookup } from '../../ports/search-index/collection-rules.ts'
import { productDoc } from '../../ports/search-index/product-doc.ts'
import { inMemorySignInTries } from '../../ports/sign-in-tries/in-memory.ts'
import { type AdminTarget, userOf } from './admin-target.ts'

/** Works on a data folder directly. No server may have the folder open; it is locked until `close`. */
export function dataFolderTarget(folder: string): AdminTarget {
  const lock = lockDataFolder(folder)
  const store = trackingProductChanges(sqliteRecordStore({ path: join(folder, DATA_FILES.records) }), Date.now)
  const deps: ShopDeps = { store }
  const catalog = { store, clock: Date.now, whenFindable: async () => {} }
  const keys = new KeyRing({ store, newId })
  const access = {
    store: sqliteAdminStore(join(folder, DATA_FILES.records)),
    passwords: new Passwords(),
    throttle: new SignInThrottle(inMemorySignInTries()),
    newId,
    exclusively: inProcessExclusiveWork(),
    demoSignIn: false,
  }
  const operator = async () => keyActor('of the command line', null)
  const byHand = { author: 'command line' }
  const requireShop = async (shop: string | null) => {
    if (shop !== null) await findShop(deps, shop)
  }
  return {
    name: folder,
    listShops: async () => (await listShops(deps, null, { limit: Number.POSITIVE_INFINITY })).shops,
    saveShop: async (shop, settings) => viewShop(deps, (await saveShop(deps, shop, settings, byHand)).shop),
    deleteShop: (shop) =>
      removeShop({ ...deps, access, forgetShop: (one) => forgetRest(folder, access.store, one) }, operator, shop),
    async listKeys(shop) {
      await requireShop(shop)
      return (await keys.list(shop)).map(viewKey)
    },
    async createKey(shop, { label, kind, expires_at: expiresAt }) {
      await requireShop(shop)
      return keys.issue({ shop, kind, label, expiresAt, nowMs: Date.now() })
    },
    async revokeKey(shop, id) {
      if (!(await keys.revoke(shop, id, Date.now()))) throw new Refusal(404, `there is no key ${id}`)
    },
    listUsers: async () => (await listUsers(access, await operator())).users,
    addUser: (order) => createUser(access, operator, order, Date.now()),
    linkUser: async (email) =>
      createLink(access, userOf((await listUsers(access, await operator())).users, email).id, Date.now()),
    getConfig: async (shop) => visibleConfig(await findShop(deps, shop)),
    effectiveConfig: async (shop) => deriveFromStore(store, await findShop(deps, shop)),
    async replaceConfig(shop, document) {
      await replaceConfig(deps, shop, document, byHand)
    },
    searchHealth: () => needsServer('evaluate'),
    replay: () => needsServer('apply --replay'),
    importProducts: (shop, file, words) => importFile(catalog, shop, file, { answerWhen: 'stored', ...words }),
    checkImport: (shop, file, words) => checkFile(catalog, shop, file, words),
    async *products(shop) {
      await requireShop(shop)
      for await (const product of allProducts(store, shop)) yield toAdminProduct(product)
    },
    deleteProducts: async (shop, ids) => void (await store.deleteProducts(shop, [...ids])),
    async close() {
      await access.store.close()
      await store.close()
      lock.release()
    },
  }
}

const PAGE = 200

async function* allProducts(store: RecordStore, shop: string) {
  for (let afterId = 0; ; ) {
    const page = await store.scanProducts(shop, afterId, PAGE)
    yield* page
    if (page.length < PAGE) return
    afterId = page.at(-1)!.id
  }
}

async function forgetRest(folder: string, admin: AdminStore, shop: string): Promise<void> {
  await admin.dropShop(shop)
  const log = sqliteEventLog(join(folder, DATA_FILES.events))
  await log.drop(shop)
  await log.close()
  const derived = sqliteDerivedStore(join(folder, DATA_FILES.derived))
  await derived.drop(shop)
  await derived.close()
}

/** Refuses commands that need indexes or models, which are only in a server's memory. */
async function needsServer(command: string): Promise<never> {
  throw new Refusal(400, `${command} needs a running server: give its address with --url and a key with --admin-key`)
}

/** A server surveys at most this many products of a shop, so the same configuration is derived here. */
const MAX_PRODUCTS = 20_000

async function deriveFromStore(store: RecordStore, shop: Shop): Promise<EffectiveConfig> {
  const { config } = shop
  if (!isAutomatic(config)) return effectiveConfig(shop, undefined)
  const collections = collectionLookup(config.collections)
  const products: Product[] = []
  for await (const product of allProducts(store, shop.id)) if (products.push(product) === MAX_PRODUCTS) break
  const docs = products.flatMap((product) => productDoc(product, collections) ?? [])
  const survey = surveyCatalog(buildIndex(docs, config.shop.primary_locale))
  const derived = deriveConfig(survey, config, metafieldNames(products))
  return effectiveConfig({ ...shop, config: withDerived(config, derived) }, derived)
}

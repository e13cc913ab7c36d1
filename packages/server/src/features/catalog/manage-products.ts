import type { ImportAnswer, ImportCheck } from '@vitrine/contract'
import type { AsideStore } from '../../ports/derived-store/derived-store.ts'
import { readItemNumber } from '../../ports/record-store/item-number.ts'
import { collectionLookup } from '../../ports/search-index/collection-rules.ts'
import type { Product } from '../../ports/record-store/product.ts'
import type { RecordStore, Shop, ShopId } from '../../ports/record-store/record-store.ts'
import { Refusal } from '../errors.ts'
import { type AdminProduct, toAdminProduct } from './admin-product.ts'
import { type ImportOptions, importProducts } from './import/import-products.ts'
import { setLineAside } from './import/set-line-aside.ts'
import { checkImport } from './import/check-import.ts'
import type { FeedDeletion } from './import/delete-absent.ts'
import type { SourceWords } from './import/open-source.ts'
import { normalizeProduct } from './normalize/normalize-product.ts'
import { NO_ID } from './normalize/faults.ts'
import { isRecord } from '../platform/catalog-values.ts'
import { storeProducts } from './store-products.ts'

export interface CatalogDeps {
  store: RecordStore
  /** Keeps rejected lines of an import; without it, they are only reported. */
  aside?: AsideStore
  /** Resolves once search results include every change up to `seq`. */
  whenFindable(shop: ShopId, seq: number): Promise<void>
  clock: () => number
}

export type AnswerWhen = 'stored' | 'findable'

/** Stores products as they arrive: every valid line is stored, every invalid one is reported. */
export async function putProductLines(
  deps: CatalogDeps,
  shop: ShopId,
  body: AsyncIterable<Uint8Array>,
  answerWhen: AnswerWhen,
) {
  await requireShop(deps, shop)
  const nowMs = deps.clock()
  const { openLines } = await import('./import/open-source.ts')
  const report = await importProducts(deps.store, shop, openLines(body, nowMs), {
    nowMs,
    setAside: asideIn(deps, shop),
  })
  await settle(deps, shop, answerWhen)
  const rejected = report.faults.sort((a, b) => a.line - b.line)
  const unlisted = report.rejected - rejected.length
  if (unlisted > 0)
    rejected.push({ line: rejected.at(-1)!.line + 1, error: `and ${unlisted} more lines were rejected` })
  return { accepted: report.created + report.updated + report.unchanged, rejected }
}

function asideIn({ aside, ...deps }: CatalogDeps, shop: ShopId): ImportOptions['setAside'] {
  return aside && ((refused) => setLineAside({ ...deps, aside }, shop, refused))
}

export async function importFile(
  deps: CatalogDeps,
  shop: ShopId,
  file: AsyncIterable<Uint8Array>,
  { answerWhen, feed, ...words }: SourceWords & { answerWhen: AnswerWhen; feed?: FeedDeletion },
): Promise<ImportAnswer> {
  const nowMs = deps.clock()
  const report = await importProducts(deps.store, shop, await readFile(deps, shop, file, words, nowMs), {
    nowMs,
    setAside: asideIn(deps, shop),
    ...(feed ? { feed } : {}),
  })
  await settle(deps, shop, answerWhen)
  return report
}

export async function checkFile(
  deps: Pick<CatalogDeps, 'store' | 'clock'>,
  shop: ShopId,
  file: AsyncIterable<Uint8Array>,
  words: SourceWords,
): Promise<ImportCheck> {
  return checkImport(await readFile(deps, shop, file, words, deps.clock()))
}

async function readFile(
  deps: Pick<CatalogDeps, 'store'>,
  shop: ShopId,
  file: AsyncIterable<Uint8Array>,
  words: SourceWords,
  nowMs: number,
) {
  const { currency } = (await requireShop(deps, shop)).config.shop
  const { openSource } = await import('./import/open-source.ts')
  return openSource(file, words, { nowMs, ...(currency ? { currency } : {}) })
}

export interface ShownProduct extends AdminProduct {
  member_of: { handle: string; title: string }[]
}

export async function findProduct(deps: CatalogDeps, shop: ShopId, idText: string): Promise<ShownProduct> {
  const id = readItemNumber('product', idText)
  const [product] = id === undefined ? [] : await deps.store.getProducts(shop, [id])
  if (!product) throw new Refusal(404, `there is no product ${idText}`)
  return showProduct(await requireShop(deps, shop), product)
}

function showProduct({ config }: Shop, product: Product): ShownProduct {
  const memberships = collectionLookup(config.collections).membershipsOf(product)
  return { ...toAdminProduct(product), member_of: memberships.map(({ handle, title }) => ({ handle, title })) }
}

/** The id comes from the path; an id in the body must be the same. */
export async function putProduct(
  deps: CatalogDeps,
  shop: ShopId,
  idText: string,
  body: unknown,
  answerWhen: AnswerWhen,
) {
  const owner = await requireShop(deps, shop)
  const id = readItemNumber('product', idText)
  if (id === undefined) throw new Refusal(400, `the product id in the path ${NO_ID}`)
  const raw = isRecord(body) && isRecord(body.product) ? body.product : body
  if (isRecord(raw) && raw.id !== undefined && readItemNumber('product', raw.id) !== id) {
    throw new Refusal(400, 'the id in the body differs from the id in the path')
  }
  const result = normalizeProduct(isRecord(raw) ? { ...raw, id: raw.id ?? idText } : raw)
  if (result.kind === 'fault') throw new Refusal(400, result.reason)
  const nowMs = deps.clock()
  const [stored] = await storeProducts({ store: deps.store, nowMs }, shop, [result.product])
  await settle(deps, shop, answerWhen)
  const [kept] = await deps.store.getProducts(shop, [stored!.id])
  return { product: showProduct(owner, kept!), created: stored!.outcome === 'created' }
}

export async function deleteProduct(
  deps: CatalogDeps,
  shop: ShopId,
  idText: string,
  answerWhen: AnswerWhen,
): Promise<void> {
  const id = readItemNumber('product', idText)
  const [existed] = id === undefined ? [] : await deps.store.deleteProducts(shop, [id])
  if (!existed) throw new Refusal(404, `there is no product ${idText}`)
  await settle(deps, shop, answerWhen)
}

async function settle(deps: CatalogDeps, shop: ShopId, answerWhen: AnswerWhen): Promise<void> {
  if (answerWhen === 'findable') await deps.whenFindable(shop, await deps.store.lastChange(shop))
}

async function requireShop({ store }: Pick<CatalogDeps, 'store'>, shop: ShopId): Promise<Shop> {
  const stored = await store.getShop(shop)
  if (!stored) throw new Refusal(404, `there is no shop ${shop}`)
  return stored
}

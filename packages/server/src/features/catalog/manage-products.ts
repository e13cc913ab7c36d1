import { readItemNumber } from '../../ports/record-store/item-number.ts'
import { collectionLookup } from '../../ports/search-index/collection-rules.ts'
import type { RecordStore, ShopId } from '../../ports/record-store/record-store.ts'
import { Refusal } from '../errors.ts'
import { type AdminProduct, toAdminProduct } from './admin-product.ts'
import { type ImportReport, importProducts } from './import/import-products.ts'
import type { ImportItem } from './import/import-item.ts'
import { JsonLinesProducts } from './import/json-lines-products.ts'
import { readProducts } from './import/read-products.ts'
import { normalizeProduct } from './normalize/normalize-product.ts'
import { NO_ID } from './normalize/faults.ts'
import { isRecord } from '../platform/catalog-values.ts'
import { inTurns } from '../platform/in-turns.ts'
import { storeProducts } from './store-products.ts'

export interface CatalogDeps {
  store: RecordStore
  /** Resolves once search answers from every change up to `seq`. */
  whenFindable(shop: ShopId, seq: number): Promise<void>
}

/** When to answer a write: once it is on disk, or once search can find it. */
export type AnswerWhen = 'stored' | 'findable'

/** Stores products from NDJSON as they arrive; every good line is kept, every bad one explained. */
export async function putProductLines(
  deps: CatalogDeps,
  shop: ShopId,
  body: AsyncIterable<Uint8Array>,
  answerWhen: AnswerWhen,
) {
  await requireShop(deps, shop)
  const report = await importProducts(deps.store, shop, readLines(body))
  await settle(deps, shop, answerWhen)
  const rejected = report.faults.sort((a, b) => a.line - b.line)
  const unlisted = report.rejected - rejected.length
  if (unlisted > 0)
    rejected.push({ line: rejected.at(-1)!.line + 1, error: `and ${unlisted} more lines were rejected` })
  return { accepted: report.created + report.updated + report.unchanged, rejected }
}

async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<ImportItem[]> {
  const reader = new JsonLinesProducts()
  for await (const chunk of inTurns(body)) yield reader.push(chunk)
  yield reader.end()
}

/** Stores products from a file in any known format. */
export async function importFile(
  deps: CatalogDeps,
  shop: ShopId,
  file: AsyncIterable<Uint8Array>,
  answerWhen: AnswerWhen,
): Promise<ImportReport> {
  await requireShop(deps, shop)
  const report = await importProducts(deps.store, shop, readProducts(file))
  await settle(deps, shop, answerWhen)
  return report
}

export interface ShownProduct extends AdminProduct {
  member_of: { handle: string; title: string }[]
}

export async function findProduct(deps: CatalogDeps, shop: ShopId, idText: string): Promise<ShownProduct> {
  const id = readItemNumber('product', idText)
  const [product] = id === undefined ? [] : await deps.store.getProducts(shop, [id])
  if (!product) throw new Refusal(404, `there is no product ${idText}`)
  const { config } = (await deps.store.getShop(shop))!
  const memberships = collectionLookup(config.collections).membershipsOf(product)
  return { ...toAdminProduct(product), member_of: memberships.map(({ handle, title }) => ({ handle, title })) }
}

/** Creates or replaces. The id of the path counts; a body may repeat it, not contradict it. */
export async function putProduct(
  deps: CatalogDeps,
  shop: ShopId,
  idText: string,
  body: unknown,
  answerWhen: AnswerWhen,
) {
  await requireShop(deps, shop)
  const id = readItemNumber('product', idText)
  if (id === undefined) throw new Refusal(400, `the product id in the path ${NO_ID}`)
  const raw = isRecord(body) && isRecord(body.product) ? body.product : body
  if (isRecord(raw) && raw.id !== undefined && readItemNumber('product', raw.id) !== id) {
    throw new Refusal(400, 'the id in the body is not the id in the path')
  }
  const result = normalizeProduct(isRecord(raw) ? { ...raw, id: raw.id ?? idText } : raw)
  if (result.kind === 'fault') throw new Refusal(400, result.reason)
  const [outcome] = await storeProducts(deps.store, shop, [result.product])
  await settle(deps, shop, answerWhen)
  return { product: toAdminProduct(result.product), created: outcome === 'created' }
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

async function requireShop(deps: CatalogDeps, shop: ShopId): Promise<void> {
  if (!(await deps.store.getShop(shop))) throw new Refusal(404, `there is no shop ${shop}`)
}

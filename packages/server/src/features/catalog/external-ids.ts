/** Adds the platform's ids to answers with product numbers. In a shop whose ids are numbers, nothing is read. */
import { isDerivedNumber } from '../../ports/record-store/item-number.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import { RawJson } from '../platform/raw-json.ts'
import type { ProductReader } from './product-reader.ts'

type Products = Pick<ProductReader, 'read'>

/** Leaves out products whose number is the platform's id. */
export async function externalIds(
  products: Products,
  shop: ShopId,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const derived = [...new Set(numbers.filter(isDerivedNumber))]
  const found = derived.length === 0 ? [] : await products.read(shop, derived)
  return new Map(found.flatMap(({ id, externalId }) => (externalId === undefined ? [] : [[id, externalId] as const])))
}

export async function withExternalIds<T>(products: Products, shop: ShopId, answer: T): Promise<T> {
  const numbers: number[] = []
  visit(answer, (named) => void numbers.push(named.product_id))
  const ids = await externalIds(products, shop, numbers)
  if (ids.size > 0)
    visit(answer, (named) => {
      const id = ids.get(named.product_id)
      if (id !== undefined) named.external_id = id
    })
  return answer
}

interface NamedProduct {
  product_id: number
  external_id?: string
}

/** Skips serialized products, which already contain their external ids. */
function visit(value: unknown, meet: (named: NamedProduct) => void): void {
  if (typeof value !== 'object' || value === null || value instanceof RawJson) return
  if ('product_id' in value && typeof value.product_id === 'number') meet(value as NamedProduct)
  for (const part of Object.values(value)) visit(part, meet)
}

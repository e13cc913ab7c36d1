/** Sets aside an import line that the store refuses, with its product, so that it can be stored after a fix. */
import type { AsideStore } from '../../../ports/derived-store/derived-store.ts'
import type { Product } from '../../../ports/record-store/product.ts'
import type { RecordStore, ShopId } from '../../../ports/record-store/record-store.ts'
import { replayAside } from '../../platform/replay-aside.ts'
import { storeProducts } from '../store-products.ts'

export interface LineDeps {
  store: RecordStore
  aside: AsideStore
  clock: () => number
}

interface Line {
  product: Product
  /** The shop's last change when the line was set aside: the line is outdated if its product has changed after it. */
  seq: number
}

export async function setLineAside(
  { store, aside, clock }: LineDeps,
  shop: ShopId,
  { product, cause }: { product: Product; cause: string },
): Promise<void> {
  const body = JSON.stringify({ product, seq: await store.lastChange(shop) } satisfies Line)
  await aside.putAside(shop, {
    ...{ kind: 'line', key: String(product.id), atMs: clock(), name: product.handle },
    ...{ cause, body },
  })
}

/** Stores lines again that were set aside, except those whose product was changed meanwhile. */
export function replayLines({ store, aside, clock }: LineDeps, shop: ShopId): Promise<void> {
  return replayAside(aside, { shop, kind: 'line' }, async ({ body }) => {
    const { product, seq } = JSON.parse(body) as Line
    if (!(await hasChanged(store, shop, { productId: product.id, seq })))
      await storeProducts({ store, nowMs: clock() }, shop, [product])
  })
}

const CHANGES_AT_ONCE = 1000

async function hasChanged(store: RecordStore, shop: ShopId, { productId, seq }: { productId: number; seq: number }) {
  for (let after = seq; ; ) {
    const changes = await store.readChanges(shop, after, CHANGES_AT_ONCE)
    if (changes.some((change) => change.productId === productId)) return true
    if (changes.length < CHANGES_AT_ONCE) return false
    after = changes.at(-1)!.seq
  }
}

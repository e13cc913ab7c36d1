/** Stores a value of a shop as JSON beside the snapshots of its models. Like these, it is dropped when a person is erased. */
import type { ShopId } from '../record-store/record-store.ts'
import type { DerivedStore } from './derived-store.ts'

export interface StoredJson<Value> {
  read(): Promise<Value | undefined>
  write(value: Value): Promise<void>
}

export function storedJson<Value>(
  store: Pick<DerivedStore, 'snapshot' | 'putSnapshot' | 'erasureEpoch'>,
  shop: ShopId,
  name: string,
): StoredJson<Value> {
  return {
    async read() {
      const stored = await store.snapshot(shop, name)
      return stored && (JSON.parse(new TextDecoder().decode(stored.bytes)) as Value)
    },
    async write(value) {
      const epoch = await store.erasureEpoch(shop)
      const bytes = new TextEncoder().encode(JSON.stringify(value))
      await store.putSnapshot(shop, name, { offset: 0, bytes, epoch })
    },
  }
}

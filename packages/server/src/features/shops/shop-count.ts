import type { RecordStore } from '../../ports/record-store/record-store.ts'

/** How many shops there are now. Read again only after a write: it is asked for often, and anybody may ask. */
export function shopCount(store: Pick<RecordStore, 'listShops' | 'onChange'>): () => Promise<number> {
  let count: Promise<number> | undefined
  store.onChange(() => {
    count = undefined
  })
  return () => {
    count ??= store.listShops().then((shops) => shops.length)
    return count
  }
}

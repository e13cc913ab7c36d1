import { setTimeout as pause } from 'node:timers/promises'
import type { RecordStore } from '../../ports/record-store/record-store.ts'

const PATIENCE_MS = 500

/** Reads the store only after a write, because anybody may ask often. */
export function shopCount(store: Pick<RecordStore, 'listShopIds' | 'onChange'>): () => Promise<number> {
  let last: number | undefined
  let count: Promise<number> | undefined
  store.onChange(() => {
    count = undefined
  })
  const read = async () => {
    last = (await store.listShopIds()).length
    return last
  }
  return async () => {
    const reading = count ?? read()
    count = reading
    reading.catch(() => {
      if (count === reading) count = undefined
    })
    if (last === undefined) return reading
    const known = last
    return Promise.race([reading.catch(() => known), pause(PATIENCE_MS, known, { ref: false })])
  }
}

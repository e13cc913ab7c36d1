import { setTimeout as pause } from 'node:timers/promises'
import type { RecordStore } from '../../ports/record-store/record-store.ts'

/** Whoever asks whether this process is ready does not wait for a store that is away. */
const PATIENCE_MS = 500

/**
 * How many shops there are now. Read again only after a write: it is asked for often, and anybody may ask. Where the store does not
 * answer, the number that was last known.
 */
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
      // Read again by whoever asks next.
      if (count === reading) count = undefined
    })
    if (last === undefined) return reading
    const known = last
    return Promise.race([reading.catch(() => known), pause(PATIENCE_MS, known, { ref: false })])
  }
}

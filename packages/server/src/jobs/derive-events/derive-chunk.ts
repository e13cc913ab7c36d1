/** Derives a chunk of the log from its texts, also in the thread of a store. */
import { parseWellFormed } from '@vitrine/contract'
import type { AttributionWindows, DerivableChunk, DeriveOutcome } from '../../ports/derived-store/derived-records.ts'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import type { FollowedEvent, ShopEvent } from '../../ports/event-log/shop-event.ts'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import { deriveEvents } from './derive-events.ts'

export async function deriveChunk(
  store: DerivedStore,
  shop: ShopId,
  chunk: DerivableChunk,
  windows: AttributionWindows,
): Promise<DeriveOutcome> {
  const { fromOffset, recount, isReplay } = chunk
  const deps = { store, windowsOf: async () => windows }
  return deriveEvents(deps, shop, { fromOffset, events: parseChunk(chunk), recount, isReplay })
}

export function parseChunk({ offsets, bodies }: Pick<DerivableChunk, 'offsets' | 'bodies'>): FollowedEvent[] {
  if (offsets.length === 0) return []
  return bodies
    .split('\n')
    .map((body, i) => ({ offset: offsets[i] as number, event: parseWellFormed(body) as ShopEvent }))
}

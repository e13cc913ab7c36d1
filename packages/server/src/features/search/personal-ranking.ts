import type { Shop } from '../../ports/record-store/record-store.ts'
import type { Identity } from '../profiles/profile-reader.ts'

/** What a shopper leans to. */
export interface PersonalRanking {
  /** Affinity of each product, 0 to 1; undefined: nothing is known of this shopper. */
  affinity(shop: Shop, identity: Identity): Promise<((ids: Float64Array) => Float32Array) | undefined>
}

export const noPersonalRanking: PersonalRanking = { affinity: async () => undefined }

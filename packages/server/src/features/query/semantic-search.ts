import type { SemanticHits } from '@vitrine/engine'
import type { Shop } from '../../ports/record-store/record-store.ts'

/** Products near a query in meaning. */
export interface SemanticSearch {
  /** undefined: the shop has no vectors (yet), or the query would gain nothing from them. Never fails a search. */
  nearest(shop: Shop, query: string, mode: 'hybrid' | 'vector'): Promise<SemanticHits | undefined>
}

/** A deployment without a text model. */
export const noSemanticSearch: SemanticSearch = { nearest: async () => undefined }

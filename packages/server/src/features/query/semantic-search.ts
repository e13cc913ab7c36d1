import type { SemanticHits } from '@vitrine/engine'
import type { Shop } from '../../ports/record-store/record-store.ts'

export interface SemanticQuery {
  query: string
  /** The request's. */
  locale: string
  /** The shop hardly knows a word of it: it may be in another language. */
  isForeign?: boolean
  mode: 'hybrid' | 'vector'
  /** In the catalog. */
  productCount: number
}

/** Products near a query in meaning. */
export interface SemanticSearch {
  /**
   * undefined: the shop or much of it has no vectors yet, no model understands the language, or the query would gain nothing from them. Never
   * fails a search, and answers the same for the same query for at least a minute.
   */
  nearest(shop: Shop, asked: SemanticQuery): Promise<SemanticHits | undefined>
}

/** A deployment without a text model. */
export const noSemanticSearch: SemanticSearch = { nearest: async () => undefined }

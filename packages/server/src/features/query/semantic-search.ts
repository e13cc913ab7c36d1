import type { SemanticHits } from '@vitrine/engine'
import type { Shop } from '../../ports/record-store/record-store.ts'

export interface SemanticQuery {
  query: string
  /** Locale of the request. */
  locale: string
  /** True if the shop knows hardly any of the words, so the query may be in another language. */
  isForeign?: boolean
  /** It has a word of the shop or of some language, and is not mashed on a keyboard: whatever is nearest is an answer. */
  isReadable?: boolean
  mode: 'hybrid' | 'vector'
  /** Words by which the shop names no product, folded and as typed. */
  unnamed?: readonly { word: string; text: string }[]
  /** Reads the words by which the shop names its products. */
  namingTerms?: () => Promise<readonly string[]>
  /** Number of products in the catalog. */
  productCount: number
}

/** Products near a query in meaning. */
export interface SemanticSearch {
  /**
   * Returns undefined if the shop has no or too few vectors yet, no model understands the language, or the query would
   * gain nothing from them. Never makes a search fail, and returns the same for the same query for at least a minute.
   */
  nearest(shop: Shop, asked: SemanticQuery): Promise<SemanticHits | undefined>
}

/** For a deployment without a text model. */
export const noSemanticSearch: SemanticSearch = { nearest: async () => undefined }

import type { SemanticHits } from '@vitrine/engine'
import type { Shop } from '../../ports/record-store/record-store.ts'

export interface SemanticQuery {
  query: string
  locale: string
  /** True if the shop knows fewer than half of the words, so that the query may be in another language. */
  isForeign?: boolean
  /** True if the query has a word of some language, so is no random typing: even distant products are an answer. */
  isReadable?: boolean
  mode: 'hybrid' | 'vector'
  /** Words by which the shop names no product, folded and as typed. */
  unnamed?: readonly { word: string; text: string }[]
  namingTerms?: () => Promise<readonly string[]>
  productCount: number
}

export interface SemanticSearch {
  /** Returns undefined if meaning cannot help the query. Never fails, and answers a query the same for at least a minute. */
  nearest(shop: Shop, asked: SemanticQuery): Promise<SemanticHits | undefined>
}

/** For a deployment without a text model. */
export const noSemanticSearch: SemanticSearch = { nearest: async () => undefined }

import type { SemanticHits } from '@vitrine/engine'
import type { Shop } from '../../ports/record-store/record-store.ts'

export interface SemanticQuery {
  query: string
  locale: string
  /** True if the shop knows fewer than half of the words. The query may then be in another language. */
  isForeign?: boolean
  /** True if a word belongs to some language. Even distant products are then results, unlike for random typing. */
  isReadable?: boolean
  mode: 'hybrid' | 'vector'
  /** Words that no product has in its name, folded and as typed. */
  unnamed?: readonly { word: string; text: string }[]
  namingTerms?: () => Promise<readonly string[]>
  productCount: number
}

export interface SemanticSearch {
  /** Returns undefined if meaning cannot help. Never fails. A query gets the same answer for at least a minute. */
  nearest(shop: Shop, asked: SemanticQuery): Promise<SemanticHits | undefined>
}

export const noSemanticSearch: SemanticSearch = { nearest: async () => undefined }

/** Lifts what shoppers choose for a query more often than its places explain, and lowers what they pass over. */
import type { FittedModel } from './logged-search.ts'
import { liftOf, type QueryEvidence } from './query-evidence.ts'

/** How far the surest evidence moves a product, in relevance. */
export const PRODUCT_STRENGTH = 0.3

export function productLifts(evidence: QueryEvidence, nowMs: number): FittedModel {
  return {
    boosts(query) {
      const known = evidence.of(query, nowMs)
      if (known.size === 0) return undefined
      return ({ id }) => {
        const own = known.get(id)
        return own ? PRODUCT_STRENGTH * liftOf(own) : 0
      }
    },
  }
}

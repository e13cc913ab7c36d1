/** Raises products that are chosen for a query more often than their positions explain, and lowers others. */
import type { FittedModel } from './logged-search.ts'
import { liftOf, type QueryEvidence } from './query-evidence.ts'

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

import { actingRules, isShoppersOrder } from '../merchandise/rule-touches.ts'
import type { BuiltSearchRequest } from './build-search-request.ts'

/** Rules that did something to an answer in this order, as its serve remembers them. */
export function appliedRules({ rules: { active, hiddenBy } }: BuiltSearchRequest, sort: string): string[] {
  return actingRules(active, { isSortedByShopper: isShoppersOrder(sort), hiddenBy })
}

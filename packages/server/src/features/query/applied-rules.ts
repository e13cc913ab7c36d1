import { actingRules, isShoppersOrder } from '../merchandise/rule-touches.ts'
import type { BuiltSearchRequest } from './build-search-request.ts'

/** To be recorded in the serve. */
export function appliedRules({ rules: { active, hiddenBy } }: BuiltSearchRequest, sort: string): string[] {
  return actingRules(active, { isSortedByShopper: isShoppersOrder(sort), hiddenBy })
}

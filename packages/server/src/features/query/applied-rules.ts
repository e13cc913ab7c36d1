import { actingRules, isShoppersOrder } from '../merchandise/rule-touches.ts'
import type { BuiltSearchRequest } from './build-search-request.ts'

/** The rules that affected an answer with this sort order, to be recorded in its serve. */
export function appliedRules({ rules: { active, hiddenBy } }: BuiltSearchRequest, sort: string): string[] {
  return actingRules(active, { isSortedByShopper: isShoppersOrder(sort), hiddenBy })
}

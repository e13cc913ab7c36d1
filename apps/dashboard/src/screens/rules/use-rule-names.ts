import { useDraft } from '../../draft/draft.tsx'
import { ruleName } from './rule.ts'

/** How people call a rule of the draft. */
export function useRuleNames(): (id: string | null | undefined) => string {
  const { rules = [] } = useDraft().config.search ?? {}
  const names = new Map(rules.map((rule) => [String(rule.id), ruleName(rule)]))
  return (id) => (id == null ? '' : (names.get(id) ?? id))
}

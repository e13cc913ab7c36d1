import { useDraft } from '../../draft/draft.tsx'
import { ruleName } from './rule.ts'

export function useRuleNames(): (id: string | null | undefined) => string {
  const { rules = [] } = useDraft().config.search ?? {}
  const names = new Map(rules.map((rule) => [String(rule.id), ruleName(rule)]))
  return (id) => (id == null ? '' : (names.get(id) ?? id))
}

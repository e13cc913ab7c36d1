import type { ProductId } from '@vitrine/client/admin'
import { useDraft } from '../../draft/draft.tsx'
import type { Json } from '../../draft/patch.ts'
import {
  hideIn,
  isWeighed,
  pinAt,
  type Rule,
  ruleFor,
  toggleWeight,
  unpin,
  type Weighing,
  withRule,
} from '../rules/rule.ts'
import type { Place } from './use-preview.ts'

export interface PlaceRule {
  rule: Rule
  isPinned(productId: ProductId): boolean
  pin(productId: ProductId, position: number): void
  unpin(productId: ProductId): void
  isWeighed(action: Weighing, productId: ProductId): boolean
  toggleWeight(action: Weighing, productId: ProductId): void
  hide(productId: ProductId): void
  show(productId: ProductId): void
  change(more: Partial<Rule>): void
  replace(rule: Rule): void
}

export function usePlaceRule(place: Place): PlaceRule {
  const { config, live, edit } = useDraft()
  const rules = config.search?.rules ?? []
  const rule = ruleFor(place, rules, live.search?.rules ?? [])
  const set = (next: Rule) => edit({ search: { rules: withRule(rules, next) as Json } })
  return {
    rule,
    isPinned: (id) => (rule.pin ?? []).some((one) => one.product_id === id),
    pin: (id, position) => set(pinAt(rule, id, position)),
    unpin: (id) => set(unpin(rule, id)),
    isWeighed: (action, id) => isWeighed(rule, action, id),
    toggleWeight: (action, id) => set(toggleWeight(rule, action, id)),
    hide: (id) => set(hideIn(rule, id)),
    show: (id) => set({ ...rule, hide: (rule.hide ?? []).filter((one) => one !== id) }),
    change: (more) => set({ ...rule, ...more }),
    replace: set,
  }
}

/** Reports the effect of each rule on a search, and which rule overrides it, by the precedence in active-rules.ts. */
import type { RuleTouch } from '@vitrine/contract'
import type { NumberedRule } from './numbered-rules.ts'

type Lost = Pick<RuleTouch, 'reason' | 'lost_to'>

export interface TouchedSearch {
  /** Pins and boosts then have no effect. */
  isSortedByShopper: boolean
  hiddenBy: ReadonlyMap<number, string>
}

export function ruleTouches(active: readonly NumberedRule[], search: TouchedSearch): RuleTouch[] {
  const order: Precedence = { search, pinnedBy: new Map(), placeOf: new Map() }
  return active.flatMap((rule) => [
    ...pinTouches(rule, order),
    ...moveTouches(rule, search),
    ...(rule.hide ?? []).map((id) => {
      const first = search.hiddenBy.get(id)
      return touch(rule, 'hide', id, isOther(first, rule) ? { reason: 'hidden_before', lost_to: first } : undefined)
    }),
    ...(rule.hide_where ?? []).map(() => touch(rule, 'hide_where', null)),
    ...firstOnly(rule, 'redirect', active),
    ...firstOnly(rule, 'replace_filters', active),
    ...(rule.filters?.add?.length ? [touch(rule, 'add_filters', null)] : []),
    ...(rule.content ?? []).map(() => touch(rule, 'content', null)),
  ])
}

/** The merchant's sort orders; all others are chosen by the shopper. */
const MERCHANTS_ORDERS = new Set<string>(['relevance', 'collection_order'])

export const isShoppersOrder = (sort: string) => !MERCHANTS_ORDERS.has(sort)

/** An action counts unless another rule overrides it. */
export function actingRules(active: readonly NumberedRule[], search: TouchedSearch): string[] {
  if (active.length === 0) return []
  return [...new Set(ruleTouches(active, search).flatMap(({ rule, acts }) => (acts ? [rule] : [])))]
}

interface Precedence {
  search: TouchedSearch
  pinnedBy: Map<number, string>
  placeOf: Map<number, string>
}

function pinTouches(rule: NumberedRule, { search, pinnedBy, placeOf }: Precedence): RuleTouch[] {
  const id = String(rule.id)
  const pins = (rule.pin ?? []).map(({ product_id: product, position }) => {
    const lost = whyNotPinned(search, product, pinnedBy.get(product))
    if (lost) return touch(rule, 'pin', product, lost)
    pinnedBy.set(product, id)
    const holder = placeOf.get(position)
    if (holder === undefined) placeOf.set(position, id)
    return { ...touch(rule, 'pin', product), ...(isOther(holder, rule) ? { moved_by: holder } : {}) }
  })
  const sorted: Lost | undefined = search.isSortedByShopper ? { reason: 'sorted_by_shopper', lost_to: null } : undefined
  return [...pins, ...(rule.pin_where ?? []).map(() => touch(rule, 'pin_where', null, sorted))]
}

function whyNotPinned(search: TouchedSearch, product: number, pinnedBy: string | undefined): Lost | undefined {
  if (search.isSortedByShopper) return { reason: 'sorted_by_shopper', lost_to: null }
  const hidden = search.hiddenBy.get(product)
  if (hidden !== undefined) return { reason: 'hidden', lost_to: hidden }
  return pinnedBy === undefined ? undefined : { reason: 'pinned_before', lost_to: pinnedBy }
}

function moveTouches(rule: NumberedRule, { isSortedByShopper }: TouchedSearch): RuleTouch[] {
  const lost: Lost | undefined = isSortedByShopper ? { reason: 'sorted_by_shopper', lost_to: null } : undefined
  return (['boost', 'bury'] as const).flatMap((action) =>
    (rule[action] ?? []).map(() => touch(rule, action, null, lost)),
  )
}

/** Some actions take effect only in the first rule that has them. */
function firstOnly(
  rule: NumberedRule,
  action: 'redirect' | 'replace_filters',
  active: readonly NumberedRule[],
): RuleTouch[] {
  const has = (one: NumberedRule) => (action === 'redirect' ? one.redirect : one.filters?.replace)
  if (!has(rule)) return []
  const first = active.find(has)
  if (!first || first === rule) return [touch(rule, action, null)]
  const reason = action === 'redirect' ? 'redirected_before' : 'replaced_before'
  return [touch(rule, action, null, { reason, lost_to: String(first.id) })]
}

function isOther(rule: string | undefined, own: NumberedRule): rule is string {
  return rule !== undefined && rule !== String(own.id)
}

function touch(
  { id }: NumberedRule,
  action: RuleTouch['action'],
  product: number | null,
  lost: Lost = { reason: null, lost_to: null },
): RuleTouch {
  return { rule: String(id), action, product_id: product, acts: lost.reason === null, ...lost, moved_by: null }
}

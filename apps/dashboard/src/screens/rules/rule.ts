import type { ProductId, ShopConfigInput } from '@vitrine/client/admin'

export type Rule = NonNullable<NonNullable<ShopConfigInput['search']>['rules']>[number]
export type When = Rule['when']
export type Segment = NonNullable<NonNullable<ShopConfigInput['search']>['segments']>[number]
export type RuleState = 'active' | 'scheduled' | 'expired'

export function stateOf({ starts_at, ends_at }: Rule, nowMs: number): RuleState {
  if (ends_at && Date.parse(ends_at) <= nowMs) return 'expired'
  return starts_at && Date.parse(starts_at) > nowMs ? 'scheduled' : 'active'
}

/** Returns the rules that can act on the same request as this rule. */
export function rulesBeside(rule: Rule, rules: readonly Rule[]): Rule[] {
  return rules.filter(
    (other) =>
      other.id !== rule.id && isSameCondition(rule, other) && overlaps(rule, other) && canMeet(rule.when, other.when),
  )
}

/** True if one request can meet both conditions. No request is in two markets, for example. */
function canMeet(a: When, b: When): boolean {
  const differ = (one: unknown, other: unknown) => one !== undefined && other !== undefined && one !== other
  if (differ(a.market, b.market) || differ(a.device, b.device)) return false
  if (differ(a.segment?.logged_in, b.segment?.logged_in)) return false
  if (differ(a.segment?.business_account, b.segment?.business_account)) return false
  const isSameExperience = String(a.experience?.id) === String(b.experience?.id)
  return !(isSameExperience && differ(a.experience?.variant, b.experience?.variant))
}

/** Returns earlier rules that override this one. Only rules that just pin, redirect or replace filters are checked. */
export function shadowedBy(rule: Rule, rules: readonly Rule[]): Rule[] {
  const before = rules.slice(0, rules.indexOf(rule))
  const rivals = rulesBeside(rule, before).filter((other) => isAsWide(other, rule))
  const pins = (rule.pin ?? []).map(({ product_id }) => product_id)
  const taken = new Set(rivals.flatMap(({ pin = [], hide = [] }) => [...pin.map((one) => one.product_id), ...hide]))
  const onlyPins = pins.length > 0 && !doesAnything({ ...rule, pin: [] })
  const onlyRedirects = Boolean(rule.redirect) && !doesAnything({ ...rule, redirect: undefined })
  if (onlyRedirects) return rivals.filter(({ redirect }) => redirect)
  const onlyReplaces = Boolean(rule.filters?.replace?.length) && !doesAnything({ ...rule, filters: undefined })
  if (onlyReplaces && !rule.filters?.add?.length) return rivals.filter(({ filters }) => filters?.replace)
  return onlyPins && pins.every((id) => taken.has(id)) ? rivals : []
}

/** True if `wide` applies to every request that `narrow` applies to. */
function isAsWide(wide: Rule, narrow: Rule): boolean {
  const isForAll = conditionCount(wide.when) === 0 && !wide.starts_at
  const isLonger = !wide.ends_at || wide.ends_at === narrow.ends_at
  const isSameQuery = textOf(wide) === textOf(narrow) && matchOf(wide) === matchOf(narrow)
  return isForAll && isLonger && (isSameQuery || matchOf(wide) === 'contains')
}

function isSameCondition(a: Rule, b: Rule): boolean {
  if (a.when.query !== undefined && b.when.query !== undefined) return queriesMeet(a, b)
  return a.when.collection !== undefined && String(a.when.collection) === String(b.when.collection)
}

function queriesMeet(a: Rule, b: Rule): boolean {
  const [one, other] = [textOf(a), textOf(b)]
  if (one === other) return true
  return (a.when.match === 'contains' && other.includes(one)) || (b.when.match === 'contains' && one.includes(other))
}

const matchOf = ({ when }: Rule) => when.match ?? 'exact'
const textOf = ({ when }: Rule) => (when.query ?? '').trim().toLowerCase()

function overlaps(a: Rule, b: Rule): boolean {
  const startOf = (rule: Rule) => (rule.starts_at ? Date.parse(rule.starts_at) : Number.NEGATIVE_INFINITY)
  const endOf = (rule: Rule) => (rule.ends_at ? Date.parse(rule.ends_at) : Number.POSITIVE_INFINITY)
  return startOf(a) < endOf(b) && startOf(b) < endOf(a)
}

export function ruleName({ name, id }: Pick<Rule, 'name' | 'id'>): string {
  return name || String(id)
}

/** Makes an id from `wanted`, with a number added if it is taken. */
export function newRuleId(wanted: string, rules: readonly { id: string | number }[]): string {
  const base =
    wanted
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'rule'
  const taken = new Set(rules.map(({ id }) => String(id)))
  if (!taken.has(base)) return base
  for (let n = 2; ; n++) if (!taken.has(`${base}-${n}`)) return `${base}-${n}`
}

/** Returns the rule to edit: one that only the draft has, else a live one without an end date, else a new one. */
export function ruleFor(
  place: { query: string; collection?: string | number },
  rules: readonly Rule[],
  live: readonly Rule[],
): Rule {
  const { query, collection } = place
  const wanted = query.trim().toLowerCase()
  const fits = (rule: Rule) =>
    textOf(rule) === wanted &&
    (rule.when.match ?? 'exact') === 'exact' &&
    conditionCount(rule.when) === 0 &&
    String(rule.when.collection ?? '') === String(collection ?? '')
  const isLive = (rule: Rule) => live.some(({ id }) => id === rule.id)
  const found = rules.find((rule) => fits(rule) && !isLive(rule)) ?? rules.find((rule) => fits(rule) && !rule.ends_at)
  if (found) return found
  const id = newRuleId(query || String(collection ?? ''), rules)
  return { id, when: collection === undefined ? { query: wanted, match: 'exact' } : { collection } }
}

/** Replaces or appends the rule. A rule without any effect is removed. */
export function withRule(rules: readonly Rule[], rule: Rule): Rule[] {
  const has = rules.some(({ id }) => id === rule.id)
  if (!doesAnything(rule)) return rules.filter(({ id }) => id !== rule.id)
  return has ? rules.map((one) => (one.id === rule.id ? rule : one)) : [...rules, rule]
}

export function doesAnything({ redirect, ...rule }: Rule): boolean {
  const lists = [rule.pin, rule.pin_where, rule.hide, rule.hide_where, rule.boost, rule.bury, rule.content]
  return (
    [...lists, rule.filters?.add, rule.filters?.replace].some((list) => (list?.length ?? 0) > 0) || Boolean(redirect)
  )
}

const NEAREST = new Set(['query', 'match', 'collection'])

/** Counts the conditions other than query and collection. */
export function conditionCount(when: When): number {
  return Object.entries(when).filter(([name, value]) => !NEAREST.has(name) && value !== undefined).length
}

/** Removes empty fields, which the server would refuse. */
export function tidied(rule: Rule): Rule {
  return Object.fromEntries(
    Object.entries(rule).flatMap(([name, value]) => {
      if (value === undefined || (Array.isArray(value) && value.length === 0)) return []
      return [[name, name === 'when' ? { ...JSON.parse(JSON.stringify(value)) } : value]]
    }),
  ) as Rule
}

/** Moves the rule up by one position. Rules take effect in the order of the list. */
export function earlier(rules: readonly Rule[], rule: Rule): Rule[] {
  const at = rules.indexOf(rule)
  if (at <= 0) return [...rules]
  return [...rules.slice(0, at - 1), rule, rules[at - 1]!, ...rules.slice(at + 1)]
}

/** Pins a product at a position. To make room, other pins move up if this one came from above, otherwise down. */
export function pinAt(rule: Rule, productId: ProductId, position: number): Rule {
  const from = rule.pin?.find((one) => one.product_id === productId)?.position
  const step = from !== undefined && from < position ? -1 : 1
  const others = (rule.pin ?? []).filter((one) => one.product_id !== productId)
  const placed = new Map(others.map((one) => [one.position, one.product_id]))
  let moving: ProductId | undefined = productId
  for (let place = position; moving !== undefined; place += step) {
    const there = placed.get(place)
    placed.set(place, moving)
    moving = there
  }
  const hide = rule.hide?.filter((id) => id !== productId)
  const pin = [...placed].map(([place, id]) => ({ product_id: id, position: place }))
  return { ...rule, pin: pin.sort((a, b) => a.position - b.position), ...(hide ? { hide } : {}) }
}

export function unpin(rule: Rule, productId: ProductId): Rule {
  return { ...rule, pin: (rule.pin ?? []).filter((one) => one.product_id !== productId) }
}

export function hideIn(rule: Rule, productId: ProductId): Rule {
  return { ...unpin(rule, productId), hide: [...new Set([...(rule.hide ?? []), productId])] }
}

export type Weighing = 'boost' | 'bury'
const WEIGHT = 3

export function isWeighed(rule: Rule, action: Weighing, productId: ProductId): boolean {
  return (rule[action] ?? []).some((target) => namesOnly(target) && target.product_ids?.includes(productId))
}

/** Boosts or buries one product; a second call undoes it. No product is both boosted and buried. */
export function toggleWeight(rule: Rule, action: Weighing, productId: ProductId): Rule {
  const isOn = isWeighed(rule, action, productId)
  const without = { ...rule, boost: withoutProduct(rule.boost, productId), bury: withoutProduct(rule.bury, productId) }
  if (isOn) return without
  const targets = without[action]
  const own = targets.find(namesOnly)
  const grown = { ...own, product_ids: [...(own?.product_ids ?? []), productId], weight: own?.weight ?? WEIGHT }
  return { ...without, [action]: own ? targets.map((one) => (one === own ? grown : one)) : [...targets, grown] }
}

function withoutProduct(targets: Rule['boost'] = [], productId: ProductId): NonNullable<Rule['boost']> {
  return targets.flatMap((target) => {
    if (!namesOnly(target)) return [target]
    const ids = target.product_ids?.filter((id) => id !== productId) ?? []
    return ids.length > 0 ? [{ ...target, product_ids: ids }] : []
  })
}

/** True if the target selects products only by their ids. */
function namesOnly(target: NonNullable<Rule['boost']>[number]): boolean {
  return (
    target.product_ids !== undefined && Object.keys(target).every((key) => key === 'product_ids' || key === 'weight')
  )
}

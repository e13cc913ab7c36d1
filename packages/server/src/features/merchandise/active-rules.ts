/** The merchant's rules that apply to one request, now. */
import type { SearchRuleConfig, ShopConfig } from '@vitrine/contract'
import type { BoostTarget, RankingRules } from '@vitrine/engine'
import { indexFields } from '../../ports/search-index/index-fields.ts'
import { normalizeQuery } from '../platform/normalize-query.ts'

export interface ActiveRules {
  ranking: RankingRules
  hidden: number[]
  /** Which rule hides a product. */
  hiddenBy: ReadonlyMap<number, string>
  redirect: string | null
}

export interface RuleSituation {
  query: string
  /** Names of the collection that is browsed: handle and id. */
  collection: readonly string[]
  nowMs: number
}

/** Without a weight: strong enough to be seen, weak enough that a far better match stays in front. */
const DEFAULT_WEIGHT = 3

export function activeRules(config: ShopConfig, situation: RuleSituation): ActiveRules {
  const active = config.search.rules.filter((rule) => applies(rule, situation))
  const id = (rule: SearchRuleConfig) => String(rule.id)
  return {
    ranking: {
      pins: active.flatMap((rule) =>
        (rule.pin ?? []).map((pin) => ({ id: pin.product_id, position: pin.position, rule: id(rule) })),
      ),
      boosts: active.flatMap((rule) => [
        ...(rule.boost ?? []).map((target) => moved(target, id(rule), (weight) => 1 + weight / 2)),
        ...(rule.bury ?? []).map((target) => moved(target, id(rule), (weight) => 1 / (1 + weight / 2))),
      ]),
    },
    hidden: active.flatMap((rule) => rule.hide ?? []),
    // The first rule that hides it is named.
    hiddenBy: new Map(active.toReversed().flatMap((rule) => (rule.hide ?? []).map((one) => [one, id(rule)] as const))),
    redirect: active.find((rule) => rule.redirect)?.redirect ?? null,
  }
}

function applies({ when, starts_at: starts, ends_at: ends }: SearchRuleConfig, situation: RuleSituation): boolean {
  if (starts && Date.parse(starts) > situation.nowMs) return false
  if (ends && Date.parse(ends) <= situation.nowMs) return false
  if (when.collection !== undefined && !situation.collection.includes(String(when.collection))) return false
  if (when.query === undefined) return true
  const asked = normalizeQuery(situation.query)
  const wanted = normalizeQuery(when.query)
  if (when.match !== 'contains') return asked === wanted
  // Whole words: a rule for "cap" is not one for "escape".
  return ` ${asked} `.includes(` ${wanted} `)
}

type Target = NonNullable<SearchRuleConfig['boost']>[number]

function moved(target: Target, rule: string, factorOf: (weight: number) => number) {
  const terms = [
    { name: indexFields.vendor, value: target.vendor },
    { name: indexFields.productType, value: target.product_type },
    { name: indexFields.tag, value: target.tag },
  ].flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }]))
  const boosted: BoostTarget = { terms, ...(target.product_ids ? { ids: new Set(target.product_ids) } : {}) }
  return { target: boosted, factor: factorOf(target.weight ?? DEFAULT_WEIGHT), rule }
}

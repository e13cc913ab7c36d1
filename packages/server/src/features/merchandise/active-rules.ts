/**
 * The first redirect, replacement of filters and pin of a product win. Pins by id come before pins by attribute, and
 * hiding before pinning. Boosts and buries multiply.
 */
import type { ServedContent, ShopConfig } from '@vitrine/contract'
import type { BoostTarget, RankingRules } from '@vitrine/engine'
import { indexFields } from '../../ports/search-index/index-fields.ts'
import { type NumberedRule, numberedRules } from './numbered-rules.ts'
import { appliesTo, type RuleSituation } from './rule-conditions.ts'

export interface ActiveRules {
  active: readonly NumberedRule[]
  ranking: RankingRules
  hidden: number[]
  hiddenBy: ReadonlyMap<number, string>
  hiddenTargets: readonly { target: BoostTarget; rule: string }[]
  redirect: string | null
  content: ServedContent[]
  filters: { replace: readonly string[] | undefined; add: readonly string[] }
}

/** Strong enough to be noticed; a far better match still ranks higher. */
const DEFAULT_WEIGHT = 3
/** Limits the cost of a query. */
const MAX_ACTIVE = 100
/** Limits on boosting, burying and hiding, because every product is checked against these conditions. */
const MAX_TARGETS = 100

export function activeRules(config: ShopConfig, situation: RuleSituation): ActiveRules {
  const active: NumberedRule[] = []
  for (const rule of numberedRules(config)) {
    if (active.length >= MAX_ACTIVE) break
    if (appliesTo(rule, situation)) active.push(rule)
  }
  const { nowMs } = situation
  return {
    active,
    ranking: rankingOf(active, nowMs),
    hidden: active.flatMap((rule) => rule.hide ?? []),
    // Reversed, so that the first rule that hides a product remains in the map.
    hiddenBy: new Map(
      active.toReversed().flatMap((rule) => (rule.hide ?? []).map((id) => [id, String(rule.id)] as const)),
    ),
    hiddenTargets: hiddenTargetsOf(active, nowMs),
    redirect: active.find((rule) => rule.redirect)?.redirect ?? null,
    content: active.flatMap(contentOf),
    filters: {
      replace: active.find((rule) => rule.filters?.replace)?.filters?.replace,
      add: active.flatMap((rule) => rule.filters?.add ?? []),
    },
  }
}

export function rankingOf(active: readonly NumberedRule[], nowMs: number): RankingRules {
  const pinTargets = pinTargetsOf(active, nowMs)
  return {
    pins: pinsOf(active),
    boosts: boostsOf(active, nowMs),
    ...(pinTargets.length > 0 ? { pinTargets } : {}),
  }
}

/** Limited, because each target needs another ranking of its products. */
const MAX_PIN_TARGETS = 20

function pinTargetsOf(active: readonly NumberedRule[], nowMs: number): NonNullable<RankingRules['pinTargets']> {
  return active
    .flatMap((rule) =>
      (rule.pin_where ?? []).map(({ position, limit = 1, ...target }) => ({
        target: targetOf(target, nowMs),
        position,
        limit,
        rule: String(rule.id),
      })),
    )
    .slice(0, MAX_PIN_TARGETS)
}

/** The first rule that pins a product wins. */
function pinsOf(active: readonly NumberedRule[]): RankingRules['pins'] {
  const pins = new Map<number, RankingRules['pins'][number]>()
  for (const rule of active)
    for (const { product_id: id, position } of rule.pin ?? [])
      if (!pins.has(id)) pins.set(id, { id, position, rule: String(rule.id) })
  return [...pins.values()]
}

type Target = NonNullable<NumberedRule['boost']>[number]

function boostsOf(active: readonly NumberedRule[], nowMs: number): RankingRules['boosts'] {
  const moved = (rule: NumberedRule, target: Target, factorOf: (weight: number) => number) => ({
    target: targetOf(target, nowMs),
    factor: factorOf(target.weight ?? DEFAULT_WEIGHT),
    rule: String(rule.id),
  })
  return active
    .flatMap((rule) => [
      ...(rule.boost ?? []).map((target) => moved(rule, target, (weight) => 1 + weight / 2)),
      ...(rule.bury ?? []).map((target) => moved(rule, target, (weight) => 1 / (1 + weight / 2))),
    ])
    .slice(0, MAX_TARGETS)
}

export function hiddenTargetsOf(active: readonly NumberedRule[], nowMs: number): ActiveRules['hiddenTargets'] {
  return active
    .flatMap((rule) =>
      (rule.hide_where ?? [])
        .filter((target) => Object.keys(target).length > 0)
        .map((target) => ({ target: targetOf(target, nowMs), rule: String(rule.id) })),
    )
    .slice(0, MAX_TARGETS)
}

const DAY_MS = 86_400_000
/** The age of products is computed in whole hours, so that equal requests can be answered from the cache. */
const HOUR_MS = 3_600_000

function targetOf(target: Omit<Target, 'weight'>, nowMs: number): BoostTarget {
  const { product_ids: ids, metafield, price, in_stock: inStock, newer_than_days: days } = target
  const terms = [
    { name: indexFields.vendor, value: target.vendor },
    { name: indexFields.productType, value: target.product_type },
    { name: indexFields.tag, value: target.tag },
    { name: indexFields.collection, value: target.collection },
    ...(metafield ? [{ name: indexFields.metafield(metafield.key), value: metafield.value }] : []),
  ].flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }]))
  return {
    terms,
    ...(ids ? { ids: new Set(ids) } : {}),
    ...(price ? { price: { min: price.min ?? 0, max: price.max ?? Number.POSITIVE_INFINITY } } : {}),
    ...(inStock === undefined ? {} : { inStock }),
    ...(days === undefined ? {} : { createdAfterMs: nowMs - (nowMs % HOUR_MS) - days * DAY_MS }),
  }
}

function contentOf(rule: NumberedRule): ServedContent[] {
  return (rule.content ?? []).map(({ slot, title = null, text = null, image_url = null, url = null }) => ({
    rule: String(rule.id),
    slot,
    title,
    text,
    image_url,
    url,
  }))
}

import type { AppliedFilter, SearchRuleConfig } from '@vitrine/contract'
import { analyzerFor, fold } from '@vitrine/engine'
import type { ShopperFacts } from '../identity/shopper-facts.ts'
import { normalizeQuery } from '../platform/normalize-query.ts'

export type Device = 'desktop' | 'mobile' | 'tablet'

export interface RuleSituation {
  query: string
  /** Handle and id of the browsed collection. */
  collection: readonly string[]
  nowMs: number
  /** Id and handle of the market. */
  market?: readonly string[]
  locale?: string
  device?: Device
  filters?: readonly AppliedFilter[]
  isLoggedIn?: boolean
  isBusiness?: boolean
  /** If absent, rules about behavior do not apply. */
  facts?: ShopperFacts | undefined
  /** Variants in the notation of `variantName`. */
  variants?: readonly string[]
}

export function variantName(experience: string | number, variant: string): string {
  return `${experience}=${variant}`
}

export function asksForBehaviour(rules: readonly Pick<SearchRuleConfig, 'when'>[]): boolean {
  return rules.some(({ when }) => isByBehaviour(when.segment))
}

function isByBehaviour(segment: When['segment']): boolean {
  const { visits, orders, spent, bought_type: type } = segment ?? {}
  return visits !== undefined || orders !== undefined || spent !== undefined || type !== undefined
}

export function appliesTo(rule: SearchRuleConfig, situation: RuleSituation): boolean {
  return isInTime(rule, situation.nowMs) && isWithin(rule.when, situation) && isAbout(rule.when, situation)
}

type When = SearchRuleConfig['when']

function isInTime({ starts_at: starts, ends_at: ends }: SearchRuleConfig, nowMs: number): boolean {
  if (starts && Date.parse(starts) > nowMs) return false
  return !ends || Date.parse(ends) > nowMs
}

function isWithin(when: When, situation: RuleSituation): boolean {
  if (when.market !== undefined && !situation.market?.includes(String(when.market))) return false
  if (when.locale !== undefined && !isLocaleOf(when.locale, situation.locale)) return false
  if (when.device !== undefined && when.device !== situation.device) return false
  if (when.experience && !situation.variants?.includes(variantName(when.experience.id, when.experience.variant)))
    return false
  return isInSegment(when.segment ?? {}, situation)
}

function isInSegment(segment: NonNullable<When['segment']>, situation: RuleSituation): boolean {
  const { logged_in: loggedIn, business_account: business } = segment
  if (loggedIn !== undefined && loggedIn !== (situation.isLoggedIn ?? false)) return false
  if (business !== undefined && business !== (situation.isBusiness ?? false)) return false
  if (!isByBehaviour(segment)) return true
  const { facts } = situation
  if (!facts) return false
  if (segment.bought_type !== undefined && !facts.boughtTypes.includes(segment.bought_type.toLowerCase())) return false
  return [
    [segment.visits, facts.visits] as const,
    [segment.orders, facts.orders] as const,
    [segment.spent, facts.spent] as const,
  ].every(([range, value]) => isBetween(range, value))
}

function isBetween(range: { min?: number; max?: number } | undefined, value: number): boolean {
  return value >= (range?.min ?? 0) && value <= (range?.max ?? Number.POSITIVE_INFINITY)
}

function isLocaleOf(wanted: string, asked: string | undefined): boolean {
  const [rule, own] = [wanted.toLowerCase(), asked?.toLowerCase() ?? '']
  return own === rule || own.startsWith(`${rule}-`)
}

function isAbout(when: When, situation: RuleSituation): boolean {
  if (when.collection !== undefined && !situation.collection.includes(String(when.collection))) return false
  if (when.filter !== undefined && !isChosen(when.filter, situation.filters ?? [])) return false
  if (when.query === undefined) return true
  const asked = normalizeQuery(situation.query)
  const wanted = normalizeQuery(when.query)
  if (when.match === 'similar') return isSimilar(wanted, asked, situation.locale ?? 'en')
  if (when.match !== 'contains') return asked === wanted
  // Whole words: a rule for "cap" does not apply to "escape".
  return ` ${asked} `.includes(` ${wanted} `)
}

function isChosen({ key, value }: NonNullable<When['filter']>, filters: readonly AppliedFilter[]): boolean {
  const chosen = filters.find((one) => one.key === key)?.value ?? []
  return value === undefined ? chosen.length > 0 : chosen.some((one) => fold(one) === fold(value))
}

/** A longer query is never similar, because rules are about few words. */
const MAX_WORDS = 12

/** True for the same words in any order and form. Each may have as many typos as search accepts. */
function isSimilar(wanted: string, asked: string, locale: string): boolean {
  const { units, stem } = analyzerFor(locale)
  const words = (text: string) =>
    units(text)
      .flatMap(({ parts }) => parts)
      .map(stem)
  const [left, right] = [words(wanted), words(asked)]
  if (left.length !== right.length || left.length > MAX_WORDS) return false
  return left.every((word) => {
    const at = right.findIndex((other) => isNearlySame(word, other))
    if (at >= 0) right.splice(at, 1)
    return at >= 0
  })
}

function isNearlySame(a: string, b: string): boolean {
  if (a === b) return true
  const typos = a.length >= 8 ? 2 : a.length >= 4 ? 1 : 0
  return Math.abs(a.length - b.length) <= typos && edits(a, b) <= typos
}

/** Levenshtein distance. The simple algorithm suffices for short words. */
function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}

/** Returns desktop if there is no user agent. */
export function deviceOf(userAgent: string | undefined): Device {
  if (/iPad|Tablet|PlayBook|Android(?!.*Mobile)/i.test(userAgent ?? '')) return 'tablet'
  return /Mobi|iPhone|Android/i.test(userAgent ?? '') ? 'mobile' : 'desktop'
}

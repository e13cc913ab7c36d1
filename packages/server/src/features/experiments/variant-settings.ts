import {
  completeConfig,
  type RecommendationStep,
  type RecommendationType,
  type ShopConfig,
  type VariantRecommend,
} from '@vitrine/contract'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { reachesRecommendations } from '../merchandise/recommendation-rules.ts'
import { variantName } from '../merchandise/rule-conditions.ts'
import { oncePer } from '../platform/once-per.ts'
import { mergePatch } from '../platform/merge-patch.ts'
import type { Serve } from '../serves/serve-log.ts'
import type { Identity } from '../identity/profile-reader.ts'
import { type Assignment, assignExperiences } from './assign-experiences.ts'

type Subject = 'recommend' | 'search'

export function assignmentsAbout(subject: Subject, shop: Shop, { visitorId, clientId }: Identity): Assignment[] {
  const visitor = visitorId ?? clientId
  if (!visitor || shop.config.experiences.length === 0) return []
  return about(subject, shop.config, assignExperiences(shop.config, visitor, null))
}

/** Returns variants in the notation of rule conditions. */
export function variantsOf(shop: Shop, { visitorId, clientId }: Identity): string[] {
  const visitor = visitorId ?? clientId
  if (!visitor) return []
  return assignExperiences(shop.config, visitor, null).map(({ experience, variant }) =>
    variantName(experience.id, variant.key),
  )
}

/** An experience concerns the subject if a variant has settings for it, or if a rule names a variant. */
export function about(subject: Subject, config: ShopConfig, assignments: readonly Assignment[]): Assignment[] {
  const byRule = new Set(
    config.search.rules
      .filter((rule) => subject === 'search' || reachesRecommendations(rule))
      .flatMap(({ when }) => (when.experience ? [String(when.experience.id)] : [])),
  )
  return assignments.filter(
    ({ experience }) =>
      byRule.has(String(experience.id)) || experience.variants.some((variant) => isAbout(variant, subject, config)),
  )
}

function isAbout({ search, patch, recommend }: Assignment['variant'], subject: Subject, config: ShopConfig): boolean {
  if (subject === 'search') return search !== undefined || patch?.search !== undefined
  if (recommend !== undefined || patch?.sections !== undefined) return true
  return patch?.search !== undefined && draftReaches(patch.search as DraftedSearch, config)
}

type DraftedSearch = Partial<ShopConfig['search']>

/** A draft changes recommendations by added or removed rules, or by how it treats sold-out products. */
function draftReaches({ rules, exclude_out_of_stock: excludes }: DraftedSearch, config: ShopConfig): boolean {
  if (excludes !== undefined) return true
  return rules !== undefined && [...(rules ?? []), ...config.search.rules].some(reachesRecommendations)
}

export function serveExperience(assignment: Assignment | undefined): NonNullable<Serve['experience']> | null {
  return assignment ? { id: String(assignment.experience.id), variant: assignment.variant.key } : null
}

export interface VariedRecommendation {
  type: RecommendationType
  steps: readonly RecommendationStep[] | undefined
  /** From 0 to 1. */
  diversity: number | undefined
}

export function variedRecommendation(
  type: RecommendationType,
  assignments: readonly Assignment[],
): VariedRecommendation {
  const settings = assignments.flatMap(({ variant }) => variant.recommend ?? [])
  const shown = first(settings, ({ replace }) => replace?.[type]) ?? type
  return {
    type: shown,
    steps: first(settings, ({ steps }) => steps?.[shown]),
    diversity: first(settings, ({ diversity }) => diversity),
  }
}

function first<T>(
  settings: readonly VariantRecommend[],
  read: (one: VariantRecommend) => T | undefined,
): T | undefined {
  for (const one of settings) {
    const value = read(one)
    if (value !== undefined) return value
  }
  return undefined
}

const variedConfigs = oncePer((_: ShopConfig) => new Map<string, ShopConfig>())

/** The same variants give the same object, because caches are keyed by it. */
export function variedShop(shop: Shop, assignments: readonly Assignment[]): Shop {
  const changes = assignments.filter(({ variant: { search, patch } }) => search !== undefined || patch !== undefined)
  if (changes.length === 0) return shop
  const key = JSON.stringify(changes.map(({ experience, variant }) => [experience.id, variant.key]))
  const known = variedConfigs(shop.config)
  const config = known.get(key) ?? changes.reduce(withChange, shop.config)
  known.set(key, config)
  return { ...shop, config }
}

const defaults = completeConfig({}).search

function withChange(config: ShopConfig, { variant }: Assignment): ShopConfig {
  const { ranking, synonyms = [], ...rest } = variant.search ?? {}
  const drafted = { ...defaults, ...(mergePatch(config.search, variant.patch?.search ?? {}) as ShopConfig['search']) }
  const search = {
    ...drafted,
    ...rest,
    ranking: { ...drafted.ranking, ...ranking },
    synonyms: [...synonyms, ...drafted.synonyms],
  }
  const sections = variant.patch?.sections ?? config.sections
  return { ...config, search: search as ShopConfig['search'], sections }
}

import type { SectionConfig, SectionsRequest } from '@vitrine/contract'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { collectionHandle } from '../platform/collection-names.ts'
import type { Assignment } from '../experiments/assign-experiences.ts'
import { normalPageType, type SectionPage } from './section-page.ts'

export interface EligibilityAsk {
  shop: Shop
  page: SectionPage
  assignments: readonly Assignment[]
  preview: boolean
}

/** The order, by position and id, is also the order in which sections choose their products. */
export function eligibleSections(ask: EligibilityAsk): SectionConfig[] {
  return ask.shop.config.sections
    .filter((section) => isEligible(section, ask))
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0) || a.id - b.id)
}

/** Without a list, all sections are requested. */
export function isAskedFor({ id }: SectionConfig, asked: SectionsRequest['sections']): boolean {
  return !asked || asked.some((one) => String(one) === String(id))
}

function isEligible(section: SectionConfig, { shop, page, assignments, preview }: EligibilityAsk): boolean {
  if (!preview && (section.status ?? 'active') !== 'active') return false
  if (!section.page_types.some((type) => normalPageType(type) === page.type)) return false
  return isInVariant(section, assignments) && meetsConditions(shop, section, page)
}

/** A section with an experience but no variant is shown to all visitors. */
function isInVariant({ experience_id: id, variant }: SectionConfig, assignments: readonly Assignment[]): boolean {
  if (id === undefined || id === null || !variant) return true
  return assignments.some((one) => String(one.experience.id) === String(id) && one.variant.key === variant)
}

/** A condition on something unknown fails, but an unknown cart value counts as 0. */
function meetsConditions(shop: Shop, { eligibility }: SectionConfig, page: SectionPage): boolean {
  if (!eligibility) return true
  const { markets, collections, tags, zipcodes, min_cart_value: least, max_cart_value: most } = eligibility
  if (markets?.length && !markets.includes(page.market ?? '')) return false
  if (collections?.length && !collections.some((name) => collectionHandle(shop.config, name) === page.collection))
    return false
  if (tags?.length && !tags.some((tag) => page.tags.some((one) => one.toLowerCase() === tag.toLowerCase())))
    return false
  if (zipcodes?.length && !zipcodes.some((pattern) => fitsZipcode(pattern, page.zipcode))) return false
  if (least !== undefined && (page.cartValue ?? 0) < least) return false
  return most === undefined || (page.cartValue ?? 0) <= most
}

function fitsZipcode(pattern: string, zipcode: string | undefined): boolean {
  if (zipcode === undefined) return false
  const wanted = pattern.replace(/\s/g, '').toUpperCase()
  return wanted.endsWith('*') ? zipcode.startsWith(wanted.slice(0, -1)) : zipcode === wanted
}

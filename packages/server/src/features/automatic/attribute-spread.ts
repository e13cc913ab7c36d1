import type { FilterConfig } from '@vitrine/contract'
import type { AttributeSurvey, CatalogSurvey } from '@vitrine/engine'

export interface Candidate {
  key: string
  /** Empty if the attribute's usual title applies. */
  title: string
  attributeType: FilterConfig['attribute_type']
  attribute: string | null
  /** If several candidates have the same meaning, only one is used. */
  meaning: string
  reason: string
  survey: AttributeSurvey | undefined
}

/** A filter by a rarer attribute hides more products than it finds. */
const MIN_COVERAGE = 0.1
/** An attribute does not divide products if more of them than this have the same value. */
const MAX_ALIKE = 0.9
const MIN_PER_VALUE = 1.5

export function dividesWell({ docs, values, common }: AttributeSurvey, survey: CatalogSurvey): boolean {
  const [top] = common
  if (!top || values < 2 || docs < survey.docs * MIN_COVERAGE) return false
  return top.docs <= docs * MAX_ALIKE && perValue(common) >= Math.min(MIN_PER_VALUE, docs / 2)
}

/** One value may be on all products: even if all shirts come in M, shoppers look for M. */
export function dividesAsOption({ docs, values, common }: AttributeSurvey, survey: CatalogSurvey): boolean {
  return values >= 2 && docs >= survey.docs * MIN_COVERAGE && perValue(common) >= Math.min(MIN_PER_VALUE, docs / 2)
}

function perValue(common: AttributeSurvey['common']): number {
  return common.length === 0 ? 0 : common.reduce((sum, { docs }) => sum + docs, 0) / common.length
}

export function divides({ survey: attribute, attributeType }: Candidate, survey: CatalogSurvey): boolean {
  if (!attribute) return true
  return attributeType === 'option' ? dividesAsOption(attribute, survey) : dividesWell(attribute, survey)
}

/** Higher if more products have the attribute, and if their values differ more. */
export function spread({ survey: attribute }: Candidate, survey: CatalogSurvey): number {
  if (!attribute || attribute.docs === 0) return 0
  const listed = attribute.common.reduce((sum, { docs }) => sum + docs, 0) || 1
  const alike = attribute.common.reduce((sum, { docs }) => sum + (docs / listed) ** 2, 0)
  return (attribute.docs / survey.docs) * (1 - alike)
}

export function percent(part: number, whole: number): string {
  const share = (part / whole) * 100
  return share > 0 && share < 1 ? 'under 1 %' : `${Math.round(share)} %`
}

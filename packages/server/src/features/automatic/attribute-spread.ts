/** How well an attribute divides a catalog. */
import type { FilterConfig } from '@vitrine/contract'
import type { AttributeSurvey, CatalogSurvey } from '@vitrine/engine'

export interface Candidate {
  key: string
  /** Empty: the usual one of the attribute. */
  title: string
  attributeType: FilterConfig['attribute_type']
  attribute: string | null
  /** Candidates of one meaning stand for one another. */
  meaning: string
  reason: string
  /** undefined: not a list of values. */
  survey: AttributeSurvey | undefined
}

/** An attribute that fewer products have hides more than it finds, … */
const MIN_COVERAGE = 0.1
/** … what nearly all that have it have in common divides nothing, … */
const MAX_ALIKE = 0.9
/** … and a value should bring more than one product, on the whole. */
const MIN_PER_VALUE = 1.5

export function dividesWell({ docs, values, common }: AttributeSurvey, survey: CatalogSurvey): boolean {
  const [top] = common
  if (!top || values < 2 || docs < survey.docs * MIN_COVERAGE) return false
  return top.docs <= docs * MAX_ALIKE && perValue(common) >= Math.min(MIN_PER_VALUE, docs / 2)
}

/** Options divide whenever there is a choice: a shop whose shirts all come in M has shoppers who look for it. */
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

/** Large when many products have it and they are spread over its values: coverage times the chance that two differ. */
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

import type { FilterConfig, FilterTreeConfig, SectionConfig, ShopConfig } from '@vitrine/contract'
import type { CatalogSurvey } from '@vitrine/engine'
import { automaticFilters, type MetafieldNames, type Reason } from './automatic-filters.ts'
import { automaticSections } from './automatic-sections.ts'

export interface DerivedConfig {
  filters: FilterConfig[]
  filter_trees: FilterTreeConfig[]
  sections: SectionConfig[]
  reasons: { filters: Reason[]; sections: { id: number; reason: string }[] }
}

export function deriveConfig(
  survey: CatalogSurvey,
  config: ShopConfig,
  names: MetafieldNames = new Map(),
): DerivedConfig {
  const filters = automaticFilters(survey, config, names)
  const sections = automaticSections(survey, config)
  return {
    filters: filters.filters,
    filter_trees: filters.filter_trees,
    sections: sections.sections,
    reasons: { filters: filters.reasons, sections: sections.reasons },
  }
}

import { sectionsRoute } from '@vitrine/contract'
import { type SectionDeps, serveSections } from '../../features/sections/serve-sections.ts'
import type { App } from '../app.ts'

export function sectionRoutes(app: App, deps: SectionDeps): void {
  app.storefront(sectionsRoute, (call) => serveSections(deps, call))
}
